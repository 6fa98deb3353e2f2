using Easy.Logger.Extensions.Microsoft;
using log4net.Config;
using log4net.Repository.Hierarchy;
using Microsoft.Extensions.Diagnostics.HealthChecks;
using Microsoft.Extensions.Logging;

namespace Easy.Logger.Tests.Provider;

/// <summary>A mistake in the configuration is seen at once: nothing is healthy while no line is written.</summary>
[Category("Provider")]
internal sealed class HealthOfConfigurationTests : IDisposable
{
    private const string Appenders =
        """
        <appender name="kept" type="log4net.Appender.MemoryAppender" />
        <appender name="Async" type="Easy.Logger.AsyncBufferingForwardingAppender, Easy.Logger">
          <bufferSize value="10" /><appender-ref ref="kept" /></appender>
        <root><level value="ALL" /><appender-ref ref="Async" /></root>
        """;

    private readonly ProviderScene _scene = new();

    public void Dispose() => _scene.Dispose();

    [TestCase("AsyncBuffering", "AsyncBufering", "AsyncBuferingForwardingAppender", TestName = "{m}(type)")]
    [TestCase("ref=\"kept\" /></", "ref=\"kpet\" /></", "kpet", TestName = "{m}(reference)")]
    [TestCase("ref=\"Async\" /></", "ref=\"Asnyc\" /></", "Asnyc", TestName = "{m}(reference of the root)")]
    [TestCase("value=\"10\"", "value=\"ten\"", "ten", TestName = "{m}(value)")]
    [TestCase("bufferSize", "bufferSice", "bufferSice", TestName = "{m}(option)")]
    [TestCase("value=\"ALL\"", "value=\"ALLL\"", "level", TestName = "{m}(level of the root)")]
    [TestCase("<root>", "<logger name=\"a\" additivity=\"fasle\" /><root>", "fasle", TestName = "{m}(additivity)")]
    [TestCase("</root>", "", "root", TestName = "{m}(no XML)")]
    public async Task Check_Mistake_IsUnhealthyAndNamed(string right, string wrong, string named)
    {
        HealthCheckResult result = await CheckAsync(Appenders.Replace(right, wrong, StringComparison.Ordinal));

        Assert.That(result.Status, Is.EqualTo(HealthStatus.Unhealthy));
        Assert.That(result.Description, Does.Contain(named).And.Contain("mine.config").And.Not.Contain("shut down"));
    }

    [Test]
    public async Task Check_MistakeIsPutRight_IsHealthyAgain()
    {
        Assert.That(
            (await CheckAsync(Appenders.Replace("kept\" /></", "kpet\" /></", StringComparison.Ordinal))).Status,
            Is.EqualTo(HealthStatus.Unhealthy));

        Write(Appenders);

        Eventually.Holds(() => CheckAsync().Result.Status == HealthStatus.Healthy, "the change is read");
    }

    /// <summary>log4net keeps for a repository what any thread reports while it is configured.</summary>
    [Test]
    public async Task Check_AfterShutdown_IsUnhealthyAndNamesNoMistakeOfAnotherRepositoryMeanwhile()
    {
        using LogScene other = new();
        using FileStream file = new(other.Folder.File("other.config"), FileMode.Create);
        file.Write("<log4net><root><appender-ref ref=\"elsewhere\" /></root></log4net>"u8);
        file.Position = 0;
        Hierarchy repository = _scene.Scene.Repository.Hierarchy;
        repository.ConfigurationChanged += (_, _) => Task.Run(() => XmlConfigurator.Configure(other.Repository.Hierarchy, file)).Wait();
        await CheckAsync(Appenders);
        Assert.That(repository.ConfigurationMessages.Cast<object>().Select(each => $"{each}"), Has.Some.Contains("elsewhere"));
        repository.Shutdown();

        HealthCheckResult result = await CheckAsync();

        Assert.That(result.Status, Is.EqualTo(HealthStatus.Unhealthy));
        Assert.That(result.Description, Does.StartWith("Nothing is written").And.Contain("was it shut down?").And.Not.Contain("elsewhere"));
    }

    /// <summary>The appender that lost them is gone.</summary>
    [Test]
    public async Task Check_ReloadLostEvents_IsDegraded()
    {
        const string held = """<appender name="kept" type="Easy.Logger.Tests.Support.GatedAppender, Easy.Logger.Tests" />""";
        string slow =
            Appenders.Replace("""<appender name="kept" type="log4net.Appender.MemoryAppender" />""", held, StringComparison.Ordinal)
            .Replace("<bufferSize value=\"10\" />", """<bufferSize value="1" /><closeTimeout value="1" />""", StringComparison.Ordinal);
        await CheckAsync(slow);
        GatedAppender child = _scene.Scene.Repository.Appender<GatedAppender>();
        child.CloseGate();
        for (int i = 0; i < 1_000; i++)
        {
            _scene.Log().LogInformation("{Number}", i);
        }

        child.AwaitEntry();
        Write(Appenders);
        Eventually.Holds(() => CheckAsync().Result.Status == HealthStatus.Degraded, "the loss is seen");
        Assert.That((await CheckAsync()).Description, Does.StartWith("'Async' has lost ").And.EndsWith("the last less than 00:05:00 ago."));
        child.OpenGate();
    }

    private Task<HealthCheckResult> CheckAsync(string? xml = null)
    {
        if (xml is not null)
        {
            Write(xml);
        }

        EasyLoggerProvider provider =
            _scene.Provider(options => options.Configuration = new FileInfo(_scene.Scene.Folder.File("mine.config")));
        return new EasyLoggerHealthCheck(provider).CheckHealthAsync(new HealthCheckContext());
    }

    private void Write(string xml) => File.WriteAllText(_scene.Scene.Folder.File("mine.config"), $"<log4net>{xml}</log4net>");
}
