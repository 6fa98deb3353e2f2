using System.Collections;
using System.Reflection;
using Easy.Logger.Extensions.Microsoft;
using Easy.Logger.Extensions.Microsoft.Categories;
using Easy.Logger.Extensions.Microsoft.Configuration;
using Easy.Logger.Extensions.Microsoft.Diagnostics;
using log4net.Util;
using Microsoft.Extensions.Logging;
using ILogger = Microsoft.Extensions.Logging.ILogger;

namespace Easy.Logger.Tests.Provider;

/// <summary>Whatever throws inside a log call: nothing reaches the application, and the event is written with what can be had.</summary>
[Category("Provider")]
[NonParallelizable] // the messages do not name the test
internal sealed class FailureTests : IDisposable
{
    private readonly ProviderScene _scene = new();

    private IReadOnlyList<string> Reported => _scene.Scene.Messages.Naming("Easy.Logger provider");

    public void Dispose() => _scene.Dispose();

    [Test]
    public void Log_FormatterThrows_EventHasTheTemplateAndTheRest()
    {
        // Three placeholders, two arguments: Microsoft's own formatter throws.
#pragma warning disable CA2017 // One argument is missing on purpose.
        _scene.Collect().Log().LogError(new InvalidOperationException("cause"), "{A} {B} {C}", 1, 2);
#pragma warning restore CA2017

        Assert.That(_scene.Event.RenderedMessage, Is.EqualTo("{A} {B} {C} [the message could not be formatted: FormatException]"));
        Assert.That(_scene.Event.LookupProperty("A"), Is.EqualTo(1));
        Assert.That(_scene.Event.LookupProperty("B"), Is.EqualTo(2));
        Assert.That(_scene.Event.ExceptionObject!.Message, Is.EqualTo("cause"));
        Assert.That(Reported, Has.Some.Contains("could not be formatted").And.Some.Contains("FormatException"));
    }

    [Test]
    public void Log_ArgumentsToStringThrows_EventIsWritten()
    {
        _scene.Collect().Log().LogInformation("{A} {B}", new ThrowingMessage(), 2);

        Assert.That(_scene.Event.RenderedMessage, Is.EqualTo("[the value could not be rendered: FormatException] 2"));
        Assert.That(_scene.Event.LookupProperty("B"), Is.EqualTo(2));
    }

    [Test]
    public void Log_NoFormatter_TextOfTheState()
    {
        ILogger log = _scene.Collect().Log();
        log.Log(LogLevel.Information, default, 42, exception: null, formatter: null!);
        log.Log<object?>(LogLevel.Information, default, state: null, exception: null, formatter: null!);
        log.Log(LogLevel.Information, default, 42, exception: null, (_, _) => null!);

        Assert.That(_scene.Events.Select(logged => logged.RenderedMessage), Is.EqualTo(new[] { "42", "", "" }));
    }

    [Test]
    public void Log_EnumeratorThrows_EventHasTheMessageAndThePairsBefore()
    {
        _scene.Collect().Log().Log(LogLevel.Information, default, new ThrowingPairs(), exception: null, (_, _) => "text");

        Assert.That(_scene.Event.RenderedMessage, Is.EqualTo("text"));
        Assert.That(_scene.Event.LookupProperty("a"), Is.EqualTo(1));
        Assert.That(Reported, Has.Some.Contains("could not be read").And.Some.Contains("NotSupportedException"));
    }

    /// <summary>A state that somebody takes back while it is read: of the values that cannot change, each is read where it is.</summary>
    [TestCase(2)]
    [TestCase(3)]
    public void Log_StateThrowsAtALaterRead_EventIsWritten(int read)
    {
        _scene.Scene.ConfigureFile(pattern: "%property{a}|%message%newline");
        ILogger log = _scene.Log();
        log.LogInformation("so that it is known what is read");
        ThrowingList state = new(read);
        log.Log(LogLevel.Information, default, state, exception: null, (pairs, _) => read == 2 ? "text" : $"text {pairs[0].Value}");

        Assert.That(_scene.Scene.Appender.Flush(-1), Is.True);
        Assert.That(_scene.Scene.Lines()[^1], Is.EqualTo(read == 2 ? "(null)|text" : "(null)|text 1"));
        Assert.That(Reported, Has.Some.Contains("could not be read").And.Some.Contains("NotSupportedException"));
    }

    [Test]
    public void Log_ScopeThrows_EventHasTheOthers()
    {
        ILogger log = _scene.Collect().Log();
        using (log.BeginScope("outer"))
        using (log.BeginScope(new ThrowingMessage()))
        using (log.BeginScope(new ThrowingPairs()))
        using (log.BeginScope("inner"))
        {
            log.LogInformation("a");
        }

        Assert.That(_scene.Event.LookupProperty("Scope"), Is.EqualTo("outer => inner"));
        Assert.That(_scene.Event.LookupProperty("a"), Is.EqualTo(1));
        Assert.That(Reported, Has.Some.Contains("scope").And.Some.Contains("FormatException").And.Some.Contains("NotSupportedException"));
    }

    [Test]
    public void Log_Log4NetThrows_NothingReachesTheApplication()
    {
        // log4net hands on what ends a program; a log call is no reason to end it.
        SingleTakingAppender appender = new() { OnAppend = _ => throw new OutOfMemoryException("none left") };
        _scene.Scene.Repository.Attach(appender);

        Assert.That(() => _scene.Log().LogInformation("a"), Throws.Nothing);
        Assert.That(Reported, Has.Some.Contains("its event was lost").And.Some.Contains("none left"));
    }

    [Test]
    public void Log_FailsAgainAndAgain_IsToldOnce()
    {
        ILogger log = _scene.Collect().Log();
        for (int i = 0; i < 1_000; i++)
        {
            log.LogInformation("{A}", new ThrowingMessage());
        }

        Assert.That(_scene.Events, Has.Count.EqualTo(1_000));
        Assert.That(Reported, Has.Count.EqualTo(1));
    }

    [Test]
    public void Log_InternalLogThrows_NothingReachesTheApplication()
    {
        ILogger log = _scene.Collect().Log();
        using ThrowingInternalLog thrown = new("Easy.Logger provider");

        Assert.That(() => log.LogInformation("{A}", new ThrowingMessage()), Throws.Nothing);
        Assert.That(thrown.Calls, Is.EqualTo(1));
        Assert.That(_scene.Events, Has.Count.EqualTo(1));
    }

    /// <summary>Whoever sends the internal log to this provider must not make it talk to itself without an end.</summary>
    [Test]
    public void Log_InternalLogIsLoggedHere_Ends()
    {
        ILogger log = _scene.Collect().Log();
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

        Assert.That(_scene.Events, Has.Count.InRange(2, 10));

        void LogIt(object? source, LogReceivedEventArgs args) => log.LogInformation("{A}", new ThrowingMessage());
    }

    [Test]
    public void Log_MessageLogs_BothAreWrittenAndItEnds()
    {
        ILogger log = _scene.Collect().Log();
        log.LogInformation("outer {A}", new Calling(() => log.LogInformation("inner")));

        Assert.That(_scene.Events.Select(logged => logged.RenderedMessage), Is.EqualTo(new[] { "inner", "outer called" }));
    }

    [Test]
    public void Log_MessageLogsItself_Ends()
    {
        ILogger log = _scene.Collect().Log();
        Calling? calling = null;
        calling = new Calling(() => log.LogInformation("{A}", calling));
        log.LogInformation("{A}", calling);

        Assert.That(_scene.Events, Has.Count.EqualTo(2));
        Assert.That(Reported, Has.Some.Contains("dropped"));
    }

    /// <summary>
    /// A log call by a thread that is to be interrupted, while another is in the same place: it must not throw, so it must not wait.
    /// </summary>
    [TestCase("reported before")]
    [TestCase("new")]
    public void Report_InterruptPendingAndEverythingLocked_ThrowsNothing(string what)
    {
        FailureNotices notices = new();
        notices.Report("reported before", exception: null);

        AssertNotThrown([notices, .. FieldsOf(notices)], () => notices.Report(what, exception: null));
    }

    [Test]
    public void BeginScope_InterruptPendingAndEverythingLocked_ThrowsNothing()
    {
        FailureNotices notices = new();
        EventMaker events = new(ProviderSettings.Of(new EasyLoggerOptions(), out _), notices);

        AssertNotThrown([events, notices, .. FieldsOf(events)], () => events.BeginScope("scope"));
    }

    /// <summary>Every object that its code could use as a lock.</summary>
    private static IEnumerable<object> FieldsOf(object instance) => instance.GetType()
        .GetFields(BindingFlags.Instance | BindingFlags.NonPublic)
        .Where(field => !field.FieldType.IsValueType)
        .Select(field => field.GetValue(instance))
        .OfType<object>();

    private static void AssertNotThrown(object[] locks, Action call)
    {
        try
        {
            Array.ForEach(locks, Monitor.Enter);
            using BackgroundCall<bool> interrupted = BackgroundCall.Of(() =>
            {
                Thread.CurrentThread.Interrupt();
                call();
            });
            Assert.That(interrupted.Result, Is.True);
        }
        finally
        {
            Array.ForEach(locks, Monitor.Exit);
        }
    }

    private sealed class Calling(Action call)
    {
        public override string ToString()
        {
            call();
            return "called";
        }
    }

    private sealed class ThrowingPairs : IEnumerable<KeyValuePair<string, object?>>
    {
        public IEnumerator<KeyValuePair<string, object?>> GetEnumerator()
        {
            yield return KeyValuePair.Create<string, object?>("a", 1);
            throw new NotSupportedException("no more");
        }

        IEnumerator IEnumerable.GetEnumerator() => GetEnumerator();
    }

    private sealed class ThrowingList(int read) : IReadOnlyList<KeyValuePair<string, object?>>
    {
        private int _reads;

        public int Count => 1;

        public KeyValuePair<string, object?> this[int index] =>
            ++_reads >= read ? throw new NotSupportedException("no more") : KeyValuePair.Create<string, object?>("a", 1);

        public IEnumerator<KeyValuePair<string, object?>> GetEnumerator() => throw new NotSupportedException("none");

        IEnumerator IEnumerable.GetEnumerator() => GetEnumerator();
    }
}
