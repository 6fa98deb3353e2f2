namespace Easy.Logger.Tests.Fidelity;

/// <summary>What changes after the log call is printed as it was, also by layouts that ask the event itself.</summary>
internal sealed class ChangedObjectTests
{
    private static readonly Func<ILayout>[] _layouts =
    [
        () => new PatternLayout("%exception{message}%properties %m%n"),
        () => new PatternLayout("%property{value}%exception{message} %m%n"),
        () => new PatternLayout("%property{value}%stacktrace{1}%exception{message}%n"),
        () => new DynamicPatternLayout("%property{value}%exception{message} %m%n"),
        () => new PatternLayout("%-8m|%thread%n"),
        () => new XmlLayout(),
    ];

    /// <summary>An event whose Fix the application has set, even to None, is closed: log4net adds nothing to it any more.</summary>
    [Test]
    public void Event_ItsObjectsChangeLater_IsPrintedAsItWas(
        [ValueSource(nameof(_layouts))] Func<ILayout> layout, [Values] bool isBehindForwarder,
        [Values(null, FixFlags.None, FixFlags.Properties)] FixFlags? fix)
    {
        using Comparison comparison = new(
            () => Output.Text(layout()), forwarder: isBehindForwarder ? () => new ForwardingAppender() : null);
        for (int batch = 0; batch < 2; batch++)
        {
            comparison.Enqueue(
                log =>
                {
                    StringBuilder value = new("value");
                    ThreadContext.Properties["value"] = value;
                    LoggingEvent loggingEvent = new(typeof(Located), log.Logger.Repository, "test", Level.Info, value, exception: null);
                    loggingEvent.Properties["number"] = Comparison.Number;
                    if (fix is { } parts)
                    {
                        loggingEvent.Fix = parts;
                    }

                    log.Logger.Log(loggingEvent);
                    value.Append(" changed");
                },
                "de-DE");
            comparison.Flush();
        }

        comparison.AssertEqual();
    }

    /// <summary>What a rethrow adds to an exception is not in the line of the call that was before it.</summary>
    [TestCase("%exception{stacktrace}%properties")]
    [TestCase("%exception{stacktrace}%30.40properties %stacktrace{1}")]
    [TestCase("%exception{message}|%stacktracedetail{2} %exception{stacktrace} %type{1}")]
    [TestCase("%exception{stacktrace} %logger{none} %type{1}")]
    public void Exception_ThrownAgainLater_IsPrintedAsItWas(string pattern)
    {
        using Comparison comparison = new(() => Output.Text(pattern + "%n"));

        comparison.AssertEqualFor(
            log =>
            {
                Exception exception = Assert.Catch(() => throw new IOException())!;
                Located.Info(log, "logged", exception);
                Assert.Catch(() => throw exception);
            },
            "de-DE");
    }

    /// <summary>It may take long, or have no end.</summary>
    [TestCase("%m%exception{message}%n")]
    [TestCase("%m%property{tenant}%exception{message}%n")]
    public void Property_ThatNothingPrints_IsNotAsked(string pattern)
    {
        CountingMessage value = new();
        using Comparison comparison = new(() => Output.Text(pattern));

        comparison.AssertEqualFor(log =>
        {
            ThreadContext.Properties["value"] = value;
            LoggingEvent loggingEvent = new(typeof(Located), log.Logger.Repository, "test", Level.Info, "own", exception: null);
            loggingEvent.Properties["own"] = value;
            log.Info("text", new IOException("failed"));
            log.Logger.Log(loggingEvent);
        });

        Assert.That(value.Renderings, Is.Zero);
    }

    /// <summary>That it counts as fixed does not mean that its properties are there.</summary>
    [Test]
    public void Event_MadeFromDataWithoutProperties_EverythingIsFixed_HasThoseOfItsThread()
    {
        using Comparison comparison = new(() => Output.Text("%property{tenant} %m%n"), appender => appender.Fix = FixFlags.All);

        comparison.AssertEqualFor(log => log.Logger.Log(
            new LoggingEvent(new LoggingEventData { Level = Level.Info, LoggerName = "test", Message = "made from data" })));
    }

    /// <summary>Thai ignores punctuation, so log4net finds the end of a CDATA section in every tag.</summary>
    [Test]
    public void Xml_CallerIsThai_IsWhatLog4NetMakesOfIt()
    {
        using Comparison comparison = new(() => Output.Text(new XmlLayout()));

        comparison.AssertEqualFor(log => log.Info("<a><b>text</b></a>"), "th-TH");
    }
}
