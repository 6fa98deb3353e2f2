using Benchmarker.Measuring;

namespace Benchmarker.Scenarios;

/// <summary>log4net, as a file configures it.</summary>
/// <param name="Name">What it is called on the command line and in the results.</param>
/// <param name="Description">What events pass through.</param>
/// <param name="ConfigurationFile">The log4net configuration, a file in the folder Configurations of the output.</param>
/// <param name="ServerGc">Whether the process asks for the server garbage collector.</param>
/// <param name="KeepsLedger">Whether the configuration has an appender of Easy.Logger, whose statistics must agree with the files.</param>
/// <param name="KeepsJournal">Whether that appender also gets a journal.</param>
internal sealed record Log4NetScenario(
    string Name,
    string Description,
    string ConfigurationFile,
    bool ServerGc = false,
    bool KeepsLedger = false,
    bool KeepsJournal = false) : Scenario(Name, Description, ServerGc)
{
    public string ConfigurationPath => Path.Combine(AppContext.BaseDirectory, "Configurations", ConfigurationFile);

    public override ILoggingSetup Open(string folder) => new Log4NetSetup(this, folder);
}
