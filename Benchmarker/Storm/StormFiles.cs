using System.Globalization;
using System.Xml;
using Benchmarker.Stress;
using Easy.Logger;
using log4net;
using log4net.Config;
using log4net.Repository;

namespace Benchmarker.Storm;

/// <summary>log4net with two forwarders, each before a rolling file of its own, and what is found in the files afterwards.</summary>
internal sealed class StormFiles
{
    private static readonly string[] _names = ["first", "second"];

    private readonly string _folder;
    private readonly ILoggerRepository _repository;

    public StormFiles(string folder)
    {
        _folder = folder;
        _repository = LogManager.CreateRepository($"storm-{Guid.NewGuid():N}");
        XmlDocument document = new() { XmlResolver = null };
        string root = $"""<root><level value="ALL" />{string.Concat(_names.Select(Reference))}</root>""";
        document.LoadXml($"<log4net>{string.Concat(_names.Select(Appenders))}{root}</log4net>");
        XmlConfigurator.Configure(_repository, document.DocumentElement!);
        Log = LogManager.GetLogger(_repository.Name, typeof(StormFiles));
        Forwarders = [.. _repository.GetAppenders().OfType<AsyncBufferingForwardingAppender>()];
    }

    public ILog Log { get; }

    public IReadOnlyList<AsyncBufferingForwardingAppender> Forwarders { get; }

    public long Bytes => new DirectoryInfo(_folder).EnumerateFiles().Sum(file => file.Length);

    public void Close() => _repository.Shutdown();

    /// <summary>The lines behind one forwarder, in the order in which they were written.</summary>
    public Arrivals Read(AsyncBufferingForwardingAppender forwarder)
    {
        Arrivals arrivals = new();
        foreach (string file in Directory.EnumerateFiles(_folder, $"{forwarder.Name}.log*").OrderBy(Age))
        {
            foreach (string line in File.ReadLines(file))
            {
                arrivals.Add(line);
            }
        }

        return arrivals;
    }

    // Backups count upwards; the file without a number is the one written last.
    private static int Age(string path) =>
        int.TryParse(Path.GetExtension(path).TrimStart('.'), NumberStyles.None, CultureInfo.InvariantCulture, out int number)
            ? number
            : int.MaxValue;

    private string Appenders(string name) => $"""
        <appender name="{name}-file" type="log4net.Appender.RollingFileAppender">
          <file value="{Path.Combine(_folder, name).Replace("%", "%%", StringComparison.Ordinal)}.log" />
          <rollingStyle value="Size" /><maximumFileSize value="10MB" /><maxSizeRollBackups value="-1" /><countDirection value="1" />
          <layout type="log4net.Layout.PatternLayout"><conversionPattern value="%message%newline" /></layout>
        </appender>
        <appender name="{name}" type="Easy.Logger.AsyncBufferingForwardingAppender, Easy.Logger">
          <bufferSize value="512" /><closeTimeout value="-1" />
          <appender-ref ref="{name}-file" />
        </appender>
        """;

    private static string Reference(string name) => $"""<appender-ref ref="{name}" />""";
}
