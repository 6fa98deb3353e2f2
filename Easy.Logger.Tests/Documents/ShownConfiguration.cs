namespace Easy.Logger.Tests.Documents;

/// <summary>A configuration as a document shows it, in force in a scene; what a part of one leaves out is put around it.</summary>
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
            path.SetAttributeValue("value", Scene.Folder.File(path.Attribute("value")!.Value));
        }

        using MemoryStream stream = new();
        configuration.Save(stream);
        stream.Position = 0;
        LogLog.LogReceived += Hear;
        try
        {
            XmlConfigurator.Configure(Scene.Repository.Hierarchy, stream);
        }
        finally
        {
            LogLog.LogReceived -= Hear;
        }
    }

    public LogScene Scene { get; } = new();

    public IReadOnlyList<string> Problems => _problems;

    public ILog Log => Scene.Log("Shop.Orders");

    public void Dispose() => Scene.Dispose();

    /// <summary>A part is an appender, or options of the wrapper.</summary>
    private static XElement Whole(XElement part)
    {
        XElement whole = part.Name.LocalName switch
        {
            "log4net" => part,
            "appender" => new XElement("log4net", part, Root(part.Attribute("name")!.Value)),
            _ => new XElement("log4net", Appender("Async", Wrapper, part, Reference("File")), Root("Async")),
        };
        IEnumerable<string> named = whole.Elements("appender").Select(appender => appender.Attribute("name")!.Value);
        string[] missing = [.. whole.Descendants("appender-ref").Select(reference => reference.Attribute("ref")!.Value).Except(named)];
        whole.AddFirst(missing.Select(name => Appender(name, typeof(MemoryAppender).FullName!)));
        return whole;
    }

    private static XElement Appender(string name, string type, params object[] content) =>
        new("appender", new XAttribute("name", name), new XAttribute("type", type), content);

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
