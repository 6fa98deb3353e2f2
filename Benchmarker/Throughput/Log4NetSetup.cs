using System.Xml;
using Easy.Logger;
using Easy.Logger.Diagnostics;
using log4net;
using log4net.Config;
using log4net.Repository;

namespace Benchmarker.Throughput;

/// <summary>log4net as a scenario configures it, with what is needed to check its counters afterwards.</summary>
internal sealed class Log4NetSetup : ILoggingSetup
{
    private readonly ILoggerRepository _repository;
    private readonly ILog _logger;
    private readonly AsyncBufferingForwardingAppender[] _appenders;

    public Log4NetSetup(Log4NetScenario scenario, string folder)
    {
        // Made for each setup: one that was shut down keeps its loggers, and its name is what distinguishes two setups in log4net's own
        // messages.
        _repository = LogManager.CreateRepository($"{Path.GetFileName(folder)}-{Guid.NewGuid():N}");
        XmlConfigurator.Configure(_repository, RedirectedConfiguration.Load(scenario, folder));
        _logger = LogManager.GetLogger(_repository.Name, typeof(Program));
        _appenders = [.. _repository.GetAppenders().OfType<AsyncBufferingForwardingAppender>()];
        if (scenario.HasCounters && _appenders.Length != 1)
        {
            throw new InvalidOperationException(
                $"'{scenario.ConfigurationPath}' should have one appender of Easy.Logger but log4net made {_appenders.Length} of it.");
        }
    }

    public void Log(long counter) => _logger.DebugFormat("Counter is: {0}", counter);

    public void Close() => _repository.Shutdown();

    public IEnumerable<string> Discrepancies(long calls, long lines)
    {
        foreach (BufferStatistics counters in _appenders.Select(appender => appender.Statistics))
        {
            string account = $"accepted {counters.Accepted:N0}, forwarded {counters.Forwarded:N0}, failed {counters.Failed:N0}, "
                + $"dropped {counters.Dropped:N0}, pending {counters.Pending:N0}, rejected {counters.Rejected:N0}";
            if (counters.Accepted != counters.Forwarded + counters.Failed + counters.Dropped + counters.Pending)
            {
                yield return $"The counters do not balance: {account}.";
            }

            if (counters.Accepted != calls || counters.Forwarded != lines)
            {
                yield return $"The counters disagree with {calls:N0} calls and {lines:N0} lines: {account}.";
            }

            if (counters.LastError is not null)
            {
                yield return $"The appender reports a failure: {counters.LastError}.";
            }
        }
    }
}

/// <summary>Reads a log4net configuration so that its files are written to a chosen folder.</summary>
/// <remarks>
/// log4net puts files with a relative name below the program's folder, where the benchmark would leave hundreds of megabytes. The
/// configurations are the article's texts and stay as they are on disk; only the file names are made absolute in memory.
/// </remarks>
internal static class RedirectedConfiguration
{
    public static XmlElement Load(Log4NetScenario scenario, string folder)
    {
        XmlDocument document = new() { XmlResolver = null };
        using (XmlReader reader = XmlReader.Create(
            scenario.ConfigurationPath, new XmlReaderSettings { DtdProcessing = DtdProcessing.Prohibit }))
        {
            document.Load(reader);
        }

        foreach (XmlAttribute file in document.SelectNodes("//appender/file/@value")!)
        {
            // The value is a pattern, in which a percent sign of the folder's name would start a conversion.
            file.Value = Path.Combine(folder.Replace("%", "%%", StringComparison.Ordinal), file.Value);
        }

        if (scenario.KeepsJournal)
        {
            // Below the folder: in it every line of every file is counted.
            XmlElement journal = document.CreateElement("journal");
            journal.SetAttribute("value", Path.Combine(folder, "journal", "async.journal"));
            document.SelectSingleNode("//appender[contains(@type, 'Easy.Logger')]")!.PrependChild(journal);
        }

        return (XmlElement?)document.SelectSingleNode("descendant-or-self::log4net")
            ?? throw new InvalidDataException($"'{scenario.ConfigurationPath}' has no element log4net.");
    }
}
