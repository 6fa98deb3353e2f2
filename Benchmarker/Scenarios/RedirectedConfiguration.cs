using System.Xml;

namespace Benchmarker.Scenarios;

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
