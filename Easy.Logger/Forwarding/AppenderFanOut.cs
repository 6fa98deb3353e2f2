using System.Runtime.CompilerServices;
using Easy.Logger.Capture;
using Easy.Logger.Diagnostics;
using Easy.Logger.Forwarding.Writers;
using Easy.Logger.Metrics;
using Easy.Logger.Threading;
using log4net.Appender;
using log4net.Core;

namespace Easy.Logger.Forwarding;

/// <summary>
/// The attached appenders, the plan of what log calls capture for them, and the way a batch takes to all of them: one after the other, each
/// guarded from the failures of the rest.
/// </summary>
/// <remarks>
/// The list is replaced, never changed, so the worker reads it without a lock that a configuring thread could hold; log4net's own list
/// would be read under the appender's lock, which Close holds.
/// </remarks>
internal sealed class AppenderFanOut
{
    private readonly object _changeLock = new();
    private readonly FailureReporter _reporter;
    private readonly BatchFailures _failures = new();
    private readonly AppenderCounterMap _counters = new();
    private readonly List<object?> _source = [];
    private readonly HashSet<string> _reported = [];
    private readonly Batch _one = new();

    // One for each appender as long as it lives: what was logged before an appender was detached still reaches it.
    private readonly ConditionalWeakTable<IAppender, AttachedAppender> _known = new();
    private readonly ConditionalWeakTable<IDrainingAppender, Thread> _drains = new(); // under its own lock
    private volatile AttachedAppender[] _children = [];
    private volatile CapturePlan _plan = CapturePlan.Everything;
    private volatile bool _isLossy;
    private volatile bool _isUnchanged; // nothing had changed when the plan was derived
    private volatile HashSet<IAppender> _reachable = [];
    private volatile bool _batchRendering = true;

    public AppenderFanOut(FailureReporter reporter) => _reporter = reporter;

    /// <summary>Whether the user chose what is captured of an event.</summary>
    public bool HasFix { get; set; }

    /// <summary>The attached appenders, in the order they were attached.</summary>
    public IReadOnlyList<IAppender> Appenders => AppendersOf(_children);

    /// <summary>What every appender that is or was attached has taken, by name and class.</summary>
    public IReadOnlyList<AppenderCounters> Totals => _counters.All;

    /// <summary>What log calls capture. Cheap enough for every log call.</summary>
    public CapturePlan Plan => _plan;

    /// <summary>
    /// Whether a forwarded event can reach an appender. Still so while the appenders close: one that buffers sends the last of it then.
    /// </summary>
    public bool Reaches(IAppender appender) => _reachable.Contains(appender);

    /// <summary>Every appender that an event can reach from here, as far as it is known.</summary>
    public IEnumerable<IAppender> Reachable => _reachable.Concat(_children.Select(child => child.Appender));

    /// <summary>Takes over what the options say of the appenders.</summary>
    /// <param name="batchRendering">Whether stock text appenders get one write per batch.</param>
    /// <param name="isLossy">Whether events are kept until an evaluator wants them.</param>
    public void Configure(bool batchRendering, bool isLossy)
    {
        _batchRendering = batchRendering;
        _isLossy = isLossy;
        PublishPlan();
    }

    /// <summary>
    /// Attaches an appender at the end; one that is attached already, or equal to one that is, is not attached, as in log4net's own list.
    /// </summary>
    public void Add(IAppender appender)
    {
        using (Uninterrupted.Lock(_changeLock))
        {
            if (!Array.Exists(_children, child => IsEqual(child, appender)))
            {
                _children = [.. _children, Attach(appender)];
            }
        }

        PublishPlan();
    }

    /// <summary>Detaches an appender; it is not closed, and still gets the events that were logged before.</summary>
    /// <returns>Whether it was attached.</returns>
    public bool Remove(IAppender appender)
    {
        using (Uninterrupted.Lock(_changeLock))
        {
            if (Array.Find(_children, child => IsEqual(child, appender)) is not { } found)
            {
                return false;
            }

            _children = Array.FindAll(_children, child => !ReferenceEquals(child, found));
        }

        PublishPlan();
        if (_children.Length == 0)
        {
            _reachable = [];
        }

        return true;
    }

    /// <summary>
    /// Worker only: derives the plan again if anything it was made of has changed. Not on a log call or where an appender is attached: it
    /// takes the locks of appenders that contain others.
    /// </summary>
    /// <remarks>
    /// What changes and changes back while a plan is derived leaves a plan of the value between, which looks as if it were made of the one
    /// in force. So after a change it is derived once more, and at each flush.
    /// </remarks>
    /// <param name="isFlush">Whether it is derived in any case.</param>
    public void RefreshPlan(bool isFlush)
    {
        AttachedAppender[] children = _children;
        CapturePlan plan = _plan;
        bool isLossy = _isLossy;
        IReadOnlyList<IAppender> appenders = AppendersOf(children);
        try
        {
            CaptureSource.Collect(appenders, _source);
        }
        catch (Exception)
        {
            _source.Clear(); // an appender that does not let itself be looked at: it gets everything
            _plan = CapturePlan.Everything;
            return;
        }

        bool isSame = plan.IsMadeOf(_source);
        _source.Clear();
        if (children.Length == 0 || (isSame && _isUnchanged && !isFlush))
        {
            ReportLocationReaders(plan);
            return;
        }

        _isUnchanged = isSame;
        CapturePlan refreshed = CapturePlanner.Derive(appenders, isLossy, mayWait: true);
        if (isSame && refreshed.IsSameAs(plan))
        {
            return; // a batch of events of two plans is two batches
        }

        using (Uninterrupted.Lock(_changeLock))
        {
            // Whoever has attached an appender meanwhile has published a plan that knows it.
            if (ReferenceEquals(_children, children) && ReferenceEquals(_plan, plan))
            {
                _plan = refreshed;
                _reachable = refreshed.Reachable;
            }
        }
    }

    /// <summary>Worker only: hands a batch to every appender that its plan was made for.</summary>
    /// <param name="batch">The batch.</param>
    /// <param name="failed">Events that at least one appender failed to take.</param>
    /// <returns><see langword="false" /> when there is no such appender.</returns>
    public bool Forward(Batch batch, out int failed)
    {
        _failures.Reset(batch.Count);
        KeyValuePair<PlannedAppender, AttachedAppender>[] takers = TakersOf(batch.Plan);
        bool hasAppenders = batch.Plan.SharesDestination ? ForwardOneByOne(batch, takers) : ForwardInTurn(batch, takers);
        batch.Leave();
        failed = _failures.Count;
        return hasAppenders;
    }

    private KeyValuePair<PlannedAppender, AttachedAppender>[] TakersOf(CapturePlan plan)
    {
        AttachedAppender[] children = _children;
        if (plan.Appenders.Count == 0)
        {
            return Array.ConvertAll(children, child => new KeyValuePair<PlannedAppender, AttachedAppender>(PlannedAppender.Unknown, child));
        }

        List<KeyValuePair<PlannedAppender, AttachedAppender>> takers = [];
        foreach (PlannedAppender planned in plan.Appenders)
        {
            // A lossy history goes to those that are attached when it goes.
            if (_known.TryGetValue(planned.Appender!, out AttachedAppender? child) && (!_isLossy || Array.IndexOf(children, child) >= 0))
            {
                takers.Add(new(planned, child));
            }
        }

        return [.. takers];
    }

    /// <summary>All events to one appender, then to the next.</summary>
    private bool ForwardInTurn(Batch batch, KeyValuePair<PlannedAppender, AttachedAppender>[] takers)
    {
        bool hasAppenders = false;
        foreach (KeyValuePair<PlannedAppender, AttachedAppender> taker in takers)
        {
            if (!taker.Value.BeginVisit())
            {
                _failures.Mark(0, batch.Count); // closed before it got them
                continue;
            }

            hasAppenders = true;
            try
            {
                taker.Value.Append(batch, taker.Key, _batchRendering, _failures);
            }
            finally
            {
                taker.Value.EndVisit();
            }
        }

        return hasAppenders;
    }

    /// <summary>Each event to all appenders before the next one.</summary>
    private bool ForwardOneByOne(Batch batch, KeyValuePair<PlannedAppender, AttachedAppender>[] takers)
    {
        int all = takers.Length;
        takers = Array.FindAll(takers, taker => taker.Value.BeginVisit()); // for the whole batch
        if (takers.Length < all)
        {
            _failures.Mark(0, batch.Count); // one was closed before it got them
        }

        try
        {
            BatchFailures failures = new();
            CapturedEvents single = new(1);
            for (int i = 0; i < batch.Count; i++)
            {
                batch.Enter(i);
                single.Begin(batch.Plan);
                single.Add(batch[i]);
                _one.Begin(single);
                failures.Reset(1);
                foreach (KeyValuePair<PlannedAppender, AttachedAppender> taker in takers)
                {
                    taker.Value.Append(_one, taker.Key, _batchRendering, failures);
                }

                _one.Leave();
                _one.Clear();
                _failures.Add(i, failures);
            }
        }
        finally
        {
            Array.ForEach(takers, taker => taker.Value.EndVisit());
        }

        return takers.Length > 0;
    }

    /// <summary>Worker only: whether at least one appender took an event of the last batch.</summary>
    public bool HasTaken(int index) => _failures.HasTaken(index);

    /// <summary>Worker only: flushes every appender that can be, all within one deadline.</summary>
    /// <returns>Whether every appender said that it is flushed.</returns>
    public bool Flush(Deadline deadline)
    {
        bool flushed = true;
        foreach (AttachedAppender child in _children)
        {
            flushed &= child.Flush(deadline);
        }

        return flushed;
    }

    /// <summary>
    /// Any thread: informs the appenders that want to know that all events should be safe at the deadline, each on a thread of its own,
    /// because one that hangs may hang in here, too. Waits for nothing.
    /// </summary>
    /// <param name="deadline">When the events should be safe.</param>
    /// <param name="isFinalizer">Whether this thread must not run code of an appender, even where there is no other.</param>
    /// <returns>Waits until they are informed, or until another deadline.</returns>
    public Action<Deadline> BeginDrain(Deadline deadline, bool isFinalizer = false)
    {
        List<Thread> begun = [];
        foreach (IDrainingAppender draining in AppenderTree.VisibleFrom(Reachable).OfType<IDrainingAppender>())
        {
            void Begin()
            {
                try
                {
                    draining.BeginDrain(deadline.RemainingMilliseconds);
                }
                catch (Exception e)
                {
                    _reporter.Failed($"attached appender {NameOf(draining)}", e);
                }
            }

            using (Uninterrupted.Lock(_drains))
            {
                if (_drains.TryGetValue(draining, out Thread? before) && before.IsAlive)
                {
                    continue; // it hangs
                }

                _ = _drains.Remove(draining);
                try
                {
                    Thread thread = BackgroundThread.Start(Begin, "Easy.Logger drain");
                    _drains.Add(draining, thread);
                    begun.Add(thread);
                    continue;
                }
                catch (Exception e) when (e is OutOfMemoryException or ThreadStartException)
                {
                    // There is no thread to be had.
                }
            }

            if (!isFinalizer)
            {
                Begin();
            }
        }

        return end => begun.ForEach(thread => end.JoinUninterrupted(thread));
    }

    private static string NameOf(IAppender appender)
    {
        try
        {
            return $"'{appender.Name}'";
        }
        catch (Exception)
        {
            return appender.GetType().Name;
        }
    }

    /// <summary>Detaches and closes every appender, errors reported.</summary>
    /// <param name="isWorker">Whether the thread is the worker's.</param>
    public void Close(bool isWorker = false)
    {
        AttachedAppender[] children;
        using (Uninterrupted.Lock(_changeLock))
        {
            children = _children;
            _children = [];
        }

        PublishPlan();
        foreach (AttachedAppender child in children)
        {
            child.Close();
            if (isWorker)
            {
                Uninterrupted.ClearPendingInterrupt();
            }
        }
    }

    /// <summary>One that was attached before is the same again, unless it was closed.</summary>
    private AttachedAppender Attach(IAppender appender)
    {
        if (!_known.TryGetValue(appender, out AttachedAppender? child) || child.IsClosed)
        {
            _ = _known.Remove(appender);
            child = new AttachedAppender(appender, _reporter, _counters.Of(appender.Name, appender.GetType().Name));
            _known.Add(appender, child);
        }

        return child;
    }

    private CapturePlan TryDerive(AttachedAppender[] children)
    {
        try
        {
            return CapturePlanner.Derive(AppendersOf(children), _isLossy,
                mayWait: !Array.Exists(children, child => child.Appender is IAppenderAttachable));
        }
        catch (Exception)
        {
            return CapturePlan.Everything; // as above
        }
    }

    private void ReportLocationReaders(CapturePlan plan)
    {
        foreach (Type type in plan.LocationReaders)
        {
            if (!HasFix && _reported.Add(type.FullName ?? type.Name))
            {
                _reporter.Debug(
                    $"each log call captures its caller location, because code of {type} may read it. If it does not, "
                    + "set fix without LocationInfo (such as Partial), which makes log calls cheaper.");
            }
        }
    }

    private static bool IsEqual(AttachedAppender child, IAppender appender) =>
        ReferenceEquals(child.Appender, appender) || child.Appender.Equals(appender);

    private static IAppender[] AppendersOf(AttachedAppender[] children) => Array.ConvertAll(children, child => child.Appender);

    /// <summary>
    /// Derives a plan from what can be seen without waiting for a lock, so that the next log call captures what a new appender needs; the
    /// worker then looks more closely.
    /// </summary>
    private void PublishPlan()
    {
        AttachedAppender[] children;
        do
        {
            children = _children;
            _isUnchanged = false;
            CapturePlan plan = children.Length == 0 ? CapturePlan.ForNobody : TryDerive(children);
            _plan = plan;
            _reachable = plan.Source.Length > 0 ? plan.Reachable : _reachable;
        }
        while (!ReferenceEquals(children, _children)); // somebody else's result may be newer than this one and have come before it
    }
}
