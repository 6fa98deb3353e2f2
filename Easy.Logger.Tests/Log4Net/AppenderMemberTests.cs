using Easy.Logger.Compatibility;
using log4net.Util;

namespace Easy.Logger.Tests.Log4Net;

/// <summary>
/// What log4net's base class of appenders offers to subclasses, and how it calls it. What can be overridden and seen, <see
/// cref="ProbeAppender" /> overrides and sees.
/// </summary>
internal sealed class AppenderMemberTests
{
    private const string Dependents =
        "Compatibility/Log4NetMembers has this member, and Forwarding/Writers/TextEventWriter repeats what DoAppend does with it.";

    [Test]
    public void LockObj_OfAppenderSkeleton_IsOfferedToSubclasses()
    {
        ProbeAppender appender = new();
        Assert.That(Log4NetMembers.LockOf(appender), Is.SameAs(appender.Lock), Dependents);
    }

    [Test]
    public void ErrorHandler_OfAppenderSkeleton_IsKeptBehindTheProperty()
    {
        CollectingErrorHandler errors = new();
        ProbeAppender appender = new() { ErrorHandler = errors };
        OnlyOnceErrorHandler other = new();

        Assert.That(Log4NetMembers.ErrorHandlerOf(appender), Is.SameAs(errors), Dependents);
        Assert.That(Log4NetMembers.TryReplaceErrorHandler(appender, other, other), Is.False, Dependents);
        Assert.That(Log4NetMembers.TryReplaceErrorHandler(appender, errors, other), Is.True, Dependents);
        Assert.That(appender.ErrorHandler, Is.SameAs(other), Dependents);
    }

    [Test]
    public void AreAvailable_InThisLog4Net_IsTrue() =>
        Assert.That(Log4NetMembers.AreAvailable, Is.True, "Without them events are captured in full and appended one by one.");

    [Test]
    public void ProtectedMembers_CalledFromOutside_AreThoseOfTheSubclass()
    {
        ProbeAppender appender = new();
        LoggingEvent loggingEvent = Some.Event();

        Log4NetMembers.FilterEvent(appender, loggingEvent);
        Log4NetMembers.PreAppendCheck(appender);
        Log4NetMembers.Append(appender, loggingEvent);

        Assert.That(appender.Calls, Is.EqualTo(new[] { "FilterEvent", "PreAppendCheck", "Append" }), Dependents);
    }

    [Test]
    public void IsClosed_AfterClose_IsTrueAndDoAppendReportsIt()
    {
        CollectingErrorHandler errors = new();
        ProbeAppender appender = new() { Name = "probe", ErrorHandler = errors };
        Assert.That(Log4NetMembers.IsClosed(appender), Is.False, Dependents);

        appender.Close();
        appender.DoAppend(Some.Event());

        Assert.That(Log4NetMembers.IsClosed(appender), Is.True, Dependents);
        Assert.That(appender.Calls, Is.Empty, Dependents);
        Assert.That(errors.Errors, Is.EqualTo(new[] { "Attempted to append to closed appender named [probe]." }), Dependents);
    }

    [Test]
    public void RecursiveGuard_IsSetWhileAppending_AndMakesDoAppendIgnoreTheEvent()
    {
        ProbeAppender appender = new();
        bool isGuarded = false;
        appender.OnAppend = () =>
        {
            isGuarded = Log4NetMembers.HasRecursiveGuard(appender);
            appender.DoAppend(Some.Event("from within"));
        };

        appender.DoAppend(Some.Event());
        Assert.That((isGuarded, Log4NetMembers.HasRecursiveGuard(appender), appender.Calls.Count), Is.EqualTo((true, false, 3)),
            Dependents);

        Log4NetMembers.SetRecursiveGuard(appender, true);
        appender.DoAppend(Some.Event());
        Assert.That(appender.Calls, Has.Count.EqualTo(3), Dependents);
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
        ProbeAppender appender = new();

        appender.DoAppend(Some.Event());
        appender.DoAppend([Some.Event(), Some.Event()]);

        Assert.That(appender.Calls[..3], Is.EqualTo(new[] { "FilterEvent", "PreAppendCheck", "Append" }), Dependents);
        Assert.That(
            appender.Calls[3..],
            Is.EqualTo(new[] { "FilterEvent", "FilterEvent", "PreAppendCheck", "Append", "Append" }),
            "Forwarding/StockDoAppend expects that an array gains nothing for an appender that does not override Append(IEnumerable).");
        Assert.That(appender.WasLocked, Is.True, Dependents);
    }

    [Test]
    public void DoAppend_AppendThrows_OnlyTheErrorHandlerHearsOfItAndTheRestOfAnArrayIsLost()
    {
        CollectingErrorHandler errors = new();
        ProbeAppender appender = new() { ErrorHandler = errors, OnAppend = () => throw new InvalidOperationException("no room") };

        appender.DoAppend([Some.Event(), Some.Event()]);

        Assert.That(appender.Calls.Count(call => call == "Append"), Is.EqualTo(1),
            "SingleWriter exists because of this.");
        Assert.That(errors.Errors, Has.Count.EqualTo(1), "Forwarding/Writers/AppenderGuard counts failures by the calls of the handler.");
    }

    /// <summary>Until 3.4 this message was for debugging only.</summary>
    [Test]
    public void DefaultErrorHandler_ErrorsInARow_LogsTheFirstToTheInternalLog()
    {
        using InternalMessages messages = new();
        string text = Some.Name("error");
        OnlyOnceErrorHandler handler = new("Probe");

        handler.Error(text);
        handler.Error(text);

        Assert.That(
            messages.Naming(text), Has.Count.EqualTo(1), "docs/how-it-works.md, \"What happens when\", says who reports a failing child.");
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

        private void Note(string call)
        {
            Calls.Add(call);
            WasLocked &= Monitor.IsEntered(LockObj);
        }
    }
}
