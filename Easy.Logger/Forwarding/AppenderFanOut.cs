using Easy.Logger.Diagnostics;
using Easy.Logger.Rendering;
using Easy.Logger.Threading;
using log4net.Appender;
using log4net.Core;

namespace Easy.Logger.Forwarding;

/// <summary>
/// The attached appenders, and the way a batch takes to all of them: one after the other, each shielded from the failures of the rest.
/// </summary>
/// <remarks>
/// The list is replaced, never changed, so the worker reads it without a lock that a configuring thread could hold; log4net's own list would be
/// read under the appender's lock, which Close holds.
/// </remarks>
internal sealed class AppenderFanOut
{
    private readonly object _changeLock = new();
    private readonly FailureReporter _reporter;
    private readonly BatchFailures _failures = new();
    private readonly ChildBooks _books = new();
    private volatile Children _children = new([]);
    private volatile bool _batchRendering = true;
    private volatile int _fix = (int)AutomaticFix.For([]);
    private volatile bool _wantTraceContext;

    public AppenderFanOut(FailureReporter reporter) => _reporter = reporter;

    /// <summary>The attached appenders, in the order they were attached.</summary>
    public IReadOnlyList<IAppender> Appenders => Array.ConvertAll(_children.All, child => child.Appender);

    /// <summary>What every appender that is or was attached has taken, by name and class.</summary>
    public IReadOnlyList<ChildTotals> Totals => _books.All;

    /// <summary>What has to be fixed of each event for all of them.</summary>
    public FixFlags Fix => (FixFlags)_fix;

    /// <summary>Whether one of them writes the trace that an event was logged in.</summary>
    public bool WantTraceContext => _wantTraceContext;

    /// <summary>Whether stock text appenders get one write per batch.</summary>
    public bool BatchRendering
    {
        get => _batchRendering;
        set
        {
            using (Uninterrupted.Lock(_changeLock))
            {
                _batchRendering = value;
                Array.ForEach(_children.All, child => child.BatchRendering = value);
            }
        }
    }

    /// <summary>Whether no child needs the message of an event in the event. Cheap enough for every log call.</summary>
    public bool RendersMessages => _children.RendersMessages;

    /// <summary>Attaches an appender at the end; one that is attached already stays where it is.</summary>
    public void Add(IAppender appender)
    {
        using (Uninterrupted.Lock(_changeLock))
        {
            if (!Array.Exists(_children.All, child => ReferenceEquals(child.Appender, appender)))
            {
                _children = new Children([.. _children.All, Attach(appender)]);
            }
        }

        DeriveFix();
    }

    /// <summary>Detaches an appender as it was before it was attached; it is not closed.</summary>
    /// <returns>Whether it was attached.</returns>
    public bool Remove(IAppender appender)
    {
        using (Uninterrupted.Lock(_changeLock))
        {
            if (Array.Find(_children.All, child => ReferenceEquals(child.Appender, appender)) is not { } found)
            {
                return false;
            }

            _children = new Children(Array.FindAll(_children.All, child => !ReferenceEquals(child, found)));
            found.Detach();
        }

        DeriveFix();
        return true;
    }

    /// <summary>
    /// Finds out anew what has to be fixed or kept. Attaching and detaching do so, and the worker when a child has another layout or pattern than with the batch before.
    /// Not under the lock, for it asks appenders of the application what is attached to them.
    /// </summary>
    public void DeriveFix()
    {
        Children children;
        do
        {
            children = _children;
            IAppender[] appenders = Array.ConvertAll(children.All, child => child.Appender);
            _fix = (int)AutomaticFix.For(appenders);
            _wantTraceContext = TraceContext.IsWantedBy(appenders);
        }
        while (!ReferenceEquals(children, _children)); // somebody else's result may be newer than this one and have come before it
    }

    /// <summary>Worker only: hands a batch to every child.</summary>
    /// <param name="batch">The events, in order.</param>
    /// <param name="messages">Messages that are not in their events.</param>
    /// <param name="failed">Events that at least one child failed to take.</param>
    /// <returns><see langword="false" /> when no child is attached.</returns>
    public bool Forward(LoggingEvent[] batch, BatchMessages messages, out int failed)
    {
        _failures.Reset(batch.Length);
        bool hasChildren = false;
        Children children = _children;
        foreach (ChildAppender child in children.All)
        {
            hasChildren |= child.Append(batch, messages, _failures);
        }

        children.Update();
        failed = _failures.Count;
        return hasChildren;
    }

    /// <summary>Worker only: flushes every child that can be, all within one deadline.</summary>
    /// <returns>Whether every child said that it is flushed.</returns>
    public bool Flush(Deadline deadline)
    {
        bool flushed = true;
        foreach (ChildAppender child in _children.All)
        {
            flushed &= child.Flush(deadline);
        }

        return flushed;
    }

    /// <summary>Detaches and closes every appender, errors reported.</summary>
    public void Close()
    {
        ChildAppender[] children;
        using (Uninterrupted.Lock(_changeLock))
        {
            children = _children.All;
            _children = new Children([]);
        }

        DeriveFix();
        foreach (ChildAppender child in children)
        {
            child.Close();
        }
    }

    private ChildAppender Attach(IAppender appender) => new(appender, _reporter, _books.Of(appender.Name, appender.GetType().Name), _batchRendering, layoutChanged: DeriveFix);

    /// <summary>The children of one moment.</summary>
    private sealed class Children(ChildAppender[] all)
    {
        private volatile bool _rendersMessages;

        public ChildAppender[] All { get; } = all;

        /// <summary>
        /// Whether none of them needs the message of an event in the event, as of the last batch. Kept here, apart from what the worker writes with every batch: each
        /// log call would wait until its processor has that from the other's cache.
        /// </summary>
        public bool RendersMessages => _rendersMessages;

        /// <summary>Worker only.</summary>
        public void Update()
        {
            bool rendersMessages = Array.TrueForAll(All, child => child.RendersMessages);
            if (rendersMessages != _rendersMessages)
            {
                _rendersMessages = rendersMessages;
            }
        }
    }
}
