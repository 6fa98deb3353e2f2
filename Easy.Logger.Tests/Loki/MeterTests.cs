using System.Diagnostics.Metrics;
using Easy.Logger.Loki;
using Easy.Logger.Loki.Diagnostics;
using LokiServer;

namespace Easy.Logger.Tests.Loki;

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
        _listener.SetMeasurementEventCallback<long>((instrument, value, tags, _) => Add(instrument, value, tags));
        _listener.SetMeasurementEventCallback<double>((instrument, value, tags, _) => Add(instrument, value, tags));
        _listener.Start();
    }

    [TearDown]
    public void End() => _listener.Dispose();

    [TestCase(LokiEncoding.Json, "loki_http", LokiMeter.HttpStatus, 503, 204, 400, "json", "gzip")]
    [TestCase(LokiEncoding.Protobuf, "loki_http", LokiMeter.HttpStatus, 503, 204, 400, "protobuf", "snappy")]
    [TestCase(LokiEncoding.Grpc, "loki_grpc", LokiMeter.GrpcStatus, 14, 0, 3, "protobuf", "none")]
    public void Push_ArrivesAtItsSecondTryAndAnotherIsRefused_EachInstrumentSaysWhatAndWhere(
        LokiEncoding encoding, string type, string statusKey, int later, int taken, int refused, string format, string compression)
    {
        using LokiScene scene = new(encoding: encoding, time: new ManualTimeProvider());
        bool isGrpc = encoding == LokiEncoding.Grpc;
        scene.Server.Faults.Enqueue(FaultOf(later), null, FaultOf(refused));

        using BackgroundCall<bool> call = scene.Sending("one", "two");
        Eventually.Holds(() => scene.Appender.IsWaiting, "the first try is over");
        Assert.That(Now(scene, LokiMeter.InFlight), Is.EqualTo([2]));
        scene.PassWait(TimeSpan.FromSeconds(1));
        Assert.That(call.Result, Is.True);
        scene.Send("refused");
        Assert.That(Now(scene, LokiMeter.InFlight), Is.EqualTo([0]));
        scene.Appender.Close();
        Assert.That(Now(scene, LokiMeter.InFlight), Is.Empty, "it is closed");

        Uri address = isGrpc ? scene.Server.GrpcUrl : scene.Server.Url;
        Dictionary<string, object?> where = new()
        {
            [MeterNames.ComponentName] = scene.Appender.Name,
            [LokiMeter.ComponentType] = type,
            [LokiMeter.ServerAddress] = address.Host,
            [LokiMeter.ServerPort] = address.Port,
        };
        Dictionary<string, object?> rejected = new(where) { [MeterNames.ErrorType] = "rejected" };
        Dictionary<string, object?> sizes = new(where) { [LokiMeter.Encoding] = format, [LokiMeter.Compression] = compression };
        AssertMeasured(scene, LokiMeter.Exported, (2, where), (1, rejected));
        AssertMeasured(scene, LokiMeter.Retries, (1, new(where) { [MeterNames.ErrorType] = "server" }));
        AssertMeasured(
            scene, LokiMeter.PayloadSize, [.. scene.Server.Requests.Skip(1).Select(push => ((double)push.ReceivedBytes, sizes))]);
        AssertMeasured(
            scene, LokiMeter.Duration, (1, new(where) { [statusKey] = taken }), (0, new(rejected) { [statusKey] = refused }));

        Fault FaultOf(int status) => isGrpc ? Fault.Grpc(status, "why") : Fault.Status(status, "why");
    }

    [Test]
    [Demand("L17")]
    public void Spill_MoreThanTheLimit_BytesOnDiskAndWhatHadToGoAreCounted()
    {
        // Its time stands still: no try goes on with what is dropped.
        using LokiScene scene = new(time: new ManualTimeProvider(), configure: appender =>
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

    private static string TextOf((double Value, Dictionary<string, object?> Tags) measured) =>
        $"{measured.Value} {string.Join(' ', measured.Tags.OrderBy(tag => tag.Key, StringComparer.Ordinal))}";

    private void AssertMeasured(LokiScene scene, string instrument, params (double, Dictionary<string, object?>)[] expected) =>
        Assert.That(Of(scene, instrument).Select(TextOf), Is.EqualTo(expected.Select(TextOf)), instrument);

    private void Add(Instrument instrument, double value, ReadOnlySpan<KeyValuePair<string, object?>> tags) =>
        _all.Enqueue((instrument.Name, value, new Dictionary<string, object?>(tags.ToArray())));

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
