using Microsoft.Extensions.Logging;
using ILogger = Microsoft.Extensions.Logging.ILogger;

namespace Easy.Logger.Tests.Provider;

/// <summary>What the scopes around a log call become, and its activity: trace and span ids without extra code.</summary>
internal sealed class ScopeTests : ProviderScene
{
    [Test]
    public async Task Scopes_Texts_AreJoinedOuterFirstAndReadOnTheCallersThread([Values] bool inFactory)
    {
        int? readOn = null;
        Collect();
        ILogger log = inFactory ? Factory().CreateLogger("a") : Log();
        using (log.BeginScope("outer"))
        using (log.BeginScope(42))
        using (log.BeginScope("request {Id}", 7))
        {
            await Task.Yield();
            using IDisposable? inner = log.BeginScope(new Text(() => $"{readOn = Environment.CurrentManagedThreadId}"));
            log.LogInformation("a");
            Assert.That(readOn, Is.EqualTo(Environment.CurrentManagedThreadId));
        }

        log.LogInformation("b");

        Assert.That(
            Events.Select(logged => logged.LookupProperty("Scope")), Is.EqualTo(new[] { $"outer => 42 => request 7 => {readOn}", null }));
        Assert.That(Events[0].LookupProperty("Id"), Is.EqualTo(7));
        Assert.That(Events[0].LookupProperty("MessageTemplate"), Is.EqualTo("a"));
    }

    /// <summary>As programs write them: values of any type. The nearer to the call, the stronger.</summary>
    [Test]
    public void Scopes_PairsOfAnyType_ArePropertiesAndTheInnerWins()
    {
        ILogger log = Collect().Log();
        using (log.BeginScope(new Dictionary<string, object?> { ["user"] = "outer", ["Own"] = "outer", ["limit"] = 'x' }))
        using (log.BeginScope(new Dictionary<string, object> { ["text"] = new StringBuilder("as it was") }))
        using (log.BeginScope(new Dictionary<string, int> { ["tenant"] = 1 }))
        using (log.BeginScope(KeyValuePair.Create("user", "ada")))
        using (log.BeginScope(("order", 42L)))
        using (log.BeginScope(("region", "eu")))
        using (log.BeginScope(new List<KeyValuePair<string, TimeSpan>> { new("limit", TimeSpan.FromSeconds(1)) }))
        using (log.BeginScope(new[] { KeyValuePair.Create<string, object?>("inner", 'i') }))
        using (log.BeginScope(new System.Collections.Hashtable { ["old"] = 'x' }))
        using (log.BeginScope(KeyValuePair.Create<string, object?>("any", null)))
        {
            log.LogInformation("a {Own}", "argument");
        }

        Assert.That(
            Values("tenant", "user", "order", "region", "limit", "inner", "old", "any", "Own", "text", "Scope"),
            Is.EqualTo(new object?[] { 1, "ada", 42L, "eu", TimeSpan.FromSeconds(1), 'i', 'x', null, "argument", "as it was", null }));
    }

    /// <summary>Neither scopes nor, which is the default, the activity.</summary>
    [Test]
    [Demand("E9")]
    public void Options_Off_NothingIsLookedAt([Values] bool inFactory)
    {
        int read = 0;
        Collect(OwnProperties).Provider(options => options.IncludeScopes = false);
        ILogger log = inFactory ? Factory().CreateLogger("a") : Log();
        using Activity activity = new("request");
        activity.Start();
        using (log.BeginScope(new Text(() => $"{read++}")))
        using (log.BeginScope(new Dictionary<string, object?> { ["tenant"] = 1 }))
        {
            log.LogInformation("a");
        }

        Assert.That(Event.Properties.GetKeys(), Is.EqualTo(new[] { "MessageTemplate" }));
        Assert.That(read, Is.Zero);
    }

    [TestCase("TraceId")]
    [TestCase("SpanId")]
    [TestCase("TraceId", "SpanId")]
    [Demand("E9")]
    public async Task OptionOn_IdsThatAreReadAreThoseOfTheCall(params string[] names)
    {
        Scene.ConfigureFile(pattern: string.Concat(names.Select(name => $"%property{{{name}}} ")) + "%message%newline");
        ILogger log = Log(options => options.IncludeActivity = true);
        using Activity activity = new("request");
        activity.SetIdFormat(ActivityIdFormat.W3C).Start();
        await Task.Yield();
        log.LogInformation("a");
        string ids = string.Concat(names.Select(name => name == "TraceId" ? $"{activity.TraceId} " : $"{activity.SpanId} "));
        activity.Stop();
        log.LogInformation("b");

        Assert.That(Scene.Appender.Flush(-1), Is.True);
        Assert.That(Scene.Lines(), Is.EqualTo(new[] { $"{ids}a", string.Concat(names.Select(_ => "(null) ")) + "b" }));
    }

    /// <summary>Tracked is what a generic host does by itself: the ids are a scope.</summary>
    [TestCase(ActivityIdFormat.Hierarchical, false)]
    [TestCase(ActivityIdFormat.W3C, false)]
    [TestCase(ActivityIdFormat.W3C, true)]
    [Demand("E9")]
    public void OptionOn_IdsOfAnyFormat_AreThereOnceAlsoWhereTheFactoryTracksThem(ActivityIdFormat format, bool isTracked)
    {
        ActivityTrackingOptions tracked = ActivityTrackingOptions.TraceId | ActivityTrackingOptions.SpanId;
        using ILoggerFactory factory = LoggerFactory.Create(builder => builder
            .Configure(options => options.ActivityTrackingOptions = isTracked ? tracked : ActivityTrackingOptions.None)
            .AddProvider(Collect().Provider(options => options.IncludeActivity = true)));
        using Activity activity = new("request");
        activity.SetIdFormat(format).Start();
        factory.CreateLogger("a").LogInformation("a");

        Assert.That(
            Values("TraceId", "SpanId"),
            Is.EqualTo(format == ActivityIdFormat.W3C
                ? [activity.TraceId.ToHexString(), activity.SpanId.ToHexString()]
                : new[] { activity.RootId, activity.Id }));
        Assert.That(Event.LookupProperty("Scope"), Is.Null.Or.Empty);
    }

    private sealed class Text(Func<string> text)
    {
        public override string ToString() => text();
    }
}
