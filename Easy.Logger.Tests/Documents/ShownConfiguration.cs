using System.Xml.Linq;
using log4net.Config;
using log4net.Repository.Hierarchy;
using log4net.Util;

namespace Easy.Logger.Tests.Documents;

/// <summary>
/// A configuration as a document shows it, in force in a repository of its own: files go to a folder of its own, and what a part of a
/// configuration leaves out is put around it.
/// </summary>
internal sealed class ShownConfiguration : IDisposable
{
    private const string Wrapper = "Easy.Logger.AsyncBufferingForwardingAppender, Easy.Logger";

    private readonly List<string> _problems = [];
    private readonly int _thread = Environment.CurrentManagedThreadId;

    public ShownConfiguration(string xml)
    {
        XElement configuration = Whole(XElement.Parse(xml));
        foreach (XElement path in configuration.Descendants().Where(element => element.Name.LocalName is "file" or "journal"))
        {
            path.SetAttributeValue("value", Folder.File(path.Attribute("value")!.Value));
        }

        LogLog.LogReceived += Hear;
        try
        {
            using MemoryStream stream = new();
            configuration.Save(stream);
            stream.Position = 0;
            XmlConfigurator.Configure(Hierarchy, stream);
        }
        finally
        {
            LogLog.LogReceived -= Hear;
        }
    }

    public TempFolder Folder { get; } = new();

    public Hierarchy Hierarchy { get; } = (Hierarchy)LogManager.CreateRepository(Some.Name("shown"));

    /// <summary>What log4net and its appenders said about the configuration.</summary>
    public IReadOnlyList<string> Problems => _problems;

    public ILog Log => LogManager.GetLogger(Hierarchy.Name, "Shop.Orders");

    public AsyncBufferingForwardingAppender Wrapping => Hierarchy.GetAppenders().OfType<AsyncBufferingForwardingAppender>().Single();

    /// <summary>What is in a file so far; nothing when there is none.</summary>
    public IReadOnlyList<string> Lines(string file) => Folder.Lines(file);

    public void Dispose()
    {
        Hierarchy.Shutdown();
        Folder.Dispose();
    }

    /// <summary>A part is an appender, or options of the wrapper.</summary>
    private static XElement Whole(XElement part)
    {
        XElement whole = part.Name.LocalName switch
        {
            "log4net" => part,
            "appender" => new XElement("log4net", part, Root(part.Attribute("name")!.Value)),
            _ => new XElement(
                "log4net",
                new XElement("appender", new XAttribute("name", "Async"), new XAttribute("type", Wrapper), part, Reference("File")),
                Root("Async")),
        };
        string[] named = [.. whole.Elements("appender").Select(appender => appender.Attribute("name")!.Value)];
        string[] missing =
            [.. whole.Descendants("appender-ref").Select(reference => reference.Attribute("ref")!.Value).Distinct().Except(named)];
        whole.AddFirst(missing.Select(
            name => new XElement("appender", new XAttribute("name", name), new XAttribute("type", typeof(MemoryAppender).FullName!))));
        return whole;
    }

    private static XElement Root(string appender) => new("root", Reference(appender));

    private static XElement Reference(string appender) => new("appender-ref", new XAttribute("ref", appender));

    private void Hear(object? source, LogReceivedEventArgs args)
    {
        // The internal log is the whole process's, and tests run side by side; a configuration is read on one thread.
        if (Environment.CurrentManagedThreadId == _thread && args.LogLog.Prefix.Contains("ERROR", StringComparison.Ordinal))
        {
            _problems.Add(args.LogLog.Message);
        }
    }
}
