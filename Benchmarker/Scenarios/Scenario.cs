using Benchmarker.Measuring;

namespace Benchmarker.Scenarios;

/// <summary>One way to set logging up that is measured in a process of its own.</summary>
/// <param name="Name">What it is called on the command line and in the results.</param>
/// <param name="Description">What events pass through.</param>
/// <param name="ServerGc">Whether the process asks for the server garbage collector.</param>
internal abstract record Scenario(string Name, string Description, bool ServerGc)
{
    /// <summary>Sets logging up in this process, with all files in a folder.</summary>
    public abstract ILoggingSetup Open(string folder);
}
