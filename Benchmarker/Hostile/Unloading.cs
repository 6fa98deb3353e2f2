using System.Reflection;
using System.Runtime.CompilerServices;
using System.Runtime.Loader;
using Easy.Logger;
using log4net.Appender;
using log4net.Core;
using log4net.Repository.Hierarchy;

namespace Benchmarker.Hostile;

/// <summary>A plug-in host loads the library into a context of its own, lets it log, and unloads the context.</summary>
internal static class Unloading
{
    private const int Calls = 100;

    public static IReadOnlyList<HostileScenario> All { get; } =
    [
        new("unload", "a collectible load context with the library in it is unloaded once its appenders are closed", Unload),
    ];

    private static void Unload(ScenarioContext context)
    {
        _ = new ScenarioLog(context, _ => { }, ScenarioLog.File(context.PathOf("kept.txt"))); // for the snapshots, with the library outside
        context.Ready();

        // Without it the scenario would not show that it is the use of the library that keeps a context alive.
        context.Eventually(IsGone(Load(use: null)), 5_000, "not even an unused library was unloaded: the scenario shows nothing");
        string path = context.PathOf("log.txt");
        context.Eventually(IsGone(Load(library => Log(library, path))), 5_000, "the context was not unloaded");
        int lines = ScenarioLog.Lines(path);
        context.Seen($"{lines} lines");
        context.Check(lines == Calls, $"{lines} of {Calls} lines");
    }

    private static Func<bool> IsGone(WeakReference context) => () =>
    {
        GC.Collect();
        GC.WaitForPendingFinalizers();
        return !context.IsAlive;
    };

    [MethodImpl(MethodImplOptions.NoInlining)]
    private static WeakReference Load(Action<Assembly>? use)
    {
        // log4net stays outside: it has static hooks of its own.
        AssemblyLoadContext context = new("plug-in", isCollectible: true);
        Assembly library = context.LoadFromAssemblyPath(typeof(AsyncBufferingForwardingAppender).Assembly.Location);
        use?.Invoke(library);
        context.Unload();
        return new WeakReference(context);
    }

    [MethodImpl(MethodImplOptions.NoInlining)]
    private static void Log(Assembly library, string path)
    {
        Type type = library.GetType(typeof(AsyncBufferingForwardingAppender).FullName!, throwOnError: true)!;
        BufferingForwardingAppender appender = (BufferingForwardingAppender)Activator.CreateInstance(type)!;
        appender.Name = "plug-in";
        appender.AddAppender(ScenarioLog.File(path));
        appender.ActivateOptions();
        Hierarchy repository = (Hierarchy)log4net.LogManager.GetRepository(typeof(Unloading).Assembly);
        for (int i = 0; i < Calls; i++)
        {
            ((IAppender)appender).DoAppend(
                new LoggingEvent(typeof(Unloading), repository, "hostile", Level.Info, $"event {i}", exception: null));
        }

        ((IFlushable)appender).Flush(2_000);
        ((IAppender)appender).Close();
    }
}
