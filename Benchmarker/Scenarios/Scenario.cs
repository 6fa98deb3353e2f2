namespace Benchmarker.Scenarios;

/// <summary>One way to set logging up that is measured in a process of its own.</summary>
/// <param name="Name">What it is called on the command line and in the results.</param>
/// <param name="Description">What events pass through.</param>
/// <param name="ConfigurationFile">The log4net configuration, a file in the folder Configurations of the output.</param>
/// <param name="ServerGc">Whether the process asks for the server garbage collector.</param>
/// <param name="KeepsLedger">Whether the configuration has an appender of Easy.Logger, whose statistics must agree with the files.</param>
/// <param name="KeepsJournal">Whether that appender also gets a journal.</param>
internal sealed record Scenario(string Name, string Description, string ConfigurationFile, bool ServerGc, bool KeepsLedger, bool KeepsJournal = false)
{
    public string ConfigurationPath => Path.Combine(AppContext.BaseDirectory, "Configurations", ConfigurationFile);
}
