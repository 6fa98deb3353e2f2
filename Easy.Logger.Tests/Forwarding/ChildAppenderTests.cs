using Easy.Logger.Diagnostics;
using Easy.Logger.Forwarding;
using Easy.Logger.Rendering;
using Easy.Logger.Tests.Support;
using log4net.Appender;
using log4net.Core;
using log4net.Layout;

namespace Easy.Logger.Tests.Forwarding;

/// <summary>Which way of writing a child gets, and how its silent errors become ours.</summary>
internal sealed class ChildAppenderTests : IDisposable
{
    private readonly string _name = Some.Name("child");
    private readonly InternalMessages _messages = new();
    private readonly CountingWriter _writer = new();
    private readonly FailureReporter _reporter;
    private readonly BatchFailures _failures = new();

    public ChildAppenderTests() => _reporter = new FailureReporter(() => _name, TimeProvider.System);

    public void Dispose()
    {
        _messages.Dispose();
        _writer.Dispose();
    }

    [Test]
    public void Append_SubclassReplacesAppend_GetsSingleEventsAndKeepsItsLayout()
    {
        PatternLayout layout = new("%message;");
        OwnAppendTextAppender appender = new() { Layout = layout, Writer = _writer };
        ChildAppender child = Attach(appender);

        Append(child, "a", "b");

        Assert.That(appender.Events, Is.EqualTo(2));
        Assert.That(_writer.ToString(), Is.EqualTo("a;b;"));
        Assert.That(appender.Layout, Is.SameAs(layout));
    }

    [Test]
    public void Append_SubclassAddsAnOption_GetsOneWritePerBatch()
    {
        ChildAppender child = Attach(new ExtendedTextAppender { Layout = new PatternLayout("%message;"), Writer = _writer });

        Append(child, "a", "b");

        Assert.That((_writer.ToString(), _writer.Flushes), Is.EqualTo(("a;b;", 1)));
    }

    [Test]
    public void Append_SubclassThatTakesArraysFails_FailsOnTheWholeBatch()
    {
        ChildAppender child = Attach(new GatedAppender { OnAppend = _ => throw new IOException() });

        Assert.That(Append(child, "a", "b", "c"), Is.EqualTo(3));
    }

    [Test]
    public void Append_ChildReportsAnErrorInsteadOfThrowing_FailsOnThatEvent()
    {
        CollectingErrorHandler own = new();
        SingleTakingAppender appender = new() { Name = "silent", ErrorHandler = own };
        appender.OnAppend = e => TellIf(e.RenderedMessage == "bad", appender);
        ChildAppender child = Attach(appender);

        Assert.That(Append(child, "a", "bad", "b"), Is.EqualTo(1));

        Assert.That(own.Errors, Has.Count.EqualTo(1), "its own handler is told all the same");
        Assert.That(_messages.Naming(_name), Has.Count.EqualTo(1));
        Assert.That(_messages.Naming(_name)[0], Does.Contain("'silent'").And.Contain("SingleTakingAppender").And.Contain("no room"));
    }

    [Test]
    public void Append_WorksAgain_ReportsTheTotalOnce()
    {
        bool fails = true;
        ChildAppender child = Attach(new SingleTakingAppender { OnAppend = ignored => _ = fails ? throw new IOException() : 0 });
        Append(child, "a", "b");
        Append(child, "c");
        fails = false;

        Append(child, "d");
        Append(child, "e");

        Assert.That(_messages.Naming(_name), Has.Count.EqualTo(2));
        Assert.That(_messages.Naming(_name)[1], Does.Contain("3 event(s)"));
    }

    [Test]
    public void Detach_ForeignSkeleton_GetsItsErrorHandlerBack()
    {
        CollectingErrorHandler own = new();
        SingleTakingAppender appender = new() { ErrorHandler = own };
        ChildAppender child = Attach(appender);
        Assert.That(appender.ErrorHandler, Is.Not.SameAs(own));

        child.Detach();

        Assert.That(appender.ErrorHandler, Is.SameAs(own));
    }

    [Test]
    public void Error_OnAnotherThread_IsHandedOnAndNotCounted()
    {
        CollectingErrorHandler own = new();
        ChildErrorHandler handler = new(own, _reporter, "the child");
        handler.BeginWatch();

        Eventually.Returns(() => handler.Error("elsewhere"), "an error of another forwarder");

        Assert.That(handler.EndWatch(), Is.False);
        Assert.That(own.Errors, Is.EqualTo(new[] { "elsewhere" }));
        Assert.That(_messages.Naming(_name), Is.Empty);
    }

    [Test]
    public void Error_EveryOverload_IsHandedOnAndCounted([Values(1, 2, 3)] int overload)
    {
        CollectingErrorHandler own = new();
        ChildErrorHandler handler = new(own, _reporter, "the child");
        IOException cause = new("cause");
        Action<IErrorHandler> tell = overload switch
        {
            1 => told => told.Error("text"),
            2 => told => told.Error("text", cause),
            _ => told => told.Error("text", cause, ErrorCode.WriteFailure),
        };
        CollectingErrorHandler expected = new();
        tell(expected);
        handler.BeginWatch();

        tell(handler);

        Assert.That(own.Errors, Is.EqualTo(expected.Errors));
        Assert.That(handler.EndWatch(), Is.True);
        Assert.That(_reporter.LastError, Does.Contain("the child: text"));
        handler.BeginWatch();
        Assert.That(handler.EndWatch(), Is.False, "each watch starts anew");
    }

    [Test]
    public void Error_OutsideOfAWatch_IsHandedOnAndNotCounted()
    {
        CollectingErrorHandler own = new();
        ChildErrorHandler handler = new(own, _reporter, "the child");

        handler.Error("nobody watches");

        Assert.That(own.Errors, Has.Count.EqualTo(1));
        Assert.That(_reporter.LastError, Is.Null);
    }

    private static void TellIf(bool bad, SingleTakingAppender appender)
    {
        if (bad)
        {
            appender.ErrorHandler.Error("no room");
        }
    }

    private ChildAppender Attach(IAppender appender) => new(appender, _reporter, new ChildTotals(appender.Name, "Child"), batchRendering: true, layoutChanged: () => { });

    private int Append(ChildAppender child, params string[] messages)
    {
        _failures.Reset(messages.Length);
        child.Append([.. messages.Select(message => Some.Event(message))], new BatchMessages(), _failures);
        return _failures.Count;
    }
}
