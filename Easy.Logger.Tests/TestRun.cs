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

        Assembly log4net = typeof(LogLog).Assembly;
        string? version = log4net.GetCustomAttribute<AssemblyInformationalVersionAttribute>()?.InformationalVersion;
        TestContext.Error.WriteLine($"log4net {version ?? log4net.GetName().Version?.ToString()}");
    }
}
