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

    /// <summary>Strict: every mistake is an exception.</summary>
    [Test]
    public void GenerateManifest_Strict_HasOurNameKeywordsAndEventsWithTheirFields()
    {
        string? text = System.Diagnostics.Tracing.EventSource.GenerateManifest(
            typeof(EasyLoggerEventSource), assemblyPathToIncludeInManifest: null, EventManifestOptions.Strict);
        XDocument manifest = XDocument.Parse(text!);
        string[] events =
        [
            .. from written in manifest.Descendants(_events + "event")
               where Of(written, "value") != "0" // the runtime's, for messages about the provider itself
               let template = manifest.Descendants(_events + "template").Single(found => Of(found, "tid") == Of(written, "template"))
               let fields = template.Elements(_events + "data").Select(data => Of(data, "name"))
               select $"{Of(written, "value")} {Of(written, "symbol")} {Of(written, "version")} {Of(written, "level")} "
                   + $"{Of(written, "keywords") ?? "-"}: {string.Join(' ', fields)}",
        ];

        Assert.That(EasyLoggerEventSource.Instance.ConstructionException, Is.Null);
        Assert.That(EasyLoggerEventSource.ProviderName, Is.EqualTo("EasyLogger-Log4Net"));
        Assert.That(
            manifest.Descendants(_events + "provider").Select(found => Of(found, "name")),
            Is.EqualTo(new[] { EasyLoggerEventSource.Instance.Name }));
        Assert.That(
            manifest.Descendants(_events + "keyword").Select(found => $"{Of(found, "name")} {Of(found, "mask")}"),
            Is.SupersetOf(new[] { "Message 0x1", "Exception 0x2", "Properties 0x4", "Health 0x8" }));
        Assert.That(events, Is.EquivalentTo(new[]
        {
            $"1 Trace 0 win:Verbose -: {LogFields}",
            $"2 Debug 0 win:Verbose -: {LogFields}",
            $"3 Info 0 win:Informational -: {LogFields}",
            $"4 Warn 0 win:Warning -: {LogFields}",
            $"5 Error 0 win:Error -: {LogFields}",
            $"6 Fatal 0 win:Critical -: {LogFields}",
            "10 Properties 0 win:LogAlways Properties: timeUtcTicks levelValue threadId originalLength logger properties",
            "20 BufferHealth 0 win:Informational Health: enqueued forwarded queueFull closed appenderError otherErrors rejected queueSize "
                + "queueCapacity inFlight blockedCalls blockedSeconds oldestAgeSeconds component",
            "21 ChildHealth 0 win:Informational Health: processed failed component child childType",
        }));

        static string? Of(XElement element, string attribute) => element.Attribute(attribute)?.Value;
    }
}
