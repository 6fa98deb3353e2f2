using System.Diagnostics.Tracing;
using System.Xml.Linq;
using Easy.Logger.EventSource;

namespace Easy.Logger.Tests.EventSource;

/// <summary>What the provider says that it writes.</summary>
[Category("EventSource")]
internal sealed class ManifestTests
{
    private const string LogFields = "timeUtcTicks levelValue threadId originalLength level logger thread message exception traceId spanId";

    private static readonly XNamespace _events = "http://schemas.microsoft.com/win/2004/08/events";

    private static string? Manifest => System.Diagnostics.Tracing.EventSource.GenerateManifest(
        typeof(EasyLoggerEventSource),
        assemblyPathToIncludeInManifest: null,
        EventManifestOptions.Strict);

    /// <summary>Strict: every mistake is an exception.</summary>
    [Test]
    public void GenerateManifest_Strict_HasOurNameEventsAndKeywords()
    {
        XDocument manifest = XDocument.Parse(Manifest!);

        Assert.That(EasyLoggerEventSource.Instance.ConstructionException, Is.Null);
        Assert.That(EasyLoggerEventSource.ProviderName, Is.EqualTo("EasyLogger-Log4Net"));
        Assert.That(Attributes("provider", "name"), Is.EqualTo(new[] { EasyLoggerEventSource.Instance.Name }));
        // 0 is the runtime's, for messages about the provider itself
        Assert.That(Attributes("event", "value"), Is.EquivalentTo(new[] { "0", "1", "2", "3", "4", "5", "6", "10", "20", "21" }));
        Assert.That(
            Attributes("keyword", "name").Zip(Attributes("keyword", "mask")),
            Is.SupersetOf(new[] { ("Message", "0x1"), ("Exception", "0x2"), ("Properties", "0x4"), ("Health", "0x8") }));

        IEnumerable<string> Attributes(string element, string attribute) =>
            manifest.Descendants(_events + element).Select(found => found.Attribute(attribute)!.Value);
    }

    [TestCase(1, "Trace", "win:Verbose", null, LogFields)]
    [TestCase(2, "Debug", "win:Verbose", null, LogFields)]
    [TestCase(3, "Info", "win:Informational", null, LogFields)]
    [TestCase(4, "Warn", "win:Warning", null, LogFields)]
    [TestCase(5, "Error", "win:Error", null, LogFields)]
    [TestCase(6, "Fatal", "win:Critical", null, LogFields)]
    [TestCase(10, "Properties", "win:LogAlways", "Properties", "timeUtcTicks levelValue threadId originalLength logger properties")]
    [TestCase(
        20,
        "BufferHealth",
        "win:Informational",
        "Health",
        "enqueued forwarded queueFull closed appenderError otherErrors rejected queueSize queueCapacity inFlight blockedCalls "
            + "blockedSeconds oldestAgeSeconds component")]
    [TestCase(21, "ChildHealth", "win:Informational", "Health", "processed failed component child childType")]
    public void Event_InTheManifest_HasItsLevelKeywordAndFields(int id, string name, string level, string? keyword, string fields)
    {
        XDocument manifest = XDocument.Parse(Manifest!);
        XElement written = manifest.Descendants(_events + "event").Single(found => found.Attribute("value")!.Value == $"{id}");
        XElement template = manifest.Descendants(_events + "template").Single(
            found => found.Attribute("tid")!.Value == written.Attribute("template")!.Value);

        Assert.That(
            (
                written.Attribute("symbol")!.Value,
                written.Attribute("level")!.Value,
                written.Attribute("keywords")?.Value,
                written.Attribute("version")!.Value),
            Is.EqualTo((name, level, keyword, "0")));
        Assert.That(template.Elements(_events + "data").Select(data => data.Attribute("name")!.Value), Is.EqualTo(fields.Split(' ')));
    }
}
