using System.Collections.Concurrent;
using System.Diagnostics.Metrics;
using Easy.Logger.Loki;
using Easy.Logger.Loki.Diagnostics;
using LokiServer;

namespace Easy.Logger.Tests.Loki;

/// <summary>What the meter shows of pushes.</summary>
[Category("Loki")]
[Category("Metrics")]
internal sealed class MeterTests : FolderTests
{
    private readonly ConcurrentQueue<(string Instrument, double Value, Dictionary<string, object?> Tags)> _all = new();
    private readonly MeterListener _listener = new();

    [SetUp]
    public void Listen()
    {
        _listener.InstrumentPublished = (instrument, self) =>
        {
            if (instrument.Meter.Name == MeterNames.Meter)
            {
                self.EnableMeasurementEvents(instrument);
            }
        };
        _listener.SetMeasurementEventCallback<long>(
            (instrument, value, tags, _) => _all.Enqueue((instrument.Name, value, new Dictionary<string, object?>(tags.ToArray()))));
        _listener.SetMeasurementEventCallback<double>(
            (instrument, value, tags, _) => _all.Enqueue((instrument.Name, value, new Dictionary<string, object?>(tags.ToArray()))));
        _listener.Start();
    }

    [TearDown]
    public void End() => _listener.Dispose();

    [TestCase(LokiEncoding.Json, "loki_http", LokiMeter.HttpStatus, 204, "json", "gzip")]
    [TestCase(LokiEncoding.Protobuf, "loki_http", LokiMeter.HttpStatus, 204, "protobuf", "snappy")]
    [TestCase(LokiEncoding.Grpc, "loki_grpc", LokiMeter.GrpcStatus, 0, "protobuf", "none")]
    public void Push_Arrives_EachInstrumentSaysWhatAndWhere(
        LokiEncoding encoding, string type, string statusKey, int status, string format, string compression)
    {
        using LokiScene scene = new(encoding: encoding);
        scene.Send("one", "two");

        Uri address = encoding == LokiEncoding.Grpc ? scene.Server.GrpcUrl : scene.Server.Url;
        Dictionary<string, object?> where = new()
        {
            [MeterNames.ComponentName] = scene.Appender.Name,
            [LokiMeter.ComponentType] = type,
            [LokiMeter.ServerAddress] = address.Host,
            [LokiMeter.ServerPort] = address.Port,
        };
        (double exported, Dictionary<string, object?> exportedTags) = Of(scene, LokiMeter.Exported).Single();
        (double size, Dictionary<string, object?> sizeTags) = Of(scene, LokiMeter.PayloadSize).Single();
        (double duration, Dictionary<string, object?> durationTags) = Of(scene, LokiMeter.Duration).Single();
        Assert.Multiple(() =>
        {
            Assert.That(exported, Is.EqualTo(2));
            Assert.That(exportedTags, Is.EquivalentTo(where));
            Assert.That(size, Is.EqualTo(scene.Server.Requests.Single().ReceivedBytes));
            Assert.That(sizeTags, Is.EquivalentTo(
                new Dictionary<string, object?>(where) { [LokiMeter.Encoding] = format, [LokiMeter.Compression] = compression }));
            Assert.That(duration, Is.Positive.And.LessThan(Eventually.Patience.TotalSeconds));
            Assert.That(durationTags, Is.EquivalentTo(new Dictionary<string, object?>(where) { [statusKey] = status }));
            Assert.That(Of(scene, LokiMeter.Retries), Is.Empty);
        });
    }

    [Test]
    public void Push_IsRefused_HasAReasonAndAStatus()
    {
        using LokiScene scene = new();
        scene.Server.Faults.Enqueue(Fault.Status(400, "no"));
        scene.Send("one", "two");

        (double exported, Dictionary<string, object?> tags) = Of(scene, LokiMeter.Exported).Single();
        Assert.That((exported, tags[MeterNames.ErrorType]), Is.EqualTo((2.0, "rejected")));
        Dictionary<string, object?> duration = Of(scene, LokiMeter.Duration).Single().Tags;
        Assert.That((duration[MeterNames.ErrorType], duration[LokiMeter.HttpStatus]), Is.EqualTo(("rejected", 400)));
    }

    [Test]
    public void Push_IsTriedAgain_RetriesAreCountedAndTheDurationIsOne()
    {
        using LokiScene scene = new(time: new ManualTimeProvider());
        scene.Server.Faults.Enqueue(Fault.Status(503));
        using BackgroundCall<bool> call = scene.Sending("text");
        scene.PassWait(TimeSpan.FromSeconds(1));
        Assert.That(call.Result, Is.True);

        (double retries, Dictionary<string, object?> tags) = Of(scene, LokiMeter.Retries).Single();
        Assert.That((retries, tags[MeterNames.ErrorType]), Is.EqualTo((1.0, "server")));
        Assert.That(Of(scene, LokiMeter.Duration).Single().Value, Is.EqualTo(1));
    }

    [Test]
    public void InFlight_DuringAPushAndAfterClose_IsWhatTheAppenderHas()
    {
        TaskCompletionSource held = new();
        using LokiScene scene = new();
        scene.Server.Faults.Enqueue(Fault.Held(held.Task));
        using BackgroundCall<bool> call = scene.Sending("one", "two", "three");
        Eventually.Holds(() => Now(scene, LokiMeter.InFlight).SequenceEqual([3]), "the push is under way");

        held.SetResult();
        Assert.That(call.Result, Is.True);
        Assert.That(Now(scene, LokiMeter.InFlight), Is.EqualTo([0]));

        scene.Appender.Close();
        Assert.That(Now(scene, LokiMeter.InFlight), Is.Empty);
    }

    [Test]
    [Demand("L17")]
    public void Spill_MoreThanTheLimit_BytesOnDiskAndWhatHadToGoAreCounted()
    {
        using LokiScene scene = new(appender =>
        {
            appender.SpillPath = Folder.Path;
            appender.SpillLimit = 1;
            appender.Compression = LokiCompression.None;
        });
        scene.Server.Pause();
        scene.Send("one");
        Assert.That(Now(scene, LokiMeter.SpillSize).Single(), Is.InRange(10, 1_000));
        Assert.That(Of(scene, LokiMeter.SpillDropped), Is.Empty);

        for (int i = 0; i < 15; i++)
        {
            scene.Send(Some.Noise(100_000), Some.Noise(100_000)); // what goes is counted in lines, not in pushes
        }

        LokiStatistics statistics = scene.Appender.Statistics;
        Assert.That(statistics.Dropped, Is.InRange(20, 26));
        Assert.That(statistics.Spilled, Is.EqualTo(31 - statistics.Dropped));
        Assert.That(new DirectoryInfo(Folder.Path).EnumerateFiles().Sum(file => file.Length), Is.LessThan(1_050_000));
        Assert.That(Now(scene, LokiMeter.SpillSize).Single(), Is.InRange(700_000, 1_048_576));
        Assert.That(Of(scene, LokiMeter.SpillDropped).Sum(item => item.Value), Is.EqualTo(statistics.Dropped));
        double exported = Of(scene, LokiMeter.Exported)
            .Where(item => Equals(item.Tags.GetValueOrDefault(MeterNames.ErrorType), "spill_full")).Sum(item => item.Value);
        Assert.That(exported, Is.EqualTo(statistics.Dropped));
    }

    private IEnumerable<(double Value, Dictionary<string, object?> Tags)> Of(LokiScene scene, string instrument) =>
        _all.Where(item => item.Instrument == instrument
            && Equals(item.Tags.GetValueOrDefault(MeterNames.ComponentName), scene.Appender.Name)).Select(item => (item.Value, item.Tags));

    private IReadOnlyList<double> Now(LokiScene scene, string instrument)
    {
        int before = Of(scene, instrument).Count();
        _listener.RecordObservableInstruments();
        return [.. Of(scene, instrument).Skip(before).Select(item => item.Value)];
    }
}
