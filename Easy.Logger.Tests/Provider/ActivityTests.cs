using System.Diagnostics;
using Microsoft.Extensions.Logging;
using ILogger = Microsoft.Extensions.Logging.ILogger;

namespace Easy.Logger.Tests.Provider;

/// <summary>Trace and span ids without extra code.</summary>
[Category("Provider")]
internal sealed class ActivityTests
{
    private readonly ProviderScene _scene = new();

    [TearDown]
    public void End() => _scene.Dispose();

    [Test]
    [Demand("E9")]
    public async Task OptionOn_IdsAreThoseOfTheCall()
    {
        _scene.Scene.ConfigureFile(pattern: "%property{TraceId} %property{SpanId} %message%newline");
        ILogger log = _scene.Log(options => options.IncludeActivity = true);
        using Activity activity = new("request");
        activity.SetIdFormat(ActivityIdFormat.W3C).Start();
        await Task.Yield();
        log.LogInformation("a");
        string ids = $"{activity.TraceId} {activity.SpanId}";
        activity.Stop();
        log.LogInformation("b");

        Assert.That(_scene.Scene.Appender.Flush(-1), Is.True);
        Assert.That(_scene.Scene.Lines(), Is.EqualTo(new[] { $"{ids} a", "(null) (null) b" }));
    }

    [Test]
    [Demand("E9")]
    public void ActivityWithHierarchicalIds_HasTheseIds()
    {
        using Activity activity = new("request");
        activity.SetIdFormat(ActivityIdFormat.Hierarchical).Start();
        _scene.Collect().Log(options => options.IncludeActivity = true).LogInformation("a");

        Assert.That(_scene.Event.LookupProperty("TraceId"), Is.EqualTo(activity.RootId));
        Assert.That(_scene.Event.LookupProperty("SpanId"), Is.EqualTo(activity.Id));
    }

    [Test]
    [Demand("E9")]
    public void OptionOff_NoIdIsThere()
    {
        using Activity activity = new("request");
        activity.Start();
        _scene.Collect(ProviderScene.OwnProperties).Log().LogInformation("a");

        Assert.That(_scene.Event.Properties.GetKeys(), Is.EqualTo(new[] { "MessageTemplate" }));
    }

    /// <summary>What a generic host does by itself: the ids are a scope.</summary>
    [Test]
    [Demand("E9")]
    public void FactoryTracksActivities_IdsAreThereOnce()
    {
        using ILoggerFactory factory = LoggerFactory.Create(builder => builder
            .Configure(options => options.ActivityTrackingOptions = ActivityTrackingOptions.TraceId | ActivityTrackingOptions.SpanId)
            .AddProvider(_scene.Collect().Provider(options => options.IncludeActivity = true)));
        using Activity activity = new("request");
        activity.SetIdFormat(ActivityIdFormat.W3C).Start();
        factory.CreateLogger("a").LogInformation("a");

        LoggingEvent logged = _scene.Event;
        Assert.That(logged.LookupProperty("TraceId"), Is.EqualTo(activity.TraceId.ToHexString()));
        Assert.That(logged.LookupProperty("SpanId"), Is.EqualTo(activity.SpanId.ToHexString()));
        Assert.That(logged.LookupProperty("Scope"), Is.Null.Or.Empty);
    }
}
