using System.Reflection;
using System.Runtime.CompilerServices;
using System.Runtime.Loader;
using Easy.Logger;
using log4net;
using log4net.Appender;
using log4net.Repository;
using log4net.Repository.Hierarchy;

namespace ExitProbe;

/// <summary>Assemblies that are loaded and unloaded. A plug-in has a copy of ours; log4net is in the load context of the host.</summary>
internal static class AssemblyScenarios
{
    private static readonly TimeSpan _patience = TimeSpan.FromSeconds(10);

    private static bool _isLogging;

    public static int UnloadFollowing(string folder)
    {
        FileInfo file = new(Path.Combine(folder, "log4net.config"));
        File.WriteAllText(file.FullName, "<log4net><root><level value=\"WARN\" /></root></log4net>");
        ILoggerRepository repository = LogManager.CreateRepository("of the host");
        WeakReference context = Follow(repository, file);
        bool isUnloaded = SpinWait.SpinUntil(() => IsCollected(context), _patience);
        Console.WriteLine($"configured {repository.Configured} unloaded {isUnloaded}");
        return 160;
    }

    /// <summary>Not inlined, so that no variable keeps the context.</summary>
    [MethodImpl(MethodImplOptions.NoInlining)]
    private static WeakReference Follow(ILoggerRepository repository, FileInfo file)
    {
        AssemblyLoadContext context = new("plug-in", isCollectible: true);
        Type host = typeof(RepositoryConfiguration);
        Type type = context.LoadFromAssemblyPath(host.Assembly.Location).GetType(host.FullName!, throwOnError: true)!;
        type.GetMethod(nameof(RepositoryConfiguration.Use))!.Invoke(null, [repository, file, true]);
        context.Unload();
        return new WeakReference(context, trackResurrection: true);
    }

    private static bool IsCollected(WeakReference context)
    {
        GC.Collect();
        GC.WaitForPendingFinalizers();
        return !context.IsAlive;
    }

    /// <summary>
    /// Logs from where assemblies are loaded, also while .NET looks up files and lines for the text of the program's first exception. That
    /// happens once in a process.
    /// </summary>
    public static int LogAsAssembliesAreLoaded(string folder)
    {
        AsyncBufferingForwardingAppender wrapped = Logging.Alone(NewFile(folder, "wrapped.log"), "wrapped", closeTimeout: 5_000);
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
        Logging.NewFile(Path.Combine(folder, name), "%message %location%newline");

    private static ILog NewLog(string name, IAppender appender)
    {
        Hierarchy hierarchy = (Hierarchy)LogManager.CreateRepository(name);
        hierarchy.Root.AddAppender(appender);
        hierarchy.Configured = true;
        return LogManager.GetLogger(name, name);
    }
}
