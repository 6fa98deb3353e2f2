using System.Runtime.CompilerServices;
using System.Runtime.Loader;
using Easy.Logger;
using Easy.Logger.Extensions.Microsoft;
using log4net;
using log4net.Appender;
using log4net.Core;
using log4net.Repository;

namespace ExitProbe;

/// <summary>A plug-in: the assembly of the appender is in a load context of its own, log4net in that of the host.</summary>
internal static class UnloadScenarios
{
    private static readonly TimeSpan _patience = TimeSpan.FromSeconds(10);

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
}
