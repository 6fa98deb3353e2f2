using System.Reflection;
using Easy.Logger.Tests.Support;
using log4net.Appender;
using log4net.Core;
using log4net.Filter;
using log4net.Layout;
using log4net.Util;

namespace Easy.Logger.Tests.Log4Net;

/// <summary>What log4net's base class of appenders offers to subclasses, and how it calls it.</summary>
internal sealed class AppenderMemberTests
{
    private const string Dependents = "Easy.Logger/Forwarding writes a batch through this member and has to follow.";

    private const BindingFlags AnyInstance = BindingFlags.Instance | BindingFlags.Public | BindingFlags.NonPublic;

    [TestCase("FilterEvent", typeof(LoggingEvent))]
    [TestCase("PreAppendCheck")]
    [TestCase("Append", typeof(LoggingEvent))]
    [TestCase("Append", typeof(IEnumerable<LoggingEvent>))]
    [TestCase("IsAsSevereAsThreshold", typeof(Level))]
    [TestCase("get_Layout")]
    [TestCase("get_FilterHead")]
    public void Member_OfAppenderSkeleton_CanBeOverridden(string name, params Type[] parameters)
    {
        MethodInfo? method = typeof(AppenderSkeleton).GetMethod(name, AnyInstance, parameters);

        Assert.That(method, Is.Not.Null, Dependents);
        Assert.That((method!.IsFamily || method.IsPublic, method.IsVirtual), Is.EqualTo((true, true)), Dependents);
    }

    [Test]
    public void LockObj_OfAppenderSkeleton_IsOfferedToSubclasses() => Assert.That(
        typeof(AppenderSkeleton).GetProperty("LockObj", AnyInstance)?.GetMethod?.IsFamily, Is.True, Dependents);

    [Test]
    public void DoAppend_OneEvent_FiltersChecksAndAppendsUnderTheLock()
    {
        ProbeAppender appender = new();

        appender.DoAppend(Some.Event());

        Assert.That(appender.Calls, Is.EqualTo(new[] { "FilterEvent", "PreAppendCheck", "Append" }), Dependents);
        Assert.That(appender.WasLocked, Is.True, Dependents);
    }

    [Test]
    public void DoAppend_Array_FiltersAllThenChecksOnceThenAppendsOneByOne()
    {
        ProbeAppender appender = new();

        appender.DoAppend([Some.Event(), Some.Event()]);

        Assert.That(
            appender.Calls,
            Is.EqualTo(new[] { "FilterEvent", "FilterEvent", "PreAppendCheck", "Append", "Append" }),
            "Forwarding/StockTextAppenders expects that an array gains nothing for an appender that does not override Append(IEnumerable).");
    }

    [Test]
    public void DoAppend_AppendThrows_OnlyTheErrorHandlerHearsOfItAndTheRestOfAnArrayIsLost()
    {
        CollectingErrorHandler errors = new();
        ProbeAppender appender = new() { ErrorHandler = errors, Fails = true };

        appender.DoAppend([Some.Event(), Some.Event()]);

        Assert.That(appender.Calls.Count(call => call == "Append"), Is.EqualTo(1), "Forwarding/EventByEventWriter exists because of this.");
        Assert.That(errors.Errors, Has.Count.EqualTo(1), "Forwarding/ChildErrorHandler counts failures by the calls of the handler.");
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

        Assert.That(messages.Naming(text), Has.Count.EqualTo(1), "README, \"What happens when\", says who reports a failing child.");
    }

    [TestCase(true)]
    [TestCase(false)]
    public void DoAppend_LayoutIgnoresException_AppendsItsTextAndANewLine(bool ignores)
    {
        using StringWriter text = new();
        TextWriterAppender appender = new() { Writer = text, Layout = new PatternLayout("%m%n") { IgnoresException = ignores } };
        LoggingEvent failed = new(typeof(Some), repository: null, "test", Level.Error, "m", new InvalidOperationException("cause"));

        appender.DoAppend(failed);

        string[] lines = ignores ? ["m", "System.InvalidOperationException: cause"] : ["m"];
        Assert.That(text.ToString(), Is.EqualTo(string.Concat(lines.Select(line => line + Environment.NewLine))), "Forwarding/TextBatchWriter appends it in the same way.");
    }

    [Test]
    public void FilterEvent_FilterAccepts_LaterFiltersAreNotAsked()
    {
        ProbeAppender appender = new();
        appender.AddFilter(new StringMatchFilter { StringToMatch = "yes" });
        appender.AddFilter(new DenyAllFilter());

        appender.DoAppend(Some.Event("yes"));
        appender.DoAppend(Some.Event("no"));

        Assert.That(appender.Calls.Count(call => call == "Append"), Is.EqualTo(1), "Forwarding/TextBatchWriter decides in the same way.");
    }

    private sealed class ProbeAppender : AppenderSkeleton
    {
        public List<string> Calls { get; } = [];

        public bool WasLocked { get; private set; } = true;

        public bool Fails { get; init; }

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
            if (Fails)
            {
                throw new InvalidOperationException("no room");
            }
        }

        private void Note(string call)
        {
            Calls.Add(call);
            WasLocked &= Monitor.IsEntered(LockObj);
        }
    }
}
