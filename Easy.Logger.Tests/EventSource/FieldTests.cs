using System.Diagnostics.Tracing;
using Easy.Logger.EventSource;
using Easy.Logger.EventSource.Provider;
using EventSourceProbe;

namespace Easy.Logger.Tests.EventSource;

/// <summary>What of a log event is in which field, here and in a trace of another process, and what the provider says of it.</summary>
[Category("EventSource")]
internal sealed class FieldTests : IDisposable
{
    private const string LogFields = "timeUtcTicks levelValue threadId originalLength level logger thread message exception traceId spanId";

    private static readonly XNamespace _events = "http://schemas.microsoft.com/win/2004/08/events";

    private readonly AppenderScene _scene = new();

    public void Dispose() => _scene.Dispose();

    [TestCase(90_000, int.MaxValue, 6, EventLevel.Critical)]
    [TestCase(70_000, 89_999, 5, EventLevel.Error)]
    [TestCase(60_000, 69_999, 4, EventLevel.Warning)]
    [TestCase(40_000, 59_999, 3, EventLevel.Informational)]
    [TestCase(30_000, 39_999, 2, EventLevel.Verbose)]
    [TestCase(int.MinValue, 29_999, 1, EventLevel.Verbose)]
    public void Append_Level_IsTheEventOfItsBand(int lowest, int highest, int id, EventLevel level)
    {
        foreach (int value in new[] { lowest, highest })
        {
            ProviderEvent written = _scene.Written("text", new Level(value, "OWN"));

            Assert.That(
                (written.Id, written.Level, written.Text("level"), written.Number("levelValue")), Is.EqualTo((id, level, "OWN", value)));
        }
    }

    [Test]
    public void Append_NoLevelAndNoMessage_IsAnInfoWithoutText()
    {
        ProviderEvent written =
            _scene.Written(new LoggingEvent(typeof(FieldTests), repository: null, _scene.Logger, level: null, null, exception: null));

        Assert.That((written.Id, written.Text("level"), written.Number("levelValue")), Is.EqualTo((3, string.Empty, 0)));
        Assert.That(written.Message, Is.Empty.Or.EqualTo(SystemInfo.NullText));
    }

    [Test]
    public void Append_Thread_HasItsNameOrElseItsIdAndItsIdUnlessTheEventIsOfAnother([Values("the worker", null)] string? name)
    {
        using ProviderListener listener = new();
        LoggingEvent ofAnother = new(new LoggingEventData { LoggerName = _scene.Logger, Level = Level.Info, ThreadName = "elsewhere" });
        Thread thread = new(() => _scene.Appender.DoAppend([_scene.Event("text"), ofAnother])) { Name = name };
        thread.Start();
        thread.Join();

        int id = thread.ManagedThreadId;
        Assert.That(
            listener.Of(_scene.Logger).Select(written => (written.Text("thread"), written.Number("threadId"))),
            Is.EqualTo(new[] { (name ?? $"{id}", id), ("elsewhere", 0) }));
    }

    [Test]
    public void Append_InsideAnActivity_HasItsIdsUnlessTheEventWasFixedElsewhere()
    {
        LoggingEvent ofAnother = _scene.Event("text");
        ofAnother.Properties["TraceId"] = "0af7651916cd43dd8448eb211c80319c";
        ofAnother.Properties["SpanId"] = "b7ad6b7169203331";
        ofAnother.Fix = FixFlags.Partial;
        using Activity activity = new("work");
        activity.SetIdFormat(ActivityIdFormat.W3C).Start();

        ProviderEvent[] written = [_scene.Written("text"), _scene.Written(ofAnother)];

        Assert.That(
            written.Select(found => (found.Text("traceId"), found.Text("spanId"))),
            Is.EqualTo(new[]
            {
                (activity.TraceId.ToHexString(), activity.SpanId.ToHexString()), ("0af7651916cd43dd8448eb211c80319c", "b7ad6b7169203331"),
            }));
    }

    [Test]
    public void FilterThresholdAndLayout_OfAnArray_AreObeyedInOrderUntilTheAppenderIsClosed()
    {
        using AppenderScene scene = new(appender =>
        {
            appender.AddFilter(new StringMatchFilter { StringToMatch = "not this", AcceptOnMatch = false });
            appender.Threshold = Level.Warn;
            appender.Layout = new PatternLayout("%level - %message");
        });
        using ProviderListener listener = new();

        scene.Appender.DoAppend([scene.Event("one", Level.Warn), scene.Event("text", Level.Info)]);
        scene.Appender.DoAppend([scene.Event("not this", Level.Error), scene.Event("two", Level.Error)]);
        scene.Appender.Close();
        scene.Append("late", Level.Error);

        Assert.That(
            listener.Of(scene.Logger).Select(written => (written.Message, written.Number("originalLength"))),
            Is.EqualTo(new[] { ("WARN - one", 10), ("ERROR - two", 11) }));
        Assert.That(scene.Errors.Errors, Has.One.Contains("is closed"));
    }

    [Test]
    public void Append_Properties_AreASecondEventWithTheirTypesAndWhatCannotBeWrittenCostsNoOther()
    {
        (string Key, object Value, object Json)[] properties =
        [
            ("Tenant", "no\"rth\\\n\u0001", "no\"rth\\\n\u0001"), ("Half", "a\ud800b\ud83d\ude00", "a\ufffdb\ud83d\ude00"),
            ("Bad", new ThrowingMessage(), "(ThrowingMessage cannot be written: FormatException)"), ("Attempt", 3, "3"),
            ("Ratio", 0.1, "0.1"), ("Paid", true, "True"), ("Odd", double.NaN, "NaN"),
            ("When", new DateTime(2026, 11, 22, 1, 2, 3, DateTimeKind.Utc), "2026-11-22T01:02:03.0000000Z"),
        ];
        LoggingEvent logged = _scene.Event("text", Level.Error);
        Array.ForEach(properties, property => logged.Properties[property.Key] = property.Value);

        ProviderEvent written = WrittenProperties(_scene, logged);

        using JsonDocument json = JsonDocument.Parse(written.Text("properties"));
        Assert.That(
            (written.Id, written.Fields["timeUtcTicks"], written.Number("levelValue")),
            Is.EqualTo((10, (object)logged.TimeStampUtc.Ticks, Level.Error.Value)));
        foreach ((string key, object value, object expected) in properties)
        {
            JsonElement element = json.RootElement.GetProperty(key);
            Assert.That(element.ToString(), Is.EqualTo(expected), key);
            Assert.That(element.ValueKind == JsonValueKind.String, Is.EqualTo(value is not (int or 0.1 or true)), key);
        }
    }

    [Test]
    public void Properties_TooManyForOneEvent_AreWholePairs()
    {
        using AppenderScene scene = new(appender => appender.MaxEventBytes = 4_096);
        PropertiesDictionary properties = new();
        for (int i = 0; i < 10; i++)
        {
            properties[$"Key{i}"] = new string('v', 500);
        }

        ProviderEvent written = WrittenProperties(scene, scene.EventWith(properties));

        using JsonDocument json = JsonDocument.Parse(written.Text("properties"));
        Assert.That(json.RootElement.EnumerateObject().Select(pair => pair.Value.GetString()!.Length), Is.EqualTo(new[] { 500, 500, 500 }));
        Assert.That(written.Number("originalLength"), Is.EqualTo((10 * 509) + 9 + 2));
    }

    private static ProviderEvent WrittenProperties(AppenderScene scene, LoggingEvent logged)
    {
        using ProviderListener listener = new();
        scene.Appender.DoAppend(logged);
        return listener.PropertiesOf(scene.Logger).Single();
    }

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

    [Test]
    public void Trace_SwitchedOnByTheEnvironment_HasEveryEventAsItWasLogged()
    {
        using TempFolder folder = new();
        string file = folder.File("probe.nettrace");
        using ProbeRun run = new(
            TestProgram.EventSourceProbe.Host,
            [TestProgram.EventSourceProbe.Path],
            new Dictionary<string, string?>
            {
                ["DOTNET_EnableEventPipe"] = "1",
                ["DOTNET_EventPipeConfig"] = $"{EasyLoggerEventSource.ProviderName}:0xF:5",
                ["DOTNET_EventPipeOutputPath"] = file,
            });
        run.AssertEndsWith(0);

        using FileStream stream = File.OpenRead(file);
        IReadOnlyList<ProviderEvent> read = EventPipeTrace.Decode(stream);
        ProviderEvent[] written = [.. read.Where(found => found.IsLog)];
        Assert.That(
            written.Select(found => (new LevelBand(found.Id, found.Level), found.Text("level"), found.Logger, found.Message)),
            Is.EqualTo(ProbeEvents.All.Select(
                logged => (LevelBand.Of(logged.Level.Value), logged.Level.Name, logged.Logger, logged.Message))));
        Assert.That(
            written.Select(found => found.Text("exception")),
            Is.EqualTo(ProbeEvents.All.Select(logged => logged.Exception?.ToString() ?? string.Empty)));
        Assert.That(written.Select(found => found.Text("thread")), Is.All.EqualTo(ProbeEvents.ThreadName));

        // The properties of each log event come right behind it.
        ProviderEvent[] properties = [.. read.Where(found => found.Id == 10)];
        Assert.That(
            properties.Select(found => found.Fields["timeUtcTicks"]), Is.EqualTo(written.Select(found => found.Fields["timeUtcTicks"])));
        Assert.That(properties.Select(found => found.Text("properties")),
            Is.All.EqualTo("""{"Tenant":"north","Attempt":3}""").Or.All.EqualTo("""{"Attempt":3,"Tenant":"north"}"""));
    }

    /// <summary>What anybody tries first, with the tool that most people read such a trace with, as it is called in the README.</summary>
    [Test]
    public void DotnetTrace_NameOfTheProviderAlone_HasTheMessagesFromInfoOn()
    {
        string manifest = Path.Combine(Repository.Root, ".config", "dotnet-tools.json");
        using ProbeRun restore = new("dotnet", "tool", "restore", "--tool-manifest", manifest);
        restore.AssertEndsWith(0);
        using TempFolder folder = new();
        string file = folder.File("probe.nettrace");
        using ProbeRun probe = new(TestProgram.EventSourceProbe);
        Eventually.Holds(() => probe.Output.Count > 0, "its process id");
        string[] collect = ["tool", "run", "dotnet-trace", "collect", "--process-id", probe.Output[0].Split(' ')[1]];

        using ProbeRun tool = new("dotnet", [.. collect, "--providers", EasyLoggerEventSource.ProviderName, "--output", file]);
        tool.AssertEndsWith(0);
        probe.AssertEndsWith(0);

        using FileStream stream = File.OpenRead(file);
        Assert.That(
            EventPipeTrace.Decode(stream).Where(found => found.IsLog).Select(found => found.Message),
            Is.EqualTo(ProbeEvents.All.Where(logged => logged.Level >= Level.Info).Select(logged => logged.Message)));
    }
}
