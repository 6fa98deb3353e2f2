using Microsoft.Extensions.Logging;
using ILogger = Microsoft.Extensions.Logging.ILogger;

namespace Easy.Logger.Tests.Provider;

/// <summary>What the scopes around a log call become.</summary>
[Category("Provider")]
internal sealed class ScopeTests
{
    private readonly ProviderScene _scene = new();

    [TearDown]
    public void End() => _scene.Dispose();

    [TestCase(true)]
    [TestCase(false)]
    public void Scopes_Texts_AreJoinedOuterFirst(bool inFactory)
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

    [Test]
    public void Scopes_Template_IsPropertiesAndAText()
    {
        ILogger log = _scene.Collect().Log();
        using (log.BeginScope("request {Id}", 7))
        {
            log.LogInformation("a");
        }

        Assert.That(_scene.Event.LookupProperty("Id"), Is.EqualTo(7));
        Assert.That(_scene.Event.LookupProperty("Scope"), Is.EqualTo("request 7"));
        Assert.That(_scene.Event.LookupProperty("MessageTemplate"), Is.EqualTo("a"));
    }

    [Test]
    public async Task Scopes_AfterAnAwait_AreThoseOfTheCall()
    {
        ILogger log = _scene.Collect().Log();
        using (log.BeginScope("request"))
        {
            await Task.Yield();
            log.LogInformation("a");
        }

        Assert.That(_scene.Event.LookupProperty("Scope"), Is.EqualTo("request"));
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

    [TestCase(true)]
    [TestCase(false)]
    public void IncludeScopes_Off_LooksAtNone(bool inFactory)
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

    private sealed class Text(Func<string> text)
    {
        public override string ToString() => text();
    }
}
