namespace Easy.Logger.Tests.Survival;

/// <summary>
/// When Flush has returned, or an event was dropped, the appender keeps nothing of it alive: neither its arguments nor its text.
/// </summary>
[Demand("C3")]
internal sealed class ReleasedEventsTests
{
    private readonly TestRepository _repository = new();
    private readonly CountingWriter _writer = new();

    [TearDown]
    public void End()
    {
        Eventually.Returns(_repository.Dispose, "the shutdown");
        _writer.Dispose();
    }

    [Test]
    public void Flush_LastBatchIsThrough_ArgumentsAreCollected(
        [Values("pattern", "layout", "events", "array", "none")] string child,
        [Values("format", "message", "exception", "property")] string way) =>
        AssertCollected(new AsyncBufferingForwardingAppender(), Child(child), way, isThrough: true);

    [TestCase("drop lowest level")]
    [TestCase("journal")]
    [TestCase("filter")]
    [TestCase("two children")]
    [TestCase("same file")]
    [TestCase("fixed")]
    [TestCase("full batches")]
    [TestCase("failing")]
    public void Flush_LastBatchIsThrough_ArgumentsAreCollectedWhateverTheOptions(string option)
    {
        using TempFolder folder = new();
        AsyncBufferingForwardingAppender appender = new();
        bool fails = option == "failing";
        AssertCollected(appender, Set(appender, option, folder), fails ? "message" : "format", isThrough: !fails);
        Eventually.Returns(_repository.Dispose, "the shutdown");
    }

    /// <summary>While the child is stuck and the loss is not yet reported.</summary>
    [TestCase(OverflowPolicy.DropNewest)]
    [TestCase(OverflowPolicy.DropOldest)]
    [TestCase(OverflowPolicy.DropLowestLevel)]
    public void DoAppend_EventsAreDropped_MessagesAreCollected(OverflowPolicy policy)
    {
        GatedAppender child = new();
        child.Hold(Attach(new AsyncBufferingForwardingAppender { BufferSize = 1, QueueLimit = 5, Overflow = policy }, child));

        WeakReference[] messages = Log(_repository.Log(), "message");

        Eventually.Holds(() => Collected(messages) == messages.Length - 4, "all but the four that wait are collected");
        child.OpenGate();
    }

    private void AssertCollected(AsyncBufferingForwardingAppender appender, IAppender child, string way, bool isThrough)
    {
        Attach(appender, child);
        WeakReference[] arguments = Log(_repository.Log(), way);

        Assert.That(Eventually.Returns(() => appender.Flush(-1), "Flush"), Is.EqualTo(isThrough));

        Eventually.Holds(() => Collected(arguments) == arguments.Length, "the arguments are collected, without another event");
    }

    private AsyncBufferingForwardingAppender Attach(AsyncBufferingForwardingAppender appender, IAppender child)
    {
        appender.Name = Some.Name();
        _repository.Attach(Some.Activated(appender, child));
        return appender;
    }

    /// <returns>The child that goes with it.</returns>
    private AppenderSkeleton Set(AsyncBufferingForwardingAppender appender, string option, TempFolder folder)
    {
        AppenderSkeleton child = option == "failing"
            ? new SingleTakingAppender { OnAppend = _ => throw new IOException("disk full") }
            : (AppenderSkeleton)Child("pattern");
        Action set = option switch
        {
            "drop lowest level" => () => appender.Overflow = OverflowPolicy.DropLowestLevel,
            "failing" => () => appender.BufferSize = 8,
            "full batches" => () => appender.BufferSize = 5,
            "journal" => () => appender.Journal = folder.File("journal"),
            "filter" => () => child.AddFilter(new DelegatingFilter(_ => log4net.Filter.FilterDecision.Accept)),
            "two children" => () => appender.AddAppender(new SingleTakingAppender()),
            "same file" => () => appender.AddAppender(Child("layout")),
            _ => () => appender.Fix = log4net.Core.FixFlags.All,
        };
        set();
        return child;
    }

    private static int Collected(WeakReference[] references)
    {
        GC.Collect();
        return references.Count(reference => !reference.IsAlive);
    }

    /// <summary>Not inlined, so that no variable of the test keeps an argument.</summary>
    [MethodImpl(MethodImplOptions.NoInlining)]
    private static WeakReference[] Log(ILog log, string way) => [.. Enumerable.Range(0, 20).Select(_ => Log(log, new object(), way))];

    [MethodImpl(MethodImplOptions.NoInlining)]
    private static WeakReference Log(ILog log, object argument, string way)
    {
        switch (way)
        {
            case "format":
                log.InfoFormat("value {0}", argument);
                break;
            case "message":
                log.Info(argument);
                break;
            case "property":
                using (ThreadContext.Stacks["stack"].Push("text"))
                {
                    ThreadContext.Properties["argument"] = argument;
                    log.Info("text");
                    ThreadContext.Properties.Remove("argument");
                }

                break;
            default:
                InvalidOperationException exception = new("failed");
                argument = exception;
                log.Info("failed", exception);
                break;
        }

        return new WeakReference(argument);
    }

    private IAppender Child(string kind) => kind switch
    {
        "pattern" => new TextWriterAppender { Layout = new PatternLayout("%property{argument} %message%newline"), Writer = _writer },
        "layout" => new TextWriterAppender { Layout = new SimpleLayout(), Writer = _writer },
        "events" => new SingleTakingAppender(),
        "array" => new ArrayTakingAppender(),
        _ => new ForwardingAppender(),
    };
}
