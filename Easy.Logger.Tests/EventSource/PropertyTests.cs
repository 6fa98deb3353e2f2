using System.Diagnostics.Tracing;
using log4net.Util;

namespace Easy.Logger.Tests.EventSource;

/// <summary>The properties of an event, as a second event.</summary>
[Category("EventSource")]
internal sealed class PropertyTests
{
    private const EventKeywords All = (EventKeywords)0xF;

    [Test]
    public void Append_Properties_AreASecondEventWithTheirTypes()
    {
        using AppenderScene scene = new();
        using ProviderListener listener = new(EventLevel.Verbose, All);
        LoggingEvent logged = scene.Event("text", Level.Error);
        logged.Properties["Tenant"] = "no\"rth\\\n\u0001";
        logged.Properties["Half"] = "a\ud800b\ud83d\ude00";
        logged.Properties["Attempt"] = 3;
        logged.Properties["Ratio"] = 0.1;
        logged.Properties["Paid"] = true;
        logged.Properties["Odd"] = double.NaN;
        logged.Properties["When"] = new DateTime(2026, 11, 22, 1, 2, 3, DateTimeKind.Utc);

        scene.Appender.DoAppend(logged);

        ProviderEvent written = listener.PropertiesOf(scene.Logger).Single();
        using System.Text.Json.JsonDocument json = System.Text.Json.JsonDocument.Parse(written.Text("properties"));
        Assert.That(
            (written.Id, written.Fields["timeUtcTicks"], written.Number("levelValue")),
            Is.EqualTo((10, (object)logged.TimeStampUtc.Ticks, Level.Error.Value)));
        Assert.That(json.RootElement.GetProperty("Tenant").GetString(), Is.EqualTo("no\"rth\\\n\u0001"));
        Assert.That(json.RootElement.GetProperty("Half").GetString(), Is.EqualTo("a\ufffdb\ud83d\ude00"));
        Assert.That(json.RootElement.GetProperty("Attempt").GetInt32(), Is.EqualTo(3));
        Assert.That(json.RootElement.GetProperty("Ratio").GetDouble(), Is.EqualTo(0.1));
        Assert.That(json.RootElement.GetProperty("Paid").GetBoolean(), Is.True);
        Assert.That(json.RootElement.GetProperty("Odd").GetString(), Is.EqualTo("NaN"));
        Assert.That(json.RootElement.GetProperty("When").GetString(), Is.EqualTo("2026-11-22T01:02:03.0000000Z"));
    }

    [Test]
    public void Append_PropertiesThatCannotBeWritten_DoNotCostTheOthers()
    {
        using AppenderScene scene = new();
        using ProviderListener listener = new(EventLevel.Verbose, All);
        LoggingEvent logged = scene.Event("text");
        logged.Properties["Bad"] = new Unwritable();
        logged.Properties["Good"] = "here";

        scene.Appender.DoAppend(logged);

        Assert.That(
            listener.PropertiesOf(scene.Logger).Single().Text("properties"),
            Does.Contain("\"Good\":\"here\"").And.Contains("Unwritable cannot be written"));
    }

    [Test]
    public void Properties_TooManyForOneEvent_AreWholePairs()
    {
        using AppenderScene scene = new(appender => appender.MaxEventBytes = 4_096);
        using ProviderListener listener = new(EventLevel.Verbose, All);
        PropertiesDictionary properties = new();
        for (int i = 0; i < 10; i++)
        {
            properties[$"Key{i}"] = new string('v', 500);
        }

        scene.Appender.DoAppend(scene.EventWith(properties));

        ProviderEvent written = listener.PropertiesOf(scene.Logger).Single();
        using System.Text.Json.JsonDocument json = System.Text.Json.JsonDocument.Parse(written.Text("properties"));
        Assert.That(json.RootElement.EnumerateObject().Select(pair => pair.Value.GetString()!.Length), Is.EqualTo(new[] { 500, 500, 500 }));
        Assert.That(written.Number("originalLength"), Is.EqualTo((10 * 509) + 9 + 2));
    }

    private sealed class Unwritable
    {
        public override string ToString() => throw new InvalidOperationException();
    }
}
