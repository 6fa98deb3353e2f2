using Easy.Logger.Compatibility;
using Easy.Logger.Forwarding.Writers;

namespace Easy.Logger.Tests.Forwarding.Writers;

/// <summary>How the silent errors of an appender become ours while the worker is in it, and only then.</summary>
internal sealed class AppenderGuardTests
{
    private readonly CollectingErrorHandler _own = new();
    private readonly SingleTakingAppender _appender = new();
    private readonly FailureReporter _reporter = new(() => "relay", TimeProvider.System);
    private readonly AppenderGuard _handler;

    public AppenderGuardTests()
    {
        _appender.ErrorHandler = _own;
        _handler = new AppenderGuard(_appender, _reporter, "the child");
    }

    [Test]
    public void Error_EveryOverload_IsPassedOnAndCounted([Values(1, 2, 3)] int overload)
    {
        IOException cause = new("cause");
        Action<IErrorHandler> report = overload switch
        {
            1 => handler => handler.Error("text"),
            2 => handler => handler.Error("text", cause),
            _ => handler => handler.Error("text", cause, ErrorCode.WriteFailure),
        };
        CollectingErrorHandler expected = new();
        report(expected);

        _handler.Enter();
        report(_appender.ErrorHandler);
        _handler.Exit();

        Assert.That(_own.Errors, Is.EqualTo(expected.Errors));
        Assert.That(_handler.Errors, Is.EqualTo(1));
        Assert.That(_reporter.LastError, Does.Contain("the child: text"));
        _handler.Enter();
        Assert.That(_handler.Errors, Is.Zero, "counted anew each time");
        _handler.Exit();
    }

    [Test]
    public void Error_OnAnotherThreadOrToAnotherHandlerSetMeanwhile_IsNotCountedAndThatHandlerStays()
    {
        CollectingErrorHandler other = new();
        _handler.Enter();
        Eventually.Returns(() => _appender.ErrorHandler.Error("elsewhere"), "an error of another logger");
        _appender.ErrorHandler = other;
        _handler.Exit();

        Assert.That((_handler.Errors, _reporter.LastError), Is.EqualTo((0, (string?)null)));
        Assert.That(_own.Errors, Is.EqualTo(new[] { "elsewhere" }));
        Assert.That(_appender.ErrorHandler, Is.SameAs(other));
    }

    /// <summary>A text appender gives its handler to its writer, which keeps it; an application may give the writer another one.</summary>
    [Test]
    public void Error_OfTheWriterOfATextAppender_IsCountedAndItsHandlerStays([Values] bool isOverridden, [Values] bool hasHandlerOfItsOwn)
    {
        using CountingWriter writer = new() { OnWrite = () => throw new IOException("full") };
        TextWriterAppender text = isOverridden ? new OverridingAppender() : new TextWriterAppender();
        (text.Writer, text.ErrorHandler) = (writer, _own);
        QuietTextWriter quiet = (QuietTextWriter)text.Writer;
        CollectingErrorHandler ofWriter = hasHandlerOfItsOwn ? new() : _own;
        quiet.ErrorHandler = ofWriter;
        AppenderGuard guard = new(text, _reporter, "text");

        guard.Enter();
        quiet.Write("a");
        guard.Exit();

        Assert.That((guard.Errors, ofWriter.Errors.Count), Is.EqualTo((1, 1)));
        Assert.That((text.ErrorHandler, quiet.ErrorHandler), Is.EqualTo(((IErrorHandler)_own, (IErrorHandler)ofWriter)));
    }

    /// <summary>Where the lock of the appender is not held, as in a flush.</summary>
    [Test]
    public void Exit_ApplicationSetsHandlersMeanwhile_EachStays()
    {
        using StringWriter writer = new();
        TextWriterAppender text = new() { Writer = writer };
        AppenderGuard guard = new(text, _reporter, "text");
        using ManualResetEventSlim isOver = new();
        using BackgroundCall<bool> flushes = BackgroundCall.Of(() => GoInAndOut(guard, isOver));
        int lost = 0;
        for (int i = 0; i < 300_000; i++)
        {
            CollectingErrorHandler handler = new();
            text.ErrorHandler = handler;
            text.ErrorHandler.Error("text");
            lost += handler.Errors.Count == 1 ? 0 : 1;
        }

        isOver.Set();
        Assert.That((lost, flushes.Result), Is.EqualTo((0, true)));
    }

    /// <summary>As where several async appenders are never all outside at once.</summary>
    [Test]
    public void Enter_VisitsOverlapAgainAndAgain_AnErrorPassesEachOnce()
    {
        AppenderGuard second = new(_appender, _reporter, "the same child");
        int frames = 0;
        _appender.ErrorHandler = new DelegatingErrorHandler(_ => frames = new StackTrace().FrameCount);
        _handler.Enter(locks: false);
        for (int i = 0; i < 200; i++)
        {
            second.Enter(locks: false);
            _handler.Exit();
            _handler.Enter(locks: false);
            second.Exit();
        }

        _appender.ErrorHandler.Error("text");
        _handler.Exit();

        Assert.That((_handler.Errors, frames < 200), Is.EqualTo((1, true)), $"{frames} frames");
        Assert.That(_appender.ErrorHandler, Is.TypeOf<DelegatingErrorHandler>());
    }

    [Test]
    public void Enter_AnotherGoesInAndOutMeanwhile_EveryErrorIsCounted()
    {
        AppenderGuard second = new(_appender, _reporter, "the same child");
        using ManualResetEventSlim isOver = new();
        using BackgroundCall<bool> flushes = BackgroundCall.Of(() => GoInAndOut(second, isOver));
        int counted = 0;
        for (int i = 0; i < 50_000; i++)
        {
            _handler.Enter();
            _appender.ErrorHandler.Error("text");
            _handler.Exit();
            counted += _handler.Errors;
        }

        isOver.Set();
        Assert.That((flushes.Result, counted), Is.EqualTo((true, 50_000)));
        Assert.That(_appender.ErrorHandler, Is.SameAs(_own));
    }

    /// <summary>Without that, the second would take the first for the appender's own handler.</summary>
    [Test]
    public void Enter_AnotherAsyncAppenderIsInside_WaitsForItsExit()
    {
        AppenderGuard second = new(_appender, _reporter, "the same child");
        _handler.Enter();
        Assert.That(Eventually.Returns(() => Monitor.TryEnter(Log4NetMembers.LockOf(_appender)), "a look at the lock"), Is.False);
        using BackgroundCall<bool> other = BackgroundCall.Of(() =>
        {
            second.Enter();
            second.Exit();
        });
        other.AwaitBlockedOrDone();
        bool waited = !other.IsDone;

        _handler.Exit();

        Assert.That((waited, other.Result), Is.EqualTo((true, true)));
        Assert.That(_appender.ErrorHandler, Is.SameAs(_own));
    }

    private sealed class OverridingAppender : TextWriterAppender
    {
        public override IErrorHandler ErrorHandler { get => base.ErrorHandler; set => base.ErrorHandler = value; }
    }

    /// <summary>As flushes, which take no lock.</summary>
    private static void GoInAndOut(AppenderGuard guard, ManualResetEventSlim isOver)
    {
        while (!isOver.IsSet)
        {
            guard.Enter(locks: false);
            guard.Exit();
        }
    }
}
