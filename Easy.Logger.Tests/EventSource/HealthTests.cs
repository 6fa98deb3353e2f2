using System.Diagnostics.Tracing;
using Easy.Logger.EventSource;
using Easy.Logger.EventSource.Health;

namespace Easy.Logger.Tests.EventSource;

/// <summary>What a session with the keyword Health gets.</summary>
[Category("EventSource")]
[NonParallelizable] // the interval is one for all sessions
internal sealed class HealthTests
{
    private const EventKeywords Health = EasyLoggerEventSource.Keywords.Health;

    [Test]
    public void Session_WantsHealth_GetsTheCountersOfEachAppenderAndItsChildrenAtOnce()
    {
        using GatedScene gate = new("""<overflow value="DropNewest" /><bufferSize value="10" /><queueLimit value="10" />""");
        gate.Log(5);
        gate.Appender.Flush(30_000);
        gate.HoldWorker();
        gate.Log(20);
        BufferStatistics counters = gate.Appender.Statistics;

        using ProviderListener listener = new(EventLevel.Informational, Health);
        ProviderEvent health = Await(listener, gate.Scene.Name);
        Eventually.Holds(() => Child() is not null, "the event of the child");

        string[] fields = ["enqueued", "forwarded", "queueFull", "closed", "appenderError", "otherErrors", "rejected", "queueSize",
            "queueCapacity", "inFlight"];
        long[] expected = [counters.Accepted, 5, counters.Dropped, 0, 0, 0, 0, counters.Pending, 10, counters.InFlight];
        Assert.That(fields.Select(field => (long)health.Fields[field]!), Is.EqualTo(expected));
        Assert.That(counters.Dropped, Is.Positive);
        Assert.That((double)health.Fields["oldestAgeSeconds"]!, Is.Positive);
        Assert.That(
            ((long)Child()!.Fields["processed"]!, (long)Child()!.Fields["failed"]!, Child()!.Text("childType")),
            Is.EqualTo((5, 0, nameof(GatedAppender))));

        ProviderEvent? Child() => listener.All.FirstOrDefault(found => found.Id == 21 && found.Text("component") == gate.Scene.Name
            && found.Text("child") == "gate");
    }

    /// <summary>Until all have ended, what one has asked for is in force for all. Then it is forgotten.</summary>
    [Test]
    public void Session_WithAnInterval_GetsThemAgainUntilAllHaveEndedAndTheNextHasTheDefault()
    {
        using GatedScene gate = new(string.Empty);
        Dictionary<string, string?> arguments = new() { [EasyLoggerEventSource.HealthIntervalArgument] = "0.1" };
        Assert.That(EasyLoggerEventSource.Instance.WritesHealth, Is.False);
        using (ProviderListener without = new(EventLevel.Verbose, EasyLoggerEventSource.Keywords.Message))
        using (ProviderListener with = new(EventLevel.Informational, Health, arguments))
        {
            Eventually.Holds(() => Of(with, gate.Scene.Name).Count >= 3, "three of them");
            Assert.That(EasyLoggerEventSource.Instance.WritesHealth, Is.True);
            Assert.That(Of(without, gate.Scene.Name), Is.Empty, "it does not have the keyword");
        }

        Eventually.Holds(() => !EasyLoggerEventSource.Instance.WritesHealth, "the timer is gone");
        Assert.That(EasyLoggerEventSource.Instance.IsEnabled(), Is.False);
        Assert.That(EasyLoggerEventSource.Instance.HealthInterval, Is.EqualTo(TimeSpan.FromSeconds(HealthEvents.DefaultInterval)));
    }

    [Test]
    public void Component_WithANameThatEndsAField_IsWhole()
    {
        string name = Some.Name("he\0re");
        AsyncBufferingForwardingAppender appender = new() { Name = name };
        appender.AddAppender(new GatedAppender());
        appender.ActivateOptions();
        using ProviderListener listener = new(EventLevel.Informational, Health);

        ProviderEvent health = Await(listener, name.Replace('\0', '␀'));
        appender.Close();

        Assert.That((long)health.Fields["queueCapacity"]!, Is.Positive);
    }

    [TestCase("0.1", 0.1)]
    [TestCase("3600", 3_600.0)]
    [TestCase("0.09", null)]
    [TestCase("3601", null)]
    [TestCase("NaN", null)]
    [TestCase("often", null)]
    [TestCase(null, null)]
    public void Parse_Interval_TakesWhatIsWithinItsBounds(string? text, double? seconds) =>
        Assert.That(HealthEvents.Parse(text)?.TotalSeconds, Is.EqualTo(seconds));

    private static IReadOnlyList<ProviderEvent> Of(ProviderListener listener, string component) =>
        [.. listener.All.Where(found => found.Id == 20 && found.Text("component") == component)];

    private static ProviderEvent Await(ProviderListener listener, string component)
    {
        Eventually.Holds(() => Of(listener, component).Count > 0, "a health event");
        return Of(listener, component)[0];
    }
}
