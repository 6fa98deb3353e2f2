using System.Xml;
using log4net.Repository.Hierarchy;

namespace Easy.Logger.Tests.Support;

/// <summary>A log4net repository of its own for one test; shut down afterwards, so that no worker outlives its test.</summary>
internal sealed class TestRepository : IDisposable
{
    public TestRepository() => Hierarchy = (Hierarchy)LogManager.CreateRepository($"test-{Guid.NewGuid():N}");

    public Hierarchy Hierarchy { get; }

    /// <summary>Configures from the inner text of a <c>log4net</c> element.</summary>
    /// <returns>This repository.</returns>
    public TestRepository Configure(string xml)
    {
        XmlDocument document = new() { XmlResolver = null };
        document.LoadXml($"<log4net>{xml}</log4net>");
        XmlConfigurator.Configure(Hierarchy, document.DocumentElement!);
        return this;
    }

    /// <summary>Puts one appender on the root logger, level ALL.</summary>
    /// <returns>This repository.</returns>
    public TestRepository Attach(IAppender appender)
    {
        BasicConfigurator.Configure(Hierarchy, appender);
        Hierarchy.Root.Level = Level.All;
        return this;
    }

    public ILog Log(string name = "test") => LogManager.GetLogger(Hierarchy.Name, name);

    public T Appender<T>()
        where T : IAppender => Hierarchy.GetAppenders().OfType<T>().First();

    public void Dispose() => Hierarchy.Shutdown();
}
