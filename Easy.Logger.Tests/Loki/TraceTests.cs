using System.Diagnostics;
using System.Text.Json;
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
            if (isWildcard)
            {
                appender.AddMetadata(new LokiField { Property = "*" });
            }
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

        foreach ((StoredEntry entry, Activity? activity) in scene.Server.Stored.Zip(activities, (entry, activity) => (entry, activity)))
        {
            Dictionary<string, string> ids = [];
            if (activity is not null)
            {
                ids["trace_id"] = activity.TraceId.ToHexString();
                ids["span_id"] = activity.SpanId.ToHexString();
            }

            Assert.That(entry.Metadata, Is.EquivalentTo(context == LokiTraceContext.Metadata ? ids : []));
            AssertLine(entry.Line, ids, isThere: context == LokiTraceContext.Body && body == LokiBodyFormat.Json);
        }

        Assert.That(scene.Server.Stored, Has.Count.EqualTo(activities.Count));
    }

    private static void AssertLine(string line, Dictionary<string, string> ids, bool isThere)
    {
        if (isThere && ids.Count > 0)
        {
            using JsonDocument json = JsonDocument.Parse(line);
            Assert.That(json.RootElement.GetProperty("TraceId").GetString(), Is.EqualTo(ids["trace_id"]));
            Assert.That(json.RootElement.GetProperty("SpanId").GetString(), Is.EqualTo(ids["span_id"]));
        }
        else
        {
            Assert.That(line, Does.Not.Contain("TraceId").And.Not.Contain("SpanId"));
            Assert.That(ids.Values, Has.None.Matches<string>(id => line.Contains(id!, StringComparison.Ordinal)));
        }
    }
}
