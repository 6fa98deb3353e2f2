namespace Easy.Logger.Tests.Fidelity;

/// <summary>Appenders of an application, whatever they do, see what they see without the async appender, and hold nobody up.</summary>
internal sealed class ApplicationAppenderTests
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

    [Test]
    public void HandlerThatCannotBeSet_LeavesTheAppenderUsable()
    {
        UnsettableHandlerAppender child = new();
        AsyncBufferingForwardingAppender appender = Comparison.NewAsync(child);
        appender.DoAppend(Some.Event());
        appender.Flush(-1);

        Eventually.Returns(() => child.DoAppend(Some.Event()), "a direct call");
        Eventually.Returns(appender.Close, "Close");
        Assert.That(child.Events, Is.EqualTo(2));
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
    public void AppenderWithADoAppendOfItsOwn_BehindTwoAsyncAppenders_HasItsHandlerBack()
    {
        SingleTakingAppender child = new() { Layout = new log4net.Layout.SimpleLayout() };
        IErrorHandler handler = child.ErrorHandler;
        AsyncBufferingForwardingAppender[] both = [Comparison.NewAsync(child), Comparison.NewAsync(child)];
        Threads.Run(3, number =>
        {
            for (int i = 0; i < 200; i++)
            {
                both[(number + i) % 2].DoAppend(Some.Event());
                both[i % 2].Flush(number - 1);
            }
        });

        Array.ForEach(both, appender => appender.Flush(-1));
        both[0].DoAppend(Some.Event());
        both[0].Flush(-1);
        Assert.That(child.ErrorHandler, Is.SameAs(handler));
    }

    [Test]
    public void ContainersThatAllReferToEachOther_AreForwardedTo()
    {
        Output output = Output.Text("%m%n");
        ForwardingAppender[] ring = [.. Enumerable.Range(0, 5).Select(_ => new ForwardingAppender())];
        AsyncBufferingForwardingAppender appender = Comparison.NewAsync(ring[0]);
        ring[^1].AddAppender(output.Appender);
        (ForwardingAppender From, ForwardingAppender To)[] all =
            [.. ring.SelectMany(from => ring.Where(to => to != from).Select(to => (from, to)))];
        Array.ForEach(all, each => each.From.AddAppender(each.To));

        appender.DoAppend(Some.Event("text"));
        bool isFlushed = appender.Flush((int)Eventually.Patience.TotalMilliseconds);

        Array.ForEach(all, each => each.From.RemoveAppender(each.To)); // log4net cannot close a ring
        Assert.That(isFlushed, Is.True);
        Assert.That(output.Read(), Does.StartWith("text\n"));
    }

    [Test]
    public void LayoutExchangedAfterTheCall_OldEventsAreWrittenByTheOldOne()
    {
        Output output = Output.Text("old %m%n");
        AsyncBufferingForwardingAppender appender = Comparison.NewAsync(output.Appender);
        using TestRepository repository = new TestRepository().Attach(appender);
        Comparison.OnCaller(() =>
        {
            object[] arguments = ["before"];
            repository.Log().InfoFormat("{0}", arguments);
            arguments[0] = "used again";
            ((AppenderSkeleton)output.Appender).Layout = new log4net.Layout.PatternLayout("new %property{tenant} %m%n");
            appender.Flush(-1);
            repository.Log().Info("after");
        });

        appender.Flush(-1);
        Assert.That(output.Read(), Is.EqualTo("old before\nnew blue after\n"));
    }

    [Test]
    public void TwoAppendersWithOneFile_LinesKeepTheirOrder()
    {
        using TempFolder folder = new();
        AsyncBufferingForwardingAppender appender = Comparison.NewAsync(OnOneFile("i %m%n", Level.All, Level.Warn));
        appender.AddAppender(OnOneFile("!!! %m%n", Level.Error, Level.Off));

        for (int i = 0; i < 3; i++)
        {
            appender.DoAppend(Some.Event($"{i}"));
            appender.DoAppend(Some.Event($"{i}", Level.Error));
        }

        appender.Close();

        Assert.That(folder.Lines(), Is.EqualTo(["i 0", "!!! 0", "i 1", "!!! 1", "i 2", "!!! 2"]));

        IAppender OnOneFile(string pattern, Level min, Level max)
        {
            FileAppender file = new() { LockingModel = new FileAppender.MinimalLock() };
            file.AddFilter(new log4net.Filter.LevelRangeFilter { LevelMin = min, LevelMax = max });
            return Output.File(folder.File("file"), new log4net.Layout.PatternLayout(pattern), file).Appender;
        }
    }

    private sealed class ThrowingFixed : IFixingRequired
    {
        public object GetFixedObject() => throw new InvalidOperationException("cannot be fixed");
    }

    private sealed class UnsettableHandlerAppender : AppenderSkeleton
    {
        public int Events { get; private set; }

        public override IErrorHandler ErrorHandler
        {
            get => base.ErrorHandler;
            set => throw new NotSupportedException("not this one");
        }

        protected override void Append(LoggingEvent loggingEvent) => Events++;
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
