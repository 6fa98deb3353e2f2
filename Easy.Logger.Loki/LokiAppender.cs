using System.Diagnostics;
using System.Diagnostics.CodeAnalysis;
using Easy.Logger.Loki.Batching;
using Easy.Logger.Loki.Configuration;
using Easy.Logger.Loki.Diagnostics;
using Easy.Logger.Loki.Labels;
using Easy.Logger.Loki.Lanes;
using Easy.Logger.Loki.Sending;
using log4net.Appender;
using log4net.Core;
using log4net.Layout;

namespace Easy.Logger.Loki;

/// <summary>
/// Sends events to Grafana Loki, in batches that it takes. Made to be attached to an <see cref="AsyncBufferingForwardingAppender" />, whose
/// batches it sends; events that it is given one by one it queues and sends with a forwarder of its own, with <see cref="QueueLimit" /> and
/// <see cref="Overflow" />.
/// </summary>
/// <remarks>
/// <para>
/// What may pass later (too many requests, an error of the server, no answer) is tried again for <see cref="RetryLimit" /> with growing
/// waits, while the queue of the forwarder fills and its overflow policy decides. What is too large is halved. What is refused is counted
/// and reported, and never sent again: it would be refused again and hold up what follows.
/// </para>
/// <para>
/// Options are read by <see cref="ActivateOptions" />, which opens no connection and waits for nothing, or for a second at most when a push
/// that waited in memory is just being sent. A value out of its bounds is replaced by its default, and all such problems are reported
/// together, once, to log4net's internal log; without the address of a server nothing is sent. Options are set by one thread, everything
/// else is safe for any thread; a log call throws nothing.
/// </para>
/// </remarks>
[SuppressMessage("Design", "CA1001",
    Justification = "Close is what log4net calls its Dispose; a source of cancellations without a timer holds nothing.")]
public sealed partial class LokiAppender : AppenderSkeleton, IBulkAppender, IBatchAppender, ITraceContextAppender, IDrainingAppender
{
    /// <summary>The most problems of options in one message.</summary>
    private const int MaxProblems = 20;

    private static readonly LokiSettings _none = new() { Obstacle = "was not activated" };

    private readonly object _sendLock = new(); // one push at a time: the lines of a stream stay in order
    private readonly AgeClock _clock;
    private readonly KnownStreams _streams = new();
    private readonly ThreadLocal<bool> _isInCallback = new(); // a filter or an error handler
    private readonly PushInProgress _inProgress = new();
    private readonly List<BatchItem> _wanted = [];
    private readonly LokiCounters _counters;
    private readonly OwnForwarder _own;
    private volatile PushPipeline? _pipeline;
    private volatile LokiSettings _settings = _none; // what was activated last
    private LokiSettings _settingsInUse = _none; // what the pipeline was made for; changed under the lock of a push

    /// <summary>Makes an appender with the default options. Usually done by log4net from a configuration.</summary>
    public LokiAppender()
        : this(TimeProvider.System)
    {
    }

    internal LokiAppender(TimeProvider time)
    {
        _clock = new AgeClock(time);
        _counters = new LokiCounters(() => Name ?? string.Empty);
        _own = new OwnForwarder(this);
    }

    /// <summary>What became of the events so far: a snapshot that balances.</summary>
    public LokiStatistics Statistics => _counters.Read(_own.Dropped);

    /// <summary>
    /// A client of the application's own, for what no option is there for. Used as it is and not disposed of; default none. It should not
    /// follow redirects: with 307 and 308, lines and headers go where the redirect leads. The push counts as refused then.
    /// </summary>
    public HttpClient? Client { get; set; }

    IReadOnlyList<ILayout> IBatchAppender.Layouts => _settings.Layouts;

    FixFlags IBatchAppender.Fix => FilterHead is null ? _settings.Fix : FixFlags.Partial; // a filter may ask for anything

    bool ITraceContextAppender.WritesTraceContext => TraceContext != LokiTraceContext.None;

    /// <summary>Whether a wait before the next try is under way.</summary>
    internal bool IsWaiting => _pipeline is { IsWaiting: true };

    /// <summary>Whether this thread is in the middle of a push: a layout, a filter or a renderer of the application calls.</summary>
    private bool IsSendingThread => Monitor.IsEntered(_sendLock);

    /// <summary>Whether a push waits for the caller, who may be a handler of the client on a thread of its own as well.</summary>
    private bool IsInPush => IsSendingThread || _inProgress.IsHere;

    /// <summary>Takes the options over. May run again; what is being sent is sent with the options it had.</summary>
    public override void ActivateOptions()
    {
        base.ActivateOptions();
        SettingsReader reader = new();
        LokiSettings settings = reader.Read(this);
        if (reader.Problems.Count > 0)
        {
            int left = reader.Problems.Count - MaxProblems;
            LogProblem(string.Join(" ", reader.Problems.Take(MaxProblems)) + (left > 0 ? $" And {left} more." : string.Empty));
        }

        _own.Configure(settings);
        _settings = settings;
        if (!IsInPush && Monitor.TryEnter(_sendLock))
        {
            try
            {
                TakeOver();
            }
            finally
            {
                Leave();
            }
        }
    }

    /// <summary>Queues an event, which is sent soon, see <see cref="LokiAppender" />. Never throws.</summary>
    /// <param name="loggingEvent">The event; <see langword="null" /> is ignored.</param>
    public new void DoAppend(LoggingEvent loggingEvent)
    {
        if (loggingEvent is null)
        {
            return;
        }

        bool canBeSent = !_isClosed && (_pipeline ?? (object?)_settings.Address) is not null;
        if (!(canBeSent && _own.TryAppend(loggingEvent)) && IsWanted(loggingEvent))
        {
            _counters.Receive(1);
            Fail(Drop(1));
        }
    }

    /// <summary>
    /// Sends events now, and waits until they have arrived or have been dropped. Throws nothing: what goes wrong is reported to the error
    /// handler, once for all of them. A layout, filter or renderer that calls it in the middle of a push queues them.
    /// </summary>
    /// <param name="loggingEvents">The events; none of them has to be there.</param>
    /// <exception cref="ArgumentNullException"><paramref name="loggingEvents" /> is <see langword="null" />, as with every log4net
    /// appender.</exception>
    public new void DoAppend(LoggingEvent[] loggingEvents)
    {
        DoAppend(new EventBatch(loggingEvents ?? throw new ArgumentNullException(nameof(loggingEvents))));
    }

    /// <summary>The same with the events of a forwarder, whose texts may not be in them.</summary>
    /// <param name="batch">The events; none of them has to be there.</param>
    /// <exception cref="ArgumentNullException"><paramref name="batch" /> is <see langword="null" />.</exception>
    public void DoAppend(EventBatch batch)
    {
        if (Send(batch ?? throw new ArgumentNullException(nameof(batch))) is { } problem)
        {
            Fail(problem);
        }
    }

    /// <summary>
    /// Waits until all events that were taken before have arrived, were dropped or were refused, also those that another thread is sending.
    /// </summary>
    /// <param name="millisecondsTimeout">The longest wait; negative without limit.</param>
    /// <returns>
    /// Whether all have arrived; <see langword="false" /> when the server refused lines or lines were dropped meanwhile, when the time was
    /// over, when lines are in a <see cref="SpillPath" /> that is not in use any more, and at once for a layout, a filter or a handler of
    /// the client that calls it in the middle of a push.
    /// </returns>
    public override bool Flush(int millisecondsTimeout)
    {
        if (IsInPush)
        {
            return false; // it would wait for itself
        }

        Stopwatch sinceBegin = Stopwatch.StartNew();
        LokiStatistics before = _counters.Read(); // its own queue knows what it drops
        bool isDone = _own.Flush(millisecondsTimeout) && FlushPushes(() => Left(millisecondsTimeout, sinceBegin));
        LokiStatistics after = _counters.Read();
        return isDone && !_counters.HasLinesInOtherFolders && (after.Dropped, after.Refused) == (before.Dropped, before.Refused);
    }

    /// <summary>Sends events.</summary>
    /// <returns>What went wrong; <see langword="null" /> when nothing did.</returns>
    internal string? Send(EventBatch batch)
    {
        if (IsInPush)
        {
            for (int i = 0; i < batch.Count; i++)
            {
                DoAppend(batch[i]!);
            }

            return null;
        }

        Uninterrupted.Enter(_sendLock);
        try
        {
            TakeOver();
            return SendNow(batch);
        }
        finally
        {
            Leave();
        }
    }

    /// <summary>Queues an event. Reached without <see cref="DoAppend(LoggingEvent)" /> only through a reference of the base type.</summary>
    /// <param name="loggingEvent">An event that passed threshold and filters; <see langword="null" /> is ignored.</param>
    protected override void Append(LoggingEvent loggingEvent) => DoAppend(loggingEvent);

    /// <summary>
    /// Sends events. Reached without <see cref="DoAppend(LoggingEvent[])" /> only through a reference of the base type; a forwarder sees by
    /// it that whole batches are wanted.
    /// </summary>
    /// <param name="loggingEvents">Events that passed threshold and filters; <see langword="null" /> is ignored.</param>
    protected override void Append(IEnumerable<LoggingEvent> loggingEvents) => DoAppend([.. loggingEvents ?? []]);

    private string? SendNow(EventBatch batch)
    {
        _wanted.Clear();
        for (int i = 0; i < batch.Count; i++)
        {
            if (batch[i] is { } loggingEvent && IsWanted(loggingEvent))
            {
                _wanted.Add(new BatchItem(batch, i));
            }
        }

        if (_wanted.Count == 0)
        {
            return null;
        }

        _counters.Receive(_wanted.Count);
        if (_isClosed || _pipeline is not { } pipeline)
        {
            return Drop(_wanted.Count);
        }

        try
        {
            using CancellationTokenSource ending = CancellationTokenSource.CreateLinkedTokenSource(_closing.Token, HurryToken());
            string? problem = pipeline.Send(_wanted, ending.Token, out long failed);
            batch.ReportFailed((int)failed);
            return problem;
        }
        finally
        {
            _wanted.Clear();
        }
    }

    /// <summary>
    /// Begins with the options that were activated last. Under the lock of a push: what is being sent is sent with the options it had.
    /// </summary>
    private void TakeOver()
    {
        LokiSettings settings = _settings;
        if (_isClosed || ReferenceEquals(settings, _settingsInUse))
        {
            return;
        }

        IReadOnlyList<SpilledPush> waiting = EndPipeline();
        _counters.SendTo(settings.Encoding, settings.Address);
        LokiMeter.Open(_counters);
        if (settings.Address is null)
        {
            _pipeline = null;
            DropAll(waiting);
        }
        else
        {
            _pipeline = new PushPipeline(settings, Client, _counters, LogProblem, waiting, _streams, _clock, _inProgress);
        }

        _settingsInUse = settings;
    }

    /// <summary>Drops received lines, without anything that could send them.</summary>
    private string Drop(int lines)
    {
        _counters.Drop(lines, ErrorTypes.Closed);
        string obstacle = _isClosed ? "is closed" : _settings.Obstacle ?? string.Empty;
        return FormattableString.Invariant($"{lines} line(s) were dropped: the appender [{Name}] {obstacle}.");
    }

    [SuppressMessage("Design", "CA1031", Justification = "Filters of the application may throw, and nothing is thrown into a log call.")]
    private bool IsWanted(LoggingEvent loggingEvent)
    {
        if (FilterHead is null)
        {
            return FilterEvent(loggingEvent);
        }

        if (_isInCallback.Value)
        {
            return true; // a filter that appends while it is asked would be asked for ever
        }

        string problem;
        try
        {
            _isInCallback.Value = true;
            return FilterEvent(loggingEvent);
        }
        catch (Exception e)
        {
            problem = ExceptionText.MessageOf(e);
        }
        finally
        {
            _isInCallback.Value = false;
        }

        Fail($"A filter of the appender [{Name}] failed: {problem}");
        return true;
    }

    private void Fail(string problem)
    {
        if (_isInCallback.Value)
        {
            return; // an error handler that appends would be called for ever
        }

        try
        {
            _isInCallback.Value = true;
            this.Report(problem);
        }
        finally
        {
            _isInCallback.Value = false;
        }
    }

    private void LogProblem(string problem) => InternalLog.Error($"Easy.Logger appender [{Name}]: {problem}");
}
