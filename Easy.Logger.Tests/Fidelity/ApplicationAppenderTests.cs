using Easy.Logger.Compatibility;
using log4net.Layout.Pattern;

namespace Easy.Logger.Tests.Fidelity;

/// <summary>Appenders of an application, whatever they do, see what they see without the async appender, and hold nobody up.</summary>
internal sealed class ApplicationAppenderTests : FolderTests
{
    [Test]
    public void PropertyThatCannotBeFixed_OfAnEventMadeFromData_LosesNoEvent()
    {
        Output text = Output.Text("%m%n");
        Output own = Output.Own(e => $"{e.RenderedMessage}\n");
        AsyncBufferingForwardingAppender appender = Comparison.NewAsync(own.Appender);
        appender.AddAppender(text.Appender);
        using TestRepository repository = new TestRepository().Attach(appender);
        Comparison.OnCaller(() =>
        {
            ThreadContext.Properties["fixing"] = new ThrowingFixed();
            LoggingEventData data = new() { Message = "from data", Level = Level.Info, LoggerName = "test" };
            repository.Log().Logger.Log(new LoggingEvent(typeof(ApplicationAppenderTests), repository.Hierarchy, data));
            repository.Log().Info("usual");
        });

        appender.Flush(-1);
        Assert.That((text.Read(), own.Read()), Is.EqualTo(("from data\nusual\n", "from data\nusual\n")));
    }

    /// <summary>Its thread needs the lock that log4net holds for an append, and not for a flush.</summary>
    [Test]
    public void FlushThatWaitsForAThreadOfTheAppender_Ends()
    {
        OwnThreadAppender child = new();
        AsyncBufferingForwardingAppender appender = Comparison.NewAsync(child);
        appender.DoAppend(Some.Event());

        Assert.That(appender.Flush((int)Eventually.Patience.TotalMilliseconds), Is.True);
        Assert.That(child.Written, Is.EqualTo(1));
    }

    [Test]
    public void TwoAppendersWithOneFile_LinesKeepTheirOrder()
    {
        AsyncBufferingForwardingAppender appender = Comparison.NewAsync(OnOneFile("i %m%n", Level.All, Level.Warn));
        appender.AddAppender(OnOneFile("!!! %m%n", Level.Error, Level.Off));

        for (int i = 0; i < 3; i++)
        {
            appender.DoAppend(Some.Event($"{i}"));
            appender.DoAppend(Some.Event($"{i}", Level.Error));
        }

        appender.Close();

        Assert.That(Folder.Lines(), Is.EqualTo(["i 0", "!!! 0", "i 1", "!!! 1", "i 2", "!!! 2"]));

        IAppender OnOneFile(string pattern, Level min, Level max)
        {
            FileAppender file = new() { LockingModel = new FileAppender.MinimalLock() };
            file.AddFilter(new LevelRangeFilter { LevelMin = min, LevelMax = max });
            return Output.File(Folder.File("file"), new PatternLayout(pattern), file).Appender;
        }
    }

    /// <summary>Layouts, converters and filters need not be safe for several threads.</summary>
    [Test]
    public void LayoutOrConverterAndFilter_RunUnderTheLockOfTheirAppender(
        [Values("text", "file", "rolling")] string kind, [Values] bool ownLayout, [Values] bool batchRendering)
    {
        AppenderSkeleton? child = null;
        List<bool> held = [];
        child = (AppenderSkeleton)Create(kind, ownLayout ? new DelegatingLayout((_, _) => Note()) : WithConverter(() => Note())).Appender;
        child.AddFilter(new DelegatingFilter(_ => Note()));
        AsyncBufferingForwardingAppender appender = Comparison.NewAsync(child, appender => appender.BatchRendering = batchRendering);
        for (int i = 0; i < 3; i++)
        {
            appender.DoAppend(Some.Event());
            appender.DoAppend(Some.Event());
            appender.Flush(-1);
        }

        appender.Close();

        Assert.That(held, Has.Count.EqualTo(12).And.All.True, "each filters and formats six events");

        FilterDecision Note()
        {
            held.Add(Monitor.IsEntered(Log4NetMembers.LockOf(child!)));
            return FilterDecision.Neutral;
        }
    }

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
        AsyncBufferingForwardingAppender ofDecorating = Comparison.NewAsync(decorating);
        AsyncBufferingForwardingAppender appender = Comparison.NewAsync(new FailingAppender { Name = "eager", ErrorHandler = eager });
        appender.AddAppender(new FailingAppender { Name = "stock", ErrorHandler = stock });

        for (int i = 0; i < Times; i++)
        {
            foreach (AsyncBufferingForwardingAppender each in new[] { ofDecorating, appender })
            {
                each.DoAppend(Some.Event());
                each.Flush(-1);
            }

            enabled += stock.IsEnabled ? 1 : 0;
            stock.Reset();
        }

        appender.Close();
        ofDecorating.Close();
        Assert.That((decorating.Depth, decorating.Calls), Is.EqualTo((depth, Times)), "one that is wrapped");
        Assert.That(eager.Errors, Is.EqualTo(Times), "a subclass of the stock one");
        Assert.That(enabled, Is.Zero, "the stock one is in its state after Flush");
        Assert.That((ofDecorating.Statistics.Failed, appender.Statistics.Failed), Is.EqualTo((Times, Times)));
    }

    private static PatternLayout WithConverter(Action run)
    {
        PatternLayout layout = new();
        layout.AddConverter(new ConverterInfo { Name = "run", Type = typeof(RunningConverter) });
        RunningConverter.Made.Value = run;
        layout.ConversionPattern = "%run %m%n";
        layout.ActivateOptions();
        return layout;
    }

    private Output Create(string kind, ILayout layout) => kind switch
    {
        "text" => Output.Text(layout),
        "file" => Output.File(Folder.File(Some.Name()), layout),
        _ => Output.File(Folder.File(Some.Name()), layout, new RollingFileAppender()),
    };

    private sealed class RunningConverter : PatternLayoutConverter
    {
        private readonly Action? _run = Made.Value; // the one that is made on this thread

        public static AsyncLocal<Action?> Made { get; } = new();

        protected override void Convert(TextWriter writer, LoggingEvent loggingEvent) => _run?.Invoke();
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

    private sealed class ThrowingFixed : IFixingRequired
    {
        public object GetFixedObject() => throw new InvalidOperationException("cannot be fixed");
    }

    private sealed class OwnThreadAppender : AppenderSkeleton
    {
        private int _waiting;

        public int Written { get; private set; }

        public override bool Flush(int millisecondsTimeout)
        {
            using BackgroundCall<bool> writer = new(() =>
            {
                lock (LockObj)
                {
                    Written += _waiting;
                    return true;
                }
            });
            return writer.Result;
        }

        protected override void Append(LoggingEvent loggingEvent) => _waiting++;
    }
}
