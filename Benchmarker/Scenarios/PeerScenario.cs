using Benchmarker.Measuring;

namespace Benchmarker.Scenarios;

/// <summary>Another logging library that writes the same lines.</summary>
/// <remarks>Described without a type of its library, which is loaded only in the process that opens it.</remarks>
internal sealed record PeerScenario(string Name, string Description, Func<string, ILoggingSetup> OpenIn) : Scenario(
    Name, Description, ServerGc: false)
{
    public override ILoggingSetup Open(string folder) => OpenIn(folder);
}
