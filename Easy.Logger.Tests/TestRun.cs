using Easy.Logger.Tests.Metrics;

namespace Easy.Logger.Tests;

/// <summary>What holds for the whole run.</summary>
[SetUpFixture]
internal sealed class TestRun
{
    [OneTimeSetUp]
    public void Begin()
    {
        // Hundreds of failures are provoked on purpose. The tests read them from the internal log; a reader of the run would take them for
        // real.
        LogLog.EmitInternalMessages = false;

        MeteredNames.Reserve();

        // The machine may have an agent of Datadog, or a proxy for what is outside.
        IEnumerable<string> names = Environment.GetEnvironmentVariables().Keys.Cast<string>();
        string[] agent = [.. names.Where(name => name.StartsWith("DD_", StringComparison.Ordinal))];
        Array.ForEach(agent, name => Environment.SetEnvironmentVariable(name, null));
        Environment.SetEnvironmentVariable("no_proxy", $"127.0.0.1,localhost,{Environment.GetEnvironmentVariable("no_proxy")}");

        Assembly log4net = typeof(LogLog).Assembly;
        string? version = log4net.GetCustomAttribute<AssemblyInformationalVersionAttribute>()?.InformationalVersion;
        TestContext.Error.WriteLine($"log4net {version ?? log4net.GetName().Version?.ToString()}");
    }
}
