using System.Diagnostics;
using Microsoft.Extensions.Logging;
using ILogger = Microsoft.Extensions.Logging.ILogger;

namespace Easy.Logger.Tests.Provider;

/// <summary>What the scopes around a log call become, and its activity: trace and span ids without extra code.</summary>
[Category("Provider")]
internal sealed class ScopeTests : IDisposable
{
    private readonly ProviderScene _scene = new();

    public void Dispose() => _scene.Dispose();

    [Test]
    public void Scopes_Texts_AreJoinedOuterFirst([Values] bool inFactory)
    {
        _scene.Collect();
        using ILoggerFactory? factory = inFactory ? _scene.Factory() : null;
        ILogger log = factory?.CreateLogger("a") ?? _scene.Log();
        using (log.BeginScope("outer"))
        using (log.BeginScope(42))
        using (log.BeginScope("inner"))
        {
            log.LogInformation("a");
        }

        log.LogInformation("b");

        Assert.That(_scene.Events.Select(logged => logged.LookupProperty("Scope")), Is.EqualTo(new[] { "outer => 42 => inner", null }));
    }

    [Test]
    public void Scopes_KeyValuePairs_ArePropertiesAndTheInnerWins()
    {
        ILogger log = _scene.Collect().Log();
        using (log.BeginScope(new Dictionary<string, object?> { ["tenant"] = 1, ["user"] = "outer", ["Order"] = "outer" }))
        using (log.BeginScope(new[] { KeyValuePair.Create<string, object?>("user", "inner") }))
        using (log.BeginScope(new Dictionary<string, string> { ["region"] = "eu" }))
        {
            log.LogInformation("a {Order}", "argument");
        }

        Assert.That(_scene.Event.LookupProperty("tenant"), Is.EqualTo(1));
        Assert.That(_scene.Event.LookupProperty("user"), Is.EqualTo("inner"));
        Assert.That(_scene.Event.LookupProperty("Order"), Is.EqualTo("argument"), "the call is nearer than its scopes");
        Assert.That(_scene.Event.LookupProperty("region"), Is.EqualTo("eu"));
        Assert.That(_scene.Event.LookupProperty("Scope"), Is.Null);
    }

    /// <summary>As programs write them: values of any type.</summary>
    [Test]
    public void Scopes_PairsOfAnyType_AreProperties()
    {
        ILogger log = _scene.Collect().Log();
        using (log.BeginScope(new Dictionary<string, int> { ["tenant"] = 1 }))
        using (log.BeginScope(KeyValuePair.Create("user", "ada")))
        using (log.BeginScope(("order", 42L)))
        using (log.BeginScope(("region", "eu")))
        using (log.BeginScope(new List<KeyValuePair<string, TimeSpan>> { new("limit", TimeSpan.FromSeconds(1)) }))
        using (log.BeginScope(new System.Collections.Hashtable { ["old"] = 'x' }))
        using (log.BeginScope(KeyValuePair.Create<string, object?>("any", null)))
        {
            log.LogInformation("a");
        }

        Assert.That(
            new[] { "tenant", "user", "order", "region", "limit", "old", "any", "Scope" }.Select(_scene.Event.LookupProperty),
            Is.EqualTo(new object?[] { 1, "ada", 42L, "eu", TimeSpan.FromSeconds(1), 'x', null, null }));
    }

    [Test]
    public void Names_WithTheSignOfStructuredLoggers_AreThereWithoutIt()
    {
        ILogger log = _scene.Collect(ProviderScene.OwnProperties).Log();
        using (log.BeginScope(new Dictionary<string, object> { ["@User"] = "ada" }))
        {
            log.LogInformation("{@Order} {$Text} {@}", 7, "b", 1);
        }

        Assert.That(_scene.Event.Properties.GetKeys(), Is.EquivalentTo(new[] { "User", "Order", "Text", "@", "MessageTemplate" }));
        Assert.That(_scene.Event.RenderedMessage, Is.EqualTo("7 b 1"));
    }

    [Test]
    public async Task Scopes_TemplateBeforeAnAwait_IsPropertiesAndAText()
    {
        ILogger log = _scene.Collect().Log();
        using (log.BeginScope("request {Id}", 7))
        {
            await Task.Yield();
            log.LogInformation("a");
        }

        Assert.That(_scene.Event.LookupProperty("Id"), Is.EqualTo(7));
        Assert.That(_scene.Event.LookupProperty("Scope"), Is.EqualTo("request 7"));
        Assert.That(_scene.Event.LookupProperty("MessageTemplate"), Is.EqualTo("a"));
    }

    [Test]
    public void Scopes_OfTheFactory_AreReadOnTheCallersThread()
    {
        int? readOn = null;
        using ILoggerFactory factory = _scene.Collect().Factory();
        ILogger log = factory.CreateLogger("a");
        using (log.BeginScope(new Text(() => $"{readOn = Environment.CurrentManagedThreadId}")))
        {
            log.LogInformation("a");
        }

        Assert.That(_scene.Event.LookupProperty("Scope"), Is.EqualTo($"{Environment.CurrentManagedThreadId}"));
        Assert.That(readOn, Is.EqualTo(Environment.CurrentManagedThreadId));
    }

    [Test]
    public void IncludeScopes_Off_LooksAtNone([Values] bool inFactory)
    {
        int read = 0;
        _scene.Collect(ProviderScene.OwnProperties);
        using ILoggerFactory? factory = inFactory ? _scene.Factory(options => options.IncludeScopes = false) : null;
        ILogger log = factory?.CreateLogger("a") ?? _scene.Log(options => options.IncludeScopes = false);
        using (log.BeginScope(new Text(() => $"{read++}")))
        using (log.BeginScope(new Dictionary<string, object?> { ["tenant"] = 1 }))
        {
            log.LogInformation("a");
        }

        Assert.That(_scene.Event.Properties.GetKeys(), Is.EqualTo(new[] { "MessageTemplate" }));
        Assert.That(read, Is.Zero);
    }

    [TestCase("TraceId")]
    [TestCase("SpanId")]
    [TestCase("TraceId", "SpanId")]
    [Demand("E9")]
    public async Task OptionOn_IdsThatAreReadAreThoseOfTheCall(params string[] names)
    {
        _scene.Scene.ConfigureFile(pattern: string.Concat(names.Select(name => $"%property{{{name}}} ")) + "%message%newline");
        ILogger log = _scene.Log(options => options.IncludeActivity = true);
        using Activity activity = new("request");
        activity.SetIdFormat(ActivityIdFormat.W3C).Start();
        await Task.Yield();
        log.LogInformation("a");
        string ids = string.Concat(names.Select(name => name == "TraceId" ? $"{activity.TraceId} " : $"{activity.SpanId} "));
        activity.Stop();
        log.LogInformation("b");

        Assert.That(_scene.Scene.Appender.Flush(-1), Is.True);
        Assert.That(_scene.Scene.Lines(), Is.EqualTo(new[] { $"{ids}a", string.Concat(names.Select(_ => "(null) ")) + "b" }));
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

    private sealed class Text(Func<string> text)
    {
        public override string ToString() => text();
    }
}
