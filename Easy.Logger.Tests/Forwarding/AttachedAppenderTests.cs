using Easy.Logger.Capture;
using Easy.Logger.Forwarding;
using Easy.Logger.Forwarding.Writers;
using Easy.Logger.Metrics;

namespace Easy.Logger.Tests.Forwarding;

/// <summary>Which way of writing an attached appender gets, and what becomes of its failures.</summary>
internal sealed class AttachedAppenderTests : IDisposable
{
    private readonly string _name = Some.Name("child");
    private readonly InternalMessages _messages = new();
    private readonly CountingWriter _writer = new();
    private readonly FailureReporter _reporter;
    private readonly BatchFailures _failures = new();

    public AttachedAppenderTests() => _reporter = new FailureReporter(() => _name, TimeProvider.System);

    public void Dispose()
    {
        _messages.Dispose();
        _writer.Dispose();
    }

    /// <summary>Its code may do anything with an event.</summary>
    [Test]
    public void Append_SubclassOfATextAppender_GetsSingleEvents()
    {
        OwnAppendTextAppender appender = new() { Layout = new PatternLayout("%message;"), Writer = _writer };
        AttachedAppender child = Attach(appender);

        Append(child, "a", "b");

        Assert.That((appender.Events, _writer.ToString(), _writer.Flushes), Is.EqualTo((2, "a;b;", 2)));
    }

    [Test]
    public void Append_ChildReportsAnErrorInsteadOfThrowing_FailsOnThatEvent()
    {
        CollectingErrorHandler own = new();
        SingleTakingAppender appender = new() { Name = "silent", ErrorHandler = own };
        appender.OnAppend = e => TellIf(e.RenderedMessage == "bad", appender);
        AttachedAppender child = Attach(appender);

        Assert.That(Append(child, "a", "bad", "b"), Is.EqualTo(1));

        Assert.That(own.Errors, Has.Count.EqualTo(1), "its own handler is told all the same");
        Assert.That(_messages.Naming(_name), Has.Count.EqualTo(1));
        Assert.That(_messages.Naming(_name)[0], Does.Contain("'silent'").And.Contain("SingleTakingAppender").And.Contain("no room"));
    }

    private static void TellIf(bool bad, SingleTakingAppender appender)
    {
        if (bad)
        {
            appender.ErrorHandler.Error("no room");
        }
    }

    private AttachedAppender Attach(IAppender appender) => new(appender, _reporter, new AppenderCounters(appender.Name, "Child"));

    private int Append(AttachedAppender child, params string[] messages)
    {
        CapturePlan plan = CapturePlanner.Derive([child.Appender], isLossy: false, mayWait: true);
        _failures.Reset(messages.Length);
        child.Append(Captured.Batch(plan, [.. messages.Select(message => Some.Event(message))]), plan.Appenders[0], batchRendering: true,
            _failures);
        return _failures.Count;
    }
}
