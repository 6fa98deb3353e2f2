using Easy.Logger.Compatibility;

namespace Easy.Logger.Tests.Log4Net;

/// <summary>
/// What log4net's base class of appenders offers to subclasses, how it calls it, and under which lock. What can be overridden and seen,
/// <see cref="ProbeAppender" /> overrides and sees.
/// </summary>
internal sealed class AppenderMemberTests
{
    private const string Dependents =
        "Compatibility/Log4NetMembers has this member, and Forwarding/Writers/TextEventWriter repeats what DoAppend does with it.";

    private const string OwnImplementation =
        "AsyncBufferingForwardingAppender implements DoAppend, Flush and Close anew because of this lock.";

    private readonly CollectingErrorHandler _errors = new();
    private readonly ProbeAppender _appender;

    public AppenderMemberTests() => _appender = new ProbeAppender { Name = "probe", ErrorHandler = _errors };

    [Test]
    public void AreAvailable_InThisLog4Net_IsTrue() =>
        Assert.That(Log4NetMembers.AreAvailable, Is.True, "Without them events are captured in full and appended one by one.");

    [Test]
    public void Members_OfAppenderSkeleton_AreThoseOfTheSubclassAndWhatIsBehindItsProperties()
    {
        LoggingEvent loggingEvent = Some.Event();
        OnlyOnceErrorHandler other = new();

        Assert.That(Log4NetMembers.LockOf(_appender), Is.SameAs(_appender.Lock), Dependents);
        Assert.That(Log4NetMembers.ErrorHandlerOf(_appender), Is.SameAs(_errors), Dependents);
        Assert.That(Log4NetMembers.TryReplaceErrorHandler(_appender, other, other), Is.False, Dependents);
        Assert.That(Log4NetMembers.TryReplaceErrorHandler(_appender, _errors, other), Is.True, Dependents);
        Assert.That(_appender.ErrorHandler, Is.SameAs(other), Dependents);
        Log4NetMembers.FilterEvent(_appender, loggingEvent);
        Log4NetMembers.PreAppendCheck(_appender);
        Log4NetMembers.Append(_appender, loggingEvent);
        Assert.That(_appender.Calls, Is.EqualTo(new[] { "FilterEvent", "PreAppendCheck", "Append" }), Dependents);
    }

    [Test]
    public void Close_OfAnAppender_HoldsItsLockMeanwhileAndDoAppendReportsItAfterwards()
    {
        Assert.That(Log4NetMembers.IsClosed(_appender), Is.False, Dependents);

        _appender.Close();
        _appender.DoAppend(Some.Event());

        Assert.That(Log4NetMembers.IsClosed(_appender), Is.True, Dependents);
        Assert.That(_appender.Calls, Is.EqualTo(new[] { "OnClose" }), Dependents);
        Assert.That(_appender.WasLocked, Is.True, OwnImplementation);
        Assert.That(_errors.Errors, Is.EqualTo(new[] { "Attempted to append to closed appender named [probe]." }), Dependents);
    }

    [Test]
    public void RecursiveGuard_IsSetWhileAppending_AndMakesDoAppendIgnoreTheEvent()
    {
        bool isGuarded = false;
        _appender.OnAppend = () =>
        {
            isGuarded = Log4NetMembers.HasRecursiveGuard(_appender);
            _appender.DoAppend(Some.Event("from within"));
        };

        _appender.DoAppend(Some.Event());
        Assert.That((isGuarded, Log4NetMembers.HasRecursiveGuard(_appender), _appender.Calls.Count), Is.EqualTo((true, false, 3)),
            Dependents);

        Log4NetMembers.SetRecursiveGuard(_appender, true);
        _appender.DoAppend(Some.Event());
        Assert.That(_appender.Calls, Has.Count.EqualTo(3), Dependents);
    }

    [Test]
    public void TryReplaceLayout_OnlyWhereItIsTheExpectedOne_IsSeenByTheAppender()
    {
        const string dependents = "Forwarding/Writers/TextBatchWriter puts the layout of the batch in its place and takes it back.";
        PatternLayout first = new("1");
        PatternLayout second = new("2");
        using StringWriter text = new();
        TextWriterAppender appender = new() { Layout = first, Writer = text };

        Assert.That(Log4NetMembers.TryReplaceLayout(appender, second, second), Is.False, dependents);
        Assert.That(appender.Layout, Is.SameAs(first), dependents);
        Assert.That(Log4NetMembers.TryReplaceLayout(appender, first, second), Is.True, dependents);
        appender.DoAppend(Some.Event());
        Assert.That(text.ToString(), Is.EqualTo("2"), dependents);
    }

    [Test]
    public void DoAppend_OneEventOrAnArray_FiltersAllThenChecksOnceThenAppendsOneByOneUnderTheLock()
    {
        _appender.DoAppend(Some.Event());
        _appender.DoAppend([Some.Event(), Some.Event()]);

        Assert.That(_appender.Calls[..3], Is.EqualTo(new[] { "FilterEvent", "PreAppendCheck", "Append" }), Dependents);
        Assert.That(
            _appender.Calls[3..],
            Is.EqualTo(new[] { "FilterEvent", "FilterEvent", "PreAppendCheck", "Append", "Append" }),
            "Forwarding/StockDoAppend expects that an array gains nothing for an appender that does not override Append(IEnumerable).");
        Assert.That(_appender.WasLocked, Is.True, Dependents);
    }

    [Test]
    public void DoAppend_AppendThrows_OnlyTheErrorHandlerHearsOfItAndTheRestOfAnArrayIsLost()
    {
        _appender.OnAppend = () => throw new InvalidOperationException("no room");

        _appender.DoAppend([Some.Event(), Some.Event()]);

        Assert.That(_appender.Calls.Count(call => call == "Append"), Is.EqualTo(1), "SingleWriter exists because of this.");
        Assert.That(_errors.Errors, Has.Count.EqualTo(1), "Forwarding/Writers/AppenderGuard counts failures by the calls of the handler.");
    }

    [Test]
    public void Shutdown_WhileALogCallIsInAnAppender_WaitsForIt()
    {
        using TestRepository repository = new();
        GatedAppender child = new();
        repository.Attach(child);
        child.CloseGate();
        using BackgroundCall<bool> call = BackgroundCall.Of(() => repository.Log().Info("event"));
        child.AwaitEntry();

        using BackgroundCall<bool> shutdown = BackgroundCall.Of(() => repository.Hierarchy.Shutdown());
        shutdown.AwaitBlockedOrDone();
        bool waited = !shutdown.IsDone;
        child.OpenGate();

        Assert.That(
            (waited, call.Result, shutdown.Result),
            Is.EqualTo((true, true, true)),
            "Lifetime/ExitGuard releases blocked calls for this reason.");
    }

    private sealed class ProbeAppender : AppenderSkeleton
    {
        public List<string> Calls { get; } = [];

        public bool WasLocked { get; private set; } = true;

        public Action? OnAppend { get; set; }

        public object Lock => LockObj;

        protected override bool FilterEvent(LoggingEvent loggingEvent)
        {
            Note("FilterEvent");
            return base.FilterEvent(loggingEvent);
        }

        protected override bool PreAppendCheck()
        {
            Note("PreAppendCheck");
            return base.PreAppendCheck();
        }

        protected override void Append(LoggingEvent loggingEvent)
        {
            Note("Append");
            OnAppend?.Invoke();
        }

        protected override void OnClose() => Note("OnClose");

        private void Note(string call)
        {
            Calls.Add(call);
            WasLocked &= Monitor.IsEntered(LockObj);
        }
    }
}
