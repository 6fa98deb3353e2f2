using System.Xml;

namespace Benchmarker.Scenarios;

/// <summary>Reads a log4net configuration so that its files are written to a chosen folder.</summary>
/// <remarks>
/// log4net puts files with a relative name below the program's folder, where the benchmark would leave hundreds of megabytes. The configurations
/// are the article's texts and stay as they are on disk; only the file names are made absolute in memory.
/// </remarks>
internal static class RedirectedConfiguration
{
    public static XmlElement Load(string path, string folder)
    {
        XmlDocument document = new() { XmlResolver = null };
        using (XmlReader reader = XmlReader.Create(path, new XmlReaderSettings { DtdProcessing = DtdProcessing.Prohibit }))
        {
            document.Load(reader);
        }

        foreach (XmlAttribute file in document.SelectNodes("//appender/file/@value")!)
        {
            // The value is a pattern, in which a percent sign of the folder's name would start a conversion.
            file.Value = Path.Combine(folder.Replace("%", "%%", StringComparison.Ordinal), file.Value);
        }

        return (XmlElement?)document.SelectSingleNode("descendant-or-self::log4net")
            ?? throw new InvalidDataException($"'{path}' has no element log4net.");
    }
}
