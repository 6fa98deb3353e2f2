using Easy.Logger.Extensions.Microsoft;
using log4net.Config;
using log4net.Repository.Hierarchy;
using Microsoft.Extensions.Diagnostics.HealthChecks;
using Microsoft.Extensions.Logging;

namespace Easy.Logger.Tests.Provider;

/// <summary>A mistake in the configuration is seen at once: nothing is healthy while no line is written.</summary>
internal sealed class HealthOfConfigurationTests : ProviderScene
{
    private const string Memory = "log4net.Appender.MemoryAppender";
    private const string Appenders =
        $"""
        <appender name="kept" type="{Memory}" />
        <appender name="Async" type="Easy.Logger.AsyncBufferingForwardingAppender, Easy.Logger">
          <bufferSize value="10" /><appender-ref ref="kept" /></appender>
        <root><level value="ALL" /><appender-ref ref="Async" /></root>
        """;

    private HealthCheckResult Health
    {
        get
        {
            EasyLoggerProvider provider = Provider(options => options.Configuration = new FileInfo(Scene.Folder.File("mine.config")));
            return new EasyLoggerHealthCheck(provider).CheckHealthAsync(new HealthCheckContext()).Result;
        }
    }

    [TestCase("AsyncBuffering", "AsyncBufering", "AsyncBuferingForwardingAppender", TestName = "{m}(type)")]
    [TestCase("ref=\"kept\" /></", "ref=\"kpet\" /></", "kpet", TestName = "{m}(reference)")]
    [TestCase("ref=\"Async\" /></", "ref=\"Asnyc\" /></", "Asnyc", TestName = "{m}(reference of the root)")]
    [TestCase("value=\"10\"", "value=\"ten\"", "ten", TestName = "{m}(value)")]
    [TestCase("bufferSize", "bufferSice", "bufferSice", TestName = "{m}(option)")]
    [TestCase("value=\"ALL\"", "value=\"ALLL\"", "level", TestName = "{m}(level of the root)")]
    [TestCase("<root>", "<logger name=\"a\" additivity=\"fasle\" /><root>", "fasle", TestName = "{m}(additivity)")]
    [TestCase("</root>", "", "root", TestName = "{m}(no XML)")]
    public void Check_Mistake_IsUnhealthyAndNamedUntilItIsPutRight(string right, string wrong, string named)
    {
        Write(Appenders.Replace(right, wrong, StringComparison.Ordinal));
        Assert.That(Health.Status, Is.EqualTo(HealthStatus.Unhealthy));
        Assert.That(Health.Description, Does.Contain(named).And.Contain("mine.config").And.Not.Contain("shut down"));

        Write(Appenders);
        Eventually.Holds(() => Health.Status == HealthStatus.Healthy, "the change is read");
    }

    /// <summary>log4net keeps for a repository what any thread reports while it is configured.</summary>
    [Test]
    public void Check_AfterShutdown_IsUnhealthyAndNamesNoMistakeOfAnotherRepositoryMeanwhile()
    {
        using LogScene other = new();
        using MemoryStream file = new("<log4net><root><appender-ref ref=\"elsewhere\" /></root></log4net>"u8.ToArray());
        Hierarchy repository = Scene.Repository.Hierarchy;
        repository.ConfigurationChanged += (_, _) => Task.Run(() => XmlConfigurator.Configure(other.Repository.Hierarchy, file)).Wait();
        Write(Appenders);
        Assert.That(Health.Status, Is.EqualTo(HealthStatus.Healthy));
        Assert.That(repository.ConfigurationMessages.Cast<object>().Select(each => $"{each}"), Has.Some.Contains("elsewhere"));
        repository.Shutdown();

        Assert.That(Health.Status, Is.EqualTo(HealthStatus.Unhealthy));
        Assert.That(Health.Description, Does.StartWith("Nothing is written").And.Contain("was it shut down?").And.Not.Contain("elsewhere"));
    }

    /// <summary>The appender that lost them is gone.</summary>
    [Test]
    public void Check_ReloadLostEvents_IsDegraded()
    {
        Write(Appenders.Replace(Memory, typeof(GatedAppender).AssemblyQualifiedName, StringComparison.Ordinal)
            .Replace("<bufferSize value=\"10\" />", """<bufferSize value="1" /><closeTimeout value="1" />""", StringComparison.Ordinal));
        Assert.That(Health.Status, Is.EqualTo(HealthStatus.Healthy));
        GatedAppender child = Scene.Repository.Appender<GatedAppender>();
        child.CloseGate();
        for (int i = 0; i < 1_000; i++)
        {
            Log().LogInformation("{Number}", i);
        }

        child.AwaitEntry();
        Write(Appenders);
        Eventually.Holds(() => Health.Status == HealthStatus.Degraded, "the loss is seen");
        Assert.That(Health.Description, Does.StartWith("'Async' has lost ").And.EndsWith("the last less than 00:05:00 ago."));
        child.OpenGate();
    }

    private void Write(string xml) => File.WriteAllText(Scene.Folder.File("mine.config"), $"<log4net>{xml}</log4net>");
}
