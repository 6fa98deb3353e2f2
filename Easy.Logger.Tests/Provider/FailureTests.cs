using Microsoft.Extensions.Logging;
using ILogger = Microsoft.Extensions.Logging.ILogger;
using Pair = System.Collections.Generic.KeyValuePair<string, object?>;

namespace Easy.Logger.Tests.Provider;

/// <summary>Whatever throws inside a log call: nothing reaches the application, and the event is written with what can be had.</summary>
[NonParallelizable] // the messages do not name the test
internal sealed class FailureTests : ProviderScene
{
    private IReadOnlyList<string> Reported => Scene.Messages.Naming("Easy.Logger provider");

    [Test]
    public void Log_FormatterThrows_EventHasTheTemplateAndTheRest()
    {
        // Three placeholders, two arguments: Microsoft's own formatter throws.
#pragma warning disable CA2017 // One argument is missing on purpose.
        Collect().Log().LogError(new InvalidOperationException("cause"), "{A} {B} {C}", 1, 2);
#pragma warning restore CA2017

        Assert.That(Event.RenderedMessage, Is.EqualTo("{A} {B} {C} [the message could not be formatted: FormatException]"));
        Assert.That(Values("A", "B"), Is.EqualTo(new[] { 1, 2 }));
        Assert.That(Event.ExceptionObject!.Message, Is.EqualTo("cause"));
        Assert.That(Reported, Has.Some.Contains("could not be formatted").And.Some.Contains("FormatException"));
    }

    [Test]
    public void Log_NoFormatter_TextOfTheState()
    {
        ILogger log = Collect().Log();
        log.Log(LogLevel.Information, default, 42, exception: null, formatter: null!);
        log.Log<object?>(LogLevel.Information, default, state: null, exception: null, formatter: null!);
        log.Log(LogLevel.Information, default, 42, exception: null, (_, _) => null!);

        Assert.That(Texts, Is.EqualTo(new[] { "42", "", "" }));
    }

    [Test]
    public void Log_EnumeratorsAndScopesThrow_EventHasTheMessageThePairsBeforeAndTheOtherScopes()
    {
        ILogger log = Collect().Log();
        using (log.BeginScope("outer"))
        using (log.BeginScope(new ThrowingMessage()))
        using (log.BeginScope(ThrowingPairs("ofScope")))
        using (log.BeginScope("inner"))
        {
            log.Log(LogLevel.Information, default, ThrowingPairs("ofState"), exception: null, (_, _) => "text");
        }

        Assert.That(Event.RenderedMessage, Is.EqualTo("text"));
        Assert.That(Values("Scope", "ofScope", "ofState"), Is.EqualTo(new object[] { "outer => inner", 1, 1 }));
        Assert.That(Reported, Has.Some.Contains("could not be read"));
        Assert.That(Reported, Has.Some.Contains("scope").And.Some.Contains("FormatException").And.Some.Contains("NotSupportedException"));
    }

    [Test]
    public void Log_Log4NetThrows_NothingReachesTheApplication()
    {
        // log4net hands on what ends a program; a log call is no reason to end it.
        SingleTakingAppender appender = new() { OnAppend = _ => throw new OutOfMemoryException("none left") };
        Scene.Repository.Attach(appender);

        Assert.That(() => Log().LogInformation("a"), Throws.Nothing);
        Assert.That(Reported, Has.Some.Contains("its event was lost").And.Some.Contains("none left"));
    }

    [Test]
    public void Log_ArgumentThrowsAgainAndAgain_EachIsWrittenAndOneIsReported()
    {
        ILogger log = Collect().Log();
        for (int i = 0; i < 1_000; i++)
        {
            log.LogInformation("{A} {B}", new ThrowingMessage(), i);
        }

        Assert.That(
            Texts, Is.EqualTo(Enumerable.Range(0, 1_000).Select(i => $"[the value could not be rendered: FormatException] {i}")));
        Assert.That(Events.Select(logged => logged.LookupProperty("B")), Is.EqualTo(Enumerable.Range(0, 1_000)));
        Assert.That(Reported, Has.Count.EqualTo(1));
    }

    /// <summary>Whoever sends the internal log to this provider must not make it talk to itself without an end.</summary>
    [Test]
    public void Log_InternalLogIsLoggedHere_Ends()
    {
        ILogger log = Collect().Log();
        LogLog.LogReceived += LogIt;
        try
        {
            Eventually.Returns(() => log.LogInformation("{A}", new ThrowingMessage()), "the log call");
            InternalLogs.Flush(); // a thread of its own writes it
        }
        finally
        {
            LogLog.LogReceived -= LogIt;
        }

        Assert.That(Events, Has.Count.InRange(2, 10));

        void LogIt(object? source, LogReceivedEventArgs args) => log.LogInformation("{A}", new ThrowingMessage());
    }

    [Test]
    public void Log_MessageLogs_BothAreWrittenAndItEndsAlsoWhereItLogsItself()
    {
        ILogger log = Collect().Log();
        log.LogInformation("outer {A}", new Calling(() => log.LogInformation("inner")));
        Assert.That(Texts, Is.EqualTo(new[] { "inner", "outer called" }));

        Calling? calling = null;
        calling = new Calling(() => log.LogInformation("{A}", calling));
        log.LogInformation("{A}", calling);

        Assert.That(Events, Has.Count.EqualTo(2 + 2));
        Assert.That(Reported, Has.Some.Contains("dropped"));
    }

    private static IEnumerable<Pair> ThrowingPairs(string name)
    {
        yield return new Pair(name, 1);
        throw new NotSupportedException("no more");
    }

    private sealed class Calling(Action call)
    {
        public override string ToString()
        {
            call();
            return "called";
        }
    }
}
