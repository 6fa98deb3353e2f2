using log4net.Util;

namespace Easy.Logger.Tests.Fidelity;

/// <summary>The error handler of an attached appender gets the calls that it gets without the async appender.</summary>
internal sealed class ErrorHandlerTests
{
    private const int Times = 50;

    private readonly AsyncBufferingForwardingAppender _appender = new() { Name = Some.Name("async") };
    private readonly FailingAppender _failing = new() { Name = "failing" };

    [TearDown]
    public void End() => _appender.Close();

    /// <summary>Each set of the property wraps what is set: whatever was put there and taken away again would stay.</summary>
    [Test]
    public void ErrorHandler_ClassWrapsWhatIsSet_IsCalledOncePerErrorHoweverManyBatchesWent()
    {
        DecoratingAppender decorating = new() { Name = "decorating", ErrorHandler = new OnlyOnceErrorHandler() };
        int before = decorating.Depth;
        Attach(decorating);

        LogAndFlush(Times);

        Assert.That((decorating.Depth, decorating.Calls), Is.EqualTo((before, Times)));
        Assert.That(_appender.Statistics.Failed, Is.EqualTo(Times));
    }

    [Test]
    public void ErrorHandler_SubclassOfTheStockOne_GetsEveryError()
    {
        EagerHandler handler = new();
        _failing.ErrorHandler = handler;
        Attach(_failing);

        LogAndFlush(Times);

        Assert.That(handler.Errors, Is.EqualTo(Times));
    }

    [Test]
    public void ErrorHandler_StockOne_IsInItsStateAfterFlush()
    {
        Attach(_failing);
        OnlyOnceErrorHandler handler = (OnlyOnceErrorHandler)_failing.ErrorHandler;
        int enabled = 0;
        for (int i = 0; i < Times; i++)
        {
            LogAndFlush(1);
            enabled += handler.IsEnabled ? 1 : 0;
            handler.Reset();
        }

        Assert.That(enabled, Is.Zero);
    }

    private void Attach(IAppender appender)
    {
        _appender.AddAppender(appender);
        _appender.ActivateOptions();
    }

    private void LogAndFlush(int times)
    {
        for (int i = 0; i < times; i++)
        {
            _appender.DoAppend(Some.Event());
            _appender.Flush(-1);
        }
    }

    private class FailingAppender : AppenderSkeleton
    {
        protected override void Append(LoggingEvent loggingEvent) => throw new InvalidOperationException("fails");
    }

    private sealed class DecoratingAppender : FailingAppender
    {
        private int _calls;

        public int Calls => _calls;

        public int Depth => DepthOf(ErrorHandler);

        public override IErrorHandler ErrorHandler
        {
            get => base.ErrorHandler;
            set => base.ErrorHandler = new Decorator(value, () => _calls++);
        }

        private static int DepthOf(IErrorHandler handler) => handler is Decorator decorator ? 1 + DepthOf(decorator.Inner) : 0;

        /// <summary>The outermost one counts the error.</summary>
        private sealed class Decorator(IErrorHandler inner, Action called) : IErrorHandler
        {
            public IErrorHandler Inner => inner;

            public void Error(string message) => called();

            public void Error(string message, Exception e) => called();

            public void Error(string message, Exception? e, ErrorCode errorCode) => called();
        }
    }

    private sealed class EagerHandler : OnlyOnceErrorHandler, IErrorHandler
    {
        public int Errors { get; private set; }

        void IErrorHandler.Error(string message) => Errors++;

        void IErrorHandler.Error(string message, Exception e) => Errors++;

        void IErrorHandler.Error(string message, Exception? e, ErrorCode errorCode) => Errors++;
    }
}
