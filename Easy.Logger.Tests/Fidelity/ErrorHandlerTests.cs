using log4net.Util;

namespace Easy.Logger.Tests.Fidelity;

/// <summary>The error handler of an attached appender gets the calls that it gets without the async appender.</summary>
internal sealed class ErrorHandlerTests
{
    /// <summary>
    /// One class wraps what its property is set to: whatever was put there and taken away again would stay. One handler is a subclass of
    /// the stock one, and one is the stock one, which an application resets.
    /// </summary>
    [Test]
    public void ErrorHandler_OfAnyKind_IsCalledOncePerErrorHoweverManyBatchesWent()
    {
        const int Times = 50;
        DecoratingAppender decorating = new() { Name = "decorating", ErrorHandler = new OnlyOnceErrorHandler() };
        EagerHandler eager = new();
        OnlyOnceErrorHandler stock = new();
        int depth = decorating.Depth;
        int enabled = 0;
        AsyncBufferingForwardingAppender appender = Comparison.NewAsync(decorating);
        appender.AddAppender(new FailingAppender { Name = "eager", ErrorHandler = eager });
        appender.AddAppender(new FailingAppender { Name = "stock", ErrorHandler = stock });

        for (int i = 0; i < Times; i++)
        {
            appender.DoAppend(Some.Event());
            appender.Flush(-1);
            enabled += stock.IsEnabled ? 1 : 0;
            stock.Reset();
        }

        appender.Close();
        Assert.That((decorating.Depth, decorating.Calls), Is.EqualTo((depth, Times)), "one that is wrapped");
        Assert.That(eager.Errors, Is.EqualTo(Times), "a subclass of the stock one");
        Assert.That(enabled, Is.Zero, "the stock one is in its state after Flush");
        Assert.That(appender.Statistics.Failed, Is.EqualTo(Times));
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
