using System.Reflection;
using Easy.Logger;
using log4net;
using log4net.Appender;
using log4net.Repository.Hierarchy;

namespace ExitProbe;

/// <summary>
/// Logs from where assemblies are loaded, also while .NET looks up files and lines for the text of the program's first exception. That
/// happens once in a process.
/// </summary>
internal static class LocationScenarios
{
    private static bool _isLogging;

    public static int LogAsAssembliesAreLoaded(string folder)
    {
        AsyncBufferingForwardingAppender wrapped = SurvivalScenarios.Alone(NewFile(folder, "wrapped.log"), "wrapped", closeTimeout: 5_000);
        ILog[] logs = [NewLog("direct", NewFile(folder, "direct.log")), NewLog("wrapped", wrapped)];
        AppDomain.CurrentDomain.AssemblyLoad += (_, loaded) => Log(logs, loaded.LoadedAssembly.GetName().Name!);

        try
        {
            throw new InvalidOperationException();
        }
        catch (InvalidOperationException exception)
        {
            _ = exception.ToString();
        }

        Assembly.Load("System.Xml.XPath.XDocument");
        return 180;
    }

    /// <summary>Both lines are of the same place. What they load themselves is not logged.</summary>
    private static void Log(ILog[] logs, string message)
    {
        if (_isLogging)
        {
            return;
        }

        _isLogging = true;
        foreach (ILog log in logs)
        {
            log.Info(message);
        }

        _isLogging = false;
    }

    private static FileAppender NewFile(string folder, string name) =>
        SurvivalScenarios.ToFile<FileAppender>(Path.Combine(folder, name), "%message %location%newline");

    private static ILog NewLog(string name, IAppender appender)
    {
        Hierarchy hierarchy = (Hierarchy)LogManager.CreateRepository(name);
        hierarchy.Root.AddAppender(appender);
        hierarchy.Configured = true;
        return LogManager.GetLogger(name, name);
    }
}
