using System.Reflection;
using System.Runtime.CompilerServices;
using System.Runtime.Loader;
using Easy.Logger;
using Easy.Logger.Extensions.Microsoft;
using log4net;
using log4net.Appender;
using log4net.Core;
using log4net.Repository;
using log4net.Repository.Hierarchy;

namespace ExitProbe;

/// <summary>
/// Assemblies that are loaded and unloaded. A plug-in has the assembly of the appender in a load context of its own, log4net in that of the
/// host.
/// </summary>
internal static class AssemblyScenarios
{
    private static readonly TimeSpan _patience = TimeSpan.FromSeconds(10);

    private static bool _isLogging;

    public static int Unload(bool closes)
    {
        MemoryAppender child = new() { Name = "child" };
        WeakReference context = Use(context =>
        {
            IAppender appender = (IAppender)Activator.CreateInstance(TypeOf(context, typeof(AsyncBufferingForwardingAppender)))!;
            appender.Name = "plug-in";
            ((IAppenderAttachable)appender).AddAppender(child);
            ((IOptionHandler)appender).ActivateOptions();
            appender.DoAppend(SurvivalScenarios.Event("from the plug-in"));
            ((IFlushable)appender).Flush(-1);
            if (closes)
            {
                appender.Close();
            }
        });
        return Report(context, () => $"events {child.GetEvents().Length}");
    }

    public static int UnloadTheFacade(string folder, bool ends)
    {
        string file = Path.Combine(folder, "log4net.config");
        File.WriteAllText(file, "<log4net><root><level value=\"WARN\" /></root></log4net>");
        ILoggerRepository repository = LogManager.CreateRepository("of the host");
        WeakReference context = Use(context =>
        {
            Type type = TypeOf(context, typeof(RepositoryConfiguration));
            object[] arguments = [repository, new FileInfo(file), true];
            IDisposable use = (IDisposable)type.GetMethod(nameof(RepositoryConfiguration.Use))!.Invoke(null, arguments)!;
            if (ends)
            {
                use.Dispose();
            }
        });
        return Report(context, () => $"configured {repository.Configured}");
    }

    public static int UnloadTheProvider()
    {
        ILoggerRepository repository = LogManager.CreateRepository("of the host");
        WeakReference context = Use(context =>
        {
            Type options = TypeOf(context, typeof(EasyLoggerOptions));
            object chosen = Activator.CreateInstance(options)!;
            options.GetProperty(nameof(EasyLoggerOptions.Repository))!.SetValue(chosen, repository.Name);
            Type provider = options.Assembly.GetType(typeof(EasyLoggerProvider).FullName!, throwOnError: true)!;
            ((IDisposable)Activator.CreateInstance(provider, chosen)!).Dispose();
        });
        return Report(context, () => $"configured {repository.Configured}");
    }

    /// <summary>Not inlined, so that no variable keeps the context.</summary>
    [MethodImpl(MethodImplOptions.NoInlining)]
    private static WeakReference Use(Action<AssemblyLoadContext> use)
    {
        AssemblyLoadContext context = new("plug-in", isCollectible: true);
        use(context);
        context.Unload();
        return new WeakReference(context, trackResurrection: true);
    }

    private static int Report(WeakReference context, Func<string> state)
    {
        bool isUnloaded = SpinWait.SpinUntil(() => IsCollected(context), _patience);
        Console.WriteLine($"{state()} unloaded {isUnloaded}");
        return 160;
    }

    private static Type TypeOf(AssemblyLoadContext context, Type type) =>
        context.LoadFromAssemblyPath(type.Assembly.Location).GetType(type.FullName!, throwOnError: true)!;

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
