namespace Easy.Logger.Tests.Forwarding;

/// <summary>Appenders that take batches and write their texts themselves.</summary>
internal sealed class BatchAppenderTests
{
    private const FixFlags Least = FixFlags.Message | FixFlags.ThreadName | FixFlags.Exception;

    /// <summary>A layout of the application.</summary>
    private const string Own = "own";

    /// <summary>Layouts that cannot be looked at.</summary>
    private const string Unreadable = "unreadable";

    private static readonly string[] _patterns =
    [
        "%message", "%level|%message%exception|source=%logger", "%date{ISO8601} [%-5level] [%2thread] %logger{1} - "
            + "%message%newline%exception", "%property{user} %message", "%m %stacktrace",
    ];

    private readonly TestRepository _repository = new();
    private readonly BatchTakingAppender _child = new() { Name = Some.Name("child") };
    private readonly AsyncBufferingForwardingAppender _forwarder = new() { Name = Some.Name("async"), IdleTime = 3_600_000 };

    private static IEnumerable<string> PatternsAndOwn => [.. _patterns, Own];

    private ILog Log => _repository.Log("Shop.Orders");

    [TearDown]
    public void End() => _repository.Dispose();

    [Test]
    public void DoAppend_MessagesThatCannotChange_AreNotRenderedAtTheCall([Values("", "%level %message")] string pattern)
    {
        _child.Layouts = Layouts(pattern);
        Begin();

        Log.InfoFormat("{0} and {1}", "one", 2);
        Log.Info("text");
        Flush();

        string prefix = pattern.Length == 0 ? string.Empty : "INFO ";
        Assert.That(_child.Events.Skip(1).Select(item => item.Text), Is.EqualTo(new[] { $"{prefix}one and 2", $"{prefix}text" }));
        Assert.That(_child.Events.Skip(1).Select(item => item.Fix & FixFlags.Message), Is.All.EqualTo(FixFlags.None));
    }

    [Test]
    public void DoAppend_ArgumentsChangeAfterTheCall_TextsAreThoseOfTheCall(
        [ValueSource(nameof(PatternsAndOwn))] string pattern, [Values] bool filtered)
    {
        if (filtered)
        {
            _child.AddFilter(new StringMatchFilter { StringToMatch = "now", AcceptOnMatch = false });
        }

        _child.Layouts = Layouts(pattern);
        Begin();

        System.Text.StringBuilder argument = new("then");
        object[] arguments = ["then"];
        Log.InfoFormat("{0}", argument);
        Log.InfoFormat("{0}", arguments);
        arguments[0] = argument.Clear().Append("now");
        Flush();

        Assert.That(_child.Events.TakeLast(2).Select(item => item.Text), Has.All.Contain("then").And.All.Not.Contain("now"));
    }

    [Test]
    public void Format_LayoutsOfLog4Net_TextIsTheirs(
        [ValueSource(nameof(_patterns))] string pattern, [Values("", "{\"a\": \"ä😀\"}")] string message, [Values] bool failed)
    {
        PatternLayout layout = new(pattern);
        _child.Layouts = [layout];
        MemoryAppender memory = new() { Name = Some.Name("memory"), Fix = FixFlags.All };
        _forwarder.Fix = FixFlags.Partial | FixFlags.LocationInfo;
        Begin(memory);

        Exception? exception = failed ? new InvalidOperationException("failed") : null;
        Log.Error(message, exception);
        Log.Error(message, exception);
        Flush();

        string[] expected = Array.ConvertAll(memory.GetEvents(), layout.Format);
        Assert.That(_child.Events.Select(item => item.Text), Is.EqualTo(expected));
    }

    [TestCase("", FixFlags.None, Least)]
    [TestCase("%message", FixFlags.None, Least)]
    [TestCase("%message", FixFlags.Properties, Least | FixFlags.Properties)]
    [TestCase("%property{user}", FixFlags.None, Least | FixFlags.Properties)]
    [TestCase("%line", FixFlags.Identity, Least | FixFlags.LocationInfo | FixFlags.Identity)]
    [TestCase(Unreadable, FixFlags.None, FixFlags.All, Description = "nobody knows what it reads")]
    public void Fix_OfTheForwarder_IsWhatTheAppenderAsksForNow(string pattern, FixFlags own, FixFlags expected)
    {
        Begin();
        Assert.That(_forwarder.Fix, Is.EqualTo(Least));

        _child.Layouts = Layouts(pattern);
        _child.Fix = own;
        Log.Info("text");
        _forwarder.Flush(-1);

        Assert.That(_forwarder.Fix, Is.EqualTo(expected));
    }

    [TestCase(null, 2)]
    [TestCase(1, 1)]
    [TestCase(7, 2)]
    public void DoAppend_Throws_AllOfTheBatchHaveFailedUnlessItSaysHowMany(int? reported, int failed)
    {
        Begin();
        _child.OnBatch = batch =>
        {
            if (reported is { } count)
            {
                batch.ReportFailed(count);
            }

            throw new InvalidOperationException("no");
        };

        Log.Info("one");
        Log.Info("two");
        Assert.That(_forwarder.Flush(-1), Is.False);

        Assert.That(_forwarder.Statistics.Failed, Is.EqualTo(failed));
        Assert.That(_forwarder.Statistics.LastError, Does.Contain("no"));
    }

    [Test]
    public void Batch_OfEventsFromElsewhere_TextsAreTheirsAndNullIsRefused()
    {
        LoggingEvent loggingEvent = new(new LoggingEventData { Message = "text", Level = Level.Warn, LoggerName = "x", ThreadName = "1" });
        EventBatch batch = new([loggingEvent]);
        using StringWriter text = new(CultureInfo.InvariantCulture);

        batch.WriteMessage(0, text);
        batch.Format(0, new PatternLayout(" %level %message"), text);

        Assert.That(text.ToString(), Is.EqualTo("text WARN text"));
        Assert.That((batch.Count, batch[0]), Is.EqualTo((1, loggingEvent)));
        Assert.That(() => new EventBatch(null!), Throws.ArgumentNullException);
        Assert.That(() => batch.WriteMessage(0, null!), Throws.ArgumentNullException);
        Assert.That(() => batch.Format(0, null!, TextWriter.Null), Throws.ArgumentNullException);
        Assert.That(() => batch.Format(0, new SimpleLayout(), null!), Throws.ArgumentNullException);
    }

    private static IReadOnlyList<ILayout> Layouts(string pattern) => pattern switch
    {
        "" => [],
        Unreadable => (IReadOnlyList<ILayout>)new UnreadableLayouts(),
        Own => [new DelegatingLayout((writer, loggingEvent) => writer.Write(loggingEvent.RenderedMessage))],
        _ => [new PatternLayout(pattern)],
    };

    /// <summary>Attaches the appender, and others behind it, and lets the worker see them once.</summary>
    private void Begin(params IAppender[] others)
    {
        _forwarder.AddAppender(_child);
        Array.ForEach(others, _forwarder.AddAppender);
        _forwarder.ActivateOptions();
        _repository.Attach(_forwarder);
        Log.Info("first");
        Flush();
    }

    private void Flush() => Assert.That(_forwarder.Flush(-1), Is.True);

    private sealed class UnreadableLayouts : List<ILayout>, IReadOnlyList<ILayout>, IEnumerable<ILayout>
    {
        IEnumerator<ILayout> IEnumerable<ILayout>.GetEnumerator() => throw new InvalidOperationException("no layouts now");
    }
}
