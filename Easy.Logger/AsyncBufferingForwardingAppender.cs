using System.Diagnostics.CodeAnalysis;
using Easy.Logger.Buffering;
using Easy.Logger.Capture;
using Easy.Logger.Configuration;
using Easy.Logger.Diagnostics;
using Easy.Logger.Forwarding;
using Easy.Logger.Lifetime;
using Easy.Logger.Rendering;
using log4net.Appender;
using log4net.Core;

namespace Easy.Logger;

/// <summary>
/// Makes the appenders attached to it asynchronous: a log call puts its event into a bounded queue and returns; one background thread
/// forwards the events in batches.
/// </summary>
/// <remarks>
/// <para>
/// A batch is forwarded when it is full, when its oldest event has waited <see cref="IdleTime" />, when an event at or above
/// <see cref="FlushLevel" /> comes, on Flush and on Close. Order is kept. With the default options nothing is lost when the program ends
/// normally; dropped events are counted in <see cref="Statistics" />.
/// </para>
/// <para>
/// Options are read by <see cref="ActivateOptions" />; set later, they have no effect until it runs again. A value out of its bounds is
/// replaced by its default, and all such problems are reported together, once, to log4net's internal log. Nothing is ever thrown into a log
/// call.
/// </para>
/// <para>Logging, Flush, Close, <see cref="Statistics" /> and the management of attached appenders are safe for any thread; setting options
/// is not.</para>
/// <para>
/// It derives from log4net's BufferingForwardingAppender so that LogManager.Flush serves it before other appenders and existing
/// configurations bind, but none of its work runs under log4net's lock of the appender: since log4net 3.0 that lock is held while a buffer
/// is sent and while an appender closes.
/// </para>
/// </remarks>
public class AsyncBufferingForwardingAppender : BufferingForwardingAppender, IAppender, IBulkAppender, IAppenderAttachable
{
    /// <summary>No combination of log4net's flags.</summary>
    private const int NotChosen = int.MinValue;

    private static readonly OptionNames _optionNames = new(typeof(AsyncBufferingForwardingAppender).GetProperties());

    private readonly UnknownOptions _unknownOptions = UnknownOptions.Listen();
    private readonly AppenderFanOut _children;
    private readonly FailureReporter _reporter;
    private readonly BufferingPipeline _pipeline;
    private readonly object _activationLock = new();
    private volatile int _chosenFix = NotChosen;
    private int? _queueLimit;

    /// <summary>Makes an appender with the default options. Usually done by log4net from a configuration.</summary>
    public AsyncBufferingForwardingAppender()
        : this(TimeProvider.System)
    {
    }

    internal AsyncBufferingForwardingAppender(TimeProvider time)
    {
        // Not "this": whoever refers to the appender keeps it from being collected and closed.
        WeakReference<AsyncBufferingForwardingAppender> self = new(this, trackResurrection: true);
        _reporter = new FailureReporter(
            () => self.TryGetTarget(out AsyncBufferingForwardingAppender? appender) ? appender.Name : string.Empty, time);
        _children = new AppenderFanOut(_reporter);
        _pipeline = new BufferingPipeline(new BufferingOptions(), _children, _reporter, time);
    }

    /// <summary>Has queued events forwarded when nobody keeps the appender any more; the finalizer thread waits for nothing.</summary>
    ~AsyncBufferingForwardingAppender()
    {
        try
        {
            _pipeline?.BeginClose();
        }
        catch (Exception e)
        {
            InternalLog.Error("Easy.Logger: an async appender that nobody keeps could not be closed.", e); // it would end the process
        }
    }

    /// <summary>
    /// The most events accepted and not yet forwarded, the batch under way included. At least
    /// <see cref="BufferingAppenderSkeleton.BufferSize" />; default 16,384, or the buffer size where that is larger.
    /// </summary>
    public int QueueLimit
    {
        get => _queueLimit ?? Math.Max(BufferingOptions.DefaultQueueLimit, BufferSize);
        set => _queueLimit = value;
    }

    /// <summary>
    /// The longest an event waits before it is forwarded, in milliseconds: the age of the oldest waiting event, so the last event before a
    /// silence is not late. 1 to 3,600,000; default 500.
    /// </summary>
    public int IdleTime { get; set; } = BufferingOptions.DefaultIdleTime;

    /// <summary>
    /// An event at or above this level is forwarded at once, with all before it. <see cref="Level.Off" /> means never; default
    /// <see cref="Level.Error" />. Not in force for a lossy appender.
    /// </summary>
    public Level FlushLevel { get; set; } = Level.Error;

    /// <summary>What happens to an event that finds the queue full; default <see cref="OverflowPolicy.Block" />.</summary>
    public OverflowPolicy Overflow { get; set; }

    /// <summary>
    /// The longest one log call waits for room under <see cref="OverflowPolicy.Block" />, in milliseconds; 0 never waits, -1 waits without
    /// limit; default 2,000. After a call waited in vain, no call waits until the worker has forwarded something: a stuck child costs each
    /// thread one wait, not one per call. While a call waits, log4net's Shutdown and reload wait for it before they close anything; at the
    /// end of the process that is limited to <see cref="CloseTimeout" />.
    /// </summary>
    public int BlockTimeout { get; set; } = BufferingOptions.DefaultBlockTimeout;

    /// <summary>
    /// The longest Close takes, in milliseconds, for waiting events, children and worker together. 0 gives the waiting events up at once;
    /// -1 waits without limit; default 5,000. What is left at the end is dropped, counted and reported.
    /// </summary>
    public int CloseTimeout { get; set; } = BufferingOptions.DefaultCloseTimeout;

    /// <summary>
    /// Whether log4net's own text appenders (console, text writer, file, rolling file) get one write per batch instead of one per event;
    /// default true. Their threshold, filters, layout, rolling and locking are kept.
    /// </summary>
    public bool BatchRendering { get; set; } = true;

    /// <summary>
    /// Whether the log itself says where events are missing; default true. At the place of each gap one WARN event of logger
    /// <c>Easy.Logger</c> is forwarded, with the counts by level and reason and the first and last time; while a loss goes on at most one
    /// per <see cref="IdleTime" />. These events are not counted in <see cref="Statistics" />. Events that a lossy appender drops, and
    /// events that an attached appender logs itself, are not reported.
    /// </summary>
    public bool ReportLoss { get; set; } = true;

    /// <summary>
    /// A folder that keeps the queued events, so that they survive the process being killed: the next appender with the same journal, of
    /// this process or another, forwards it first, each event with the property <c>easylogger.recovered</c>. A relative path is below the
    /// base directory of the application. Default <see langword="null" />: none.
    /// </summary>
    /// <remarks>
    /// Any number of appenders and processes may share it. Opened by the first <see cref="ActivateOptions" /> that finds one set, and kept
    /// until Close. The folder is made if need be, readable by the user of the process only; a file at its path is left alone, and then
    /// there is no journal. 1 KiB for each event of <see cref="QueueLimit" /> is taken from the disk at once, and more when it is needed.
    /// What it does not hold is queued all the same and counted, see <see cref="BufferStatistics.Journal" />. Its files are mapped into
    /// memory: whoever cuts one of them while it is in use ends the process. Not for a lossy appender.
    /// </remarks>
    public string? Journal { get; set; }

    /// <summary>
    /// The most that the journal of this appender takes from the disk for new events, in mebibytes; 1 to 65,536, default 256. What does not
    /// fit is not journaled. Files that earlier runs left come on top until their events are forwarded.
    /// </summary>
    public int JournalLimit { get; set; } = BufferingOptions.DefaultJournalLimit;

    /// <summary>
    /// What is captured of each event on the caller's thread. When set it is obeyed exactly; when not, it is what the attached appenders
    /// read, also when another layout or pattern is put in force later: everything for code of the application, but the caller location
    /// only where that code may read it.
    /// </summary>
    public override FixFlags Fix
    {
        get => ChosenFix ?? _children.Plan.Fields;
        set
        {
            _chosenFix = (int)value;
            _children.HasFix = true;
        }
    }

    /// <summary>What became of the events so far: a snapshot that balances.</summary>
    public BufferStatistics Statistics => _pipeline.Statistics;

    /// <summary>The attached appenders, as a copy.</summary>
    public override AppenderCollection Appenders => [.. _children.Appenders];

    /// <summary>What was set as <see cref="Fix" />; <see langword="null" /> when nothing was.</summary>
    internal FixFlags? ChosenFix => _chosenFix is not NotChosen and int chosen ? (FixFlags)chosen : null;

    /// <summary>
    /// Identifies this appender in log4net's messages about its options. Not <see cref="ToString" />: what a subclass returns there need
    /// not be unique.
    /// </summary>
    private string TypeAndName => $"{GetType().FullName} ({Name})";

    /// <summary>What the end of the process knows of this appender.</summary>
    internal IDrainable Drainable => _pipeline;

    /// <summary>What log calls capture.</summary>
    internal CapturePlan Plan => _children.Plan;

    /// <summary>Log calls that wait for room right now.</summary>
    internal int WaitingCallers => _pipeline.WaitingCallers;

    /// <summary>
    /// Takes the options over and starts the worker. May run again: waiting events stay in order. An appender that is never activated
    /// starts with the options it has when the first event comes.
    /// </summary>
    public override void ActivateOptions()
    {
        using (Uninterrupted.Lock(_activationLock))
        {
            Activate();
        }
    }

    /// <summary>
    /// Accepts one event: threshold, filters, fixing and queueing on the caller's thread. Never throws, waits only as
    /// <see cref="Overflow" /> allows.
    /// </summary>
    /// <param name="loggingEvent">The event; <see langword="null" /> is ignored.</param>
    public new void DoAppend(LoggingEvent loggingEvent)
    {
        if (loggingEvent is null)
        {
            return;
        }

        CallingThread thread = CallingThread.Current;
        if (thread.Depth > 1 || thread.IsSuppressed)
        {
            // A filter, a message's ToString or a context value logs, and what it logs does so again: without an end it would use up the
            // stack. Or it is what sends events that logs.
            _pipeline.CountReentrant(loggingEvent);
            return;
        }

        thread.Depth++;
        try
        {
            if (FilterEvent(loggingEvent))
            {
                Append(loggingEvent, thread);
            }
        }
        catch (Exception e)
        {
            // A filter failed, or there was no memory for the event. Nothing throws once the event is queued.
            CountFailed(e);
        }
        finally
        {
            thread.Depth--;
        }
    }

    /// <summary>Accepts several events, one after the other.</summary>
    /// <param name="loggingEvents">The events; none of them has to be there.</param>
    /// <exception cref="ArgumentNullException"><paramref name="loggingEvents" /> is <see langword="null" />, as with every log4net
    /// appender.</exception>
    public new void DoAppend(LoggingEvent[] loggingEvents)
    {
        foreach (LoggingEvent loggingEvent in loggingEvents ?? throw new ArgumentNullException(nameof(loggingEvents)))
        {
            DoAppend(loggingEvent);
        }
    }

    /// <summary>
    /// Closes the appender within <see cref="CloseTimeout" />: refuses new events, releases blocked callers, forwards queued events, closes
    /// the attached appenders. Calls after the first do nothing. Never throws.
    /// </summary>
    [SuppressMessage("Usage", "CA1816", Justification = "Close is what log4net calls its Dispose.")]
    public new void Close()
    {
        _pipeline.Close();
        GC.SuppressFinalize(this);
    }

    /// <summary>Waits until everything accepted before the call has passed through the attached appenders and they are flushed.</summary>
    /// <param name="millisecondsTimeout">
    /// The longest wait; negative without limit; 0 only looks whether nothing is pending and leaves the attached appenders alone.
    /// </param>
    /// <returns>
    /// Whether all of it happened in time; <see langword="false" /> at once when called by an attached appender on the worker's thread,
    /// which cannot wait for itself.
    /// </returns>
    /// <remarks>A lossy history stays, as it does in log4net's own buffers.</remarks>
    public override bool Flush(int millisecondsTimeout) => _pipeline.Flush(flushLossyHistory: false, millisecondsTimeout);

    /// <summary><see cref="Flush(int)" /> with <see cref="CloseTimeout" /> as its limit, or that option's default where it is 0.</summary>
    public override void Flush() => Flush(flushLossyBuffer: false);

    /// <summary><see cref="Flush(int)" /> with <see cref="CloseTimeout" /> as its limit, or that option's default where it is 0.</summary>
    /// <param name="flushLossyBuffer">Whether a lossy history is dropped, but for what the lossy evaluator wants.</param>
    public override void Flush(bool flushLossyBuffer) => _pipeline.Flush(flushLossyBuffer);

    /// <summary>
    /// Attaches an appender: from the next batch on it gets every event. One that contains this appender is refused with a message.
    /// </summary>
    /// <param name="appender">The appender to attach; nothing happens when it, or one that is equal to it, is attached.</param>
    /// <exception cref="ArgumentNullException"><paramref name="appender" /> is <see langword="null" />.</exception>
    public override void AddAppender(IAppender appender)
    {
        if (appender is null)
        {
            throw new ArgumentNullException(nameof(appender));
        }

        if (AppenderTree.VisibleFrom([appender]).Contains(this))
        {
            _reporter.Misconfigured(
                $"appender '{appender.Name}' leads back to this appender and was not attached: events would run in circles.");
            return;
        }

        if (appender.GetType().FullName == "log4net.Appender.AspNetTraceAppender")
        {
            _reporter.Misconfigured(
                $"appender '{appender.Name}' (AspNetTraceAppender) writes into the request of the calling thread and cannot write behind a "
                + "queue; attach it to the logger.");
        }

        _children.Add(appender);
        _pipeline.OpenJournal();
    }

    /// <summary>Finds an attached appender by its name.</summary>
    /// <param name="name">The name, case-sensitive.</param>
    /// <returns>The first one so named; <see langword="null" /> when there is none.</returns>
    public override IAppender? GetAppender(string? name) =>
        name is null ? null : _children.Appenders.FirstOrDefault(appender => appender.Name == name);

    /// <summary>Detaches and closes all attached appenders, after they got what was logged before.</summary>
    /// <remarks>
    /// Waits for that at most <see cref="CloseTimeout" />, and not at all on a worker's thread; an appender that has a batch under way is
    /// closed when it comes back. Events that still wait then are dropped as <see cref="DropReason.NoAppender" /> unless another appender
    /// is attached.
    /// </remarks>
    public override void RemoveAllAppenders()
    {
        Flush();
        _children.Close();
    }

    /// <summary>Detaches an appender without closing it. It still gets what was logged before.</summary>
    /// <remarks>Waits for nothing; <see cref="Flush(int)" /> before or after it waits until the appender has got the last event.</remarks>
    /// <param name="appender">The appender to detach.</param>
    /// <returns>The appender; <see langword="null" /> when it was not attached.</returns>
    public override IAppender? RemoveAppender(IAppender? appender) => appender is not null && _children.Remove(appender) ? appender : null;

    /// <summary>Detaches an appender by its name without closing it.</summary>
    /// <param name="name">The name, case-sensitive.</param>
    /// <returns>The appender; <see langword="null" /> when none so named was attached.</returns>
    public override IAppender? RemoveAppender(string? name) => RemoveAppender(GetAppender(name));

    /// <summary>Names the appender in log4net's messages about its options.</summary>
    /// <returns>The type and the name of the appender.</returns>
    public override string ToString() => TypeAndName;

    /// <summary>
    /// Fixes and queues an event. Reached without <see cref="DoAppend(LoggingEvent)" /> only through a reference of the base type.
    /// </summary>
    /// <param name="loggingEvent">An event that passed threshold and filters; <see langword="null" /> is ignored.</param>
    protected override void Append(LoggingEvent loggingEvent)
    {
        if (loggingEvent is not null)
        {
            Append(loggingEvent, CallingThread.Current);
        }
    }

    /// <summary>Closes through a reference of the base type, or from its finalizer.</summary>
    protected override void OnClose() => _pipeline.Close();

    private void Append(LoggingEvent loggingEvent, CallingThread thread)
    {
        if (!_pipeline.HasBegun)
        {
            Begin();
        }

        CapturePlan plan = _children.Plan;
        if (thread.Worker is null)
        {
            bool mayKeepValues = _chosenFix is NotChosen or (int)CapturePlan.DeferrableFix;
            if (mayKeepValues && _pipeline.TryEnqueueValues(loggingEvent, plan, thread.LastCall))
            {
                return;
            }

            _pipeline.RetryStart();
            if (_pipeline.TryDrop(loggingEvent))
            {
                return; // nothing is captured of it
            }
        }

        CapturePlan own = ChosenFix is null ? plan.ForCall(loggingEvent) : plan.For(loggingEvent.Level);
        CapturedEvent captured = own.Capture(loggingEvent, ChosenFix, thread.LastCall, thread.Worker is not null);
        if (!_pipeline.Enqueue(captured, plan, this, thread))
        {
            ReportToErrorHandler(exception: null);
        }
    }

    private void CountFailed(Exception exception)
    {
        _pipeline.CountFailed();
        _reporter.Failed(FailureReporter.TakingEventsIn, exception, "an event was not taken in");
        ReportToErrorHandler(exception);
    }

    /// <summary>Nobody has activated it: it starts with the options it has.</summary>
    private void Begin()
    {
        using (Uninterrupted.Lock(_activationLock))
        {
            if (!_pipeline.HasBegun)
            {
                Activate();
            }
        }
    }

    private void Activate()
    {
        BufferingOptions options = new BufferingOptions
        {
            BufferSize = BufferSize,
            QueueLimit = QueueLimit,
            IdleTime = IdleTime,
            FlushLevel = FlushLevel ?? Level.Error,
            Overflow = Overflow,
            BlockTimeout = BlockTimeout,
            CloseTimeout = CloseTimeout,
            Lossy = Lossy,
            Evaluator = Evaluator,
            LossyEvaluator = LossyEvaluator,
            BatchRendering = BatchRendering,
            ReportLoss = ReportLoss,
            Journal = Journal,
            JournalLimit = JournalLimit,
        }.Validate(_queueLimit is not null, out IReadOnlyList<string> problems);
        problems = [.. problems, .. _unknownOptions.Take(TypeAndName, _optionNames)];

        if (_children.Appenders.Count == 0)
        {
            problems =
            [
                .. problems,
                "no appender is attached (is an appender-ref missing or misspelt?): events are dropped and counted until one is.",
            ];
        }

        if (problems.Count > 0)
        {
            _reporter.Misconfigured(string.Join(" ", problems));
        }

        _pipeline.Configure(options);
        _pipeline.Begin(Name);
    }

    /// <summary>Reports an event that failed, or, without an exception, one that was rejected.</summary>
    private void ReportToErrorHandler(Exception? exception)
    {
        try
        {
            PassToErrorHandler(exception);
        }
        catch (OutOfMemoryException)
        {
            // The event is counted, and would be a second time.
        }
    }

    private void PassToErrorHandler(Exception? exception) => InternalLog.Pass(ErrorHandler, handler =>
    {
        try
        {
            if (exception is null)
            {
                handler.Error($"The appender [{Name}] is closed; the event was rejected.");
            }
            else
            {
                handler.Error("The event could not be taken in: a filter failed, or there was no memory for it.", exception);
            }
        }
        catch (Exception e)
        {
            _reporter.Failed("the error handler", e);
        }
    });
}
