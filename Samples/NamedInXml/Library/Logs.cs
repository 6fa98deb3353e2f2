using System.Reflection;
using log4net;
using log4net.Config;
using log4net.Repository;

namespace Samples.NamedInXml.Library;

/// <summary>
/// The logging that all programs of a house share. Easy.Logger is named in the XML and nowhere else. Any thread may use it.
/// </summary>
public static class Logs
{
    /// <summary>Configures log4net for the program.</summary>
    /// <param name="program">The program's assembly.</param>
    public static void Configure(Assembly program)
    {
        ILoggerRepository repository = LogManager.GetRepository(program);
        using Stream configuration = typeof(Logs).Assembly.GetManifestResourceStream("log4net.config")!;
        XmlConfigurator.Configure(repository, configuration);
    }
}
