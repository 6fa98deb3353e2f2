using System.Diagnostics;
using System.Text.Json;
using Easy.Logger.Loki;
using LokiServer;

namespace Easy.Logger.Tests.Loki;

/// <summary>The trace around a log call, in what is sent for it.</summary>
[Category("Loki")]
internal sealed class TraceTests
{
    private static readonly string[] _ids = ["trace_id", "span_id"];

    [Test]
    public void Metadata_ActivityAroundTheCall_IsThere([Range(0, 2)] int forwarders, [Values] LokiBodyFormat body)
    {
        using LokiScene scene = Scene(LokiTraceContext.Metadata, body);
        using Activity activity = new("work");

        StoredEntry entry = Log(scene, forwarders, activity);

        Assert.That(
            entry.Metadata,
            Is.EquivalentTo(new Dictionary<string, string>
            {
                ["trace_id"] = activity.TraceId.ToHexString(),
                ["span_id"] = activity.SpanId.ToHexString(),
            }));
        Assert.That(entry.Line, Does.Not.Contain(activity.TraceId.ToHexString()).And.Not.Contain(activity.SpanId.ToHexString()));
    }

    [Test]
    public void Metadata_WithAWildcard_TheIdsAreThereOnce([Range(0, 2)] int forwarders, [Values] LokiTraceContext context)
    {
        using LokiScene scene = new(appender =>
        {
            appender.TraceContext = context;
            appender.AddMetadata(new LokiField { Property = "*" });
        });
        using Activity activity = new("work");

        StoredEntry entry = Log(scene, forwarders, activity);

        Assert.That(entry.Metadata.Keys, Is.EquivalentTo(context == LokiTraceContext.Metadata ? _ids : []));
    }

    [Test]
    public void Body_ActivityAroundTheCall_IsInTheLine([Range(0, 2)] int forwarders)
    {
        using LokiScene scene = Scene(LokiTraceContext.Body, LokiBodyFormat.Json);
        using Activity activity = new("work");

        StoredEntry entry = Log(scene, forwarders, activity);

        using JsonDocument line = JsonDocument.Parse(entry.Line);
        Assert.That(line.RootElement.GetProperty("TraceId").GetString(), Is.EqualTo(activity.TraceId.ToHexString()));
        Assert.That(line.RootElement.GetProperty("SpanId").GetString(), Is.EqualTo(activity.SpanId.ToHexString()));
        Assert.That(entry.Metadata.Keys, Is.Empty);
    }

    [Test]
    public void None_ActivityAroundTheCall_NothingIsSentOfIt([Range(0, 2)] int forwarders, [Values] LokiBodyFormat body)
    {
        using LokiScene scene = Scene(LokiTraceContext.None, body);
        using Activity activity = new("work");

        StoredEntry entry = Log(scene, forwarders, activity);

        Assert.That(entry.Metadata.Keys, Is.Empty);
        Assert.That(entry.Line, Does.Not.Contain("TraceId").And.Not.Contain(activity.TraceId.ToHexString()));
    }

    [Test]
    public void NoActivity_ThereAreNoIds([Range(0, 2)] int forwarders, [Values] LokiTraceContext context)
    {
        using LokiScene scene = Scene(context, LokiBodyFormat.Json);

        StoredEntry entry = Log(scene, forwarders, activity: null);

        Assert.That(entry.Metadata.Keys, Has.None.AnyOf(_ids));
        Assert.That(entry.Line, Does.Not.Contain("TraceId"));
    }

    /// <summary>The thread that sends may be in another activity, or still in that of whoever started it.</summary>
    [Test]
    public void Metadata_TwoCalls_EachHasItsOwn([Range(0, 2)] int forwarders)
    {
        using LokiScene scene = Scene(LokiTraceContext.Metadata, LokiBodyFormat.Text);
        ILog log = scene.Log(Forwarders(forwarders));
        List<string?> expected = [];

        for (int i = 0; i < 5; i++)
        {
            using Activity activity = new("work");
            if (i % 2 == 0)
            {
                activity.SetIdFormat(ActivityIdFormat.W3C).Start();
            }

            expected.Add(Activity.Current?.SpanId.ToHexString());
            log.Info($"{i}");
        }

        scene.Shutdown();

        Assert.That(scene.Server.Stored.Select(entry => entry.Metadata.GetValueOrDefault("span_id")), Is.EqualTo(expected));
    }

    private static LokiScene Scene(LokiTraceContext context, LokiBodyFormat body) => new(appender =>
    {
        appender.TraceContext = context;
        appender.BodyFormat = body;
    });

    private static AsyncBufferingForwardingAppender[] Forwarders(int count) =>
        [.. Enumerable.Range(0, count).Select(_ => new AsyncBufferingForwardingAppender())];

    private static StoredEntry Log(LokiScene scene, int forwarders, Activity? activity)
    {
        ILog log = scene.Log(Forwarders(forwarders));
        activity?.SetIdFormat(ActivityIdFormat.W3C).Start();
        log.Info("text");
        activity?.Stop();
        scene.Shutdown();
        return scene.Server.Stored.Single();
    }
}
