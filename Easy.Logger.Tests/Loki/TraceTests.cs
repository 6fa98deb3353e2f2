using Easy.Logger.Loki;
using LokiServer;

namespace Easy.Logger.Tests.Loki;

/// <summary>The trace around a log call, in what is sent for it.</summary>
[Category("Loki")]
internal sealed class TraceTests
{
    /// <summary>The thread that sends may be in another activity, or still in that of whoever started it.</summary>
    [Test]
    public void Activity_AroundSomeCalls_ItsIdsAreOnceWhereTheOptionSays(
        [Range(0, 2)] int forwarders, [Values] LokiTraceContext context, [Values] LokiBodyFormat body, [Values] bool isWildcard)
    {
        using LokiScene scene = new(appender =>
        {
            appender.TraceContext = context;
            appender.BodyFormat = body;
            LokiField[] metadata = isWildcard ? [new LokiField { Property = "*" }] : [];
            Array.ForEach(metadata, appender.AddMetadata);
        });
        ILog log = scene.Log([.. Enumerable.Range(0, forwarders).Select(_ => new AsyncBufferingForwardingAppender())]);
        List<Activity?> activities = [];

        for (int i = 0; i < 5; i++)
        {
            using Activity activity = new("work");
            activities.Add(i % 2 == 0 ? activity.SetIdFormat(ActivityIdFormat.W3C).Start() : null);
            log.Info($"{i}");
        }

        scene.Shutdown();

        Assert.That(scene.Server.Stored, Has.Count.EqualTo(activities.Count));
        foreach ((StoredEntry entry, Activity? activity) in scene.Server.Stored.Zip(activities, (entry, activity) => (entry, activity)))
        {
            string trace = activity?.TraceId.ToHexString() ?? "TraceId";
            string span = activity?.SpanId.ToHexString() ?? "SpanId";
            bool isInMetadata = activity is not null && context == LokiTraceContext.Metadata;
            bool isInLine = activity is not null && context == LokiTraceContext.Body && body == LokiBodyFormat.Json;
            Assert.That(
                entry.Metadata,
                Is.EquivalentTo(isInMetadata ? new Dictionary<string, string> { ["trace_id"] = trace, ["span_id"] = span } : []));
            Assert.That(
                entry.Line,
                isInLine
                    ? Does.Contain($"\"TraceId\":\"{trace}\"").And.Contain($"\"SpanId\":\"{span}\"")
                    : Does.Not.Contain("TraceId").And.Not.Contain("SpanId").And.Not.Contain(trace).And.Not.Contain(span));
        }
    }
}
