using System.Reflection;
using System.Runtime.CompilerServices;
using System.Runtime.Loader;
using Easy.Logger;
using log4net.Appender;
using log4net.Core;

namespace ExitProbe;

/// <summary>A plug-in: the assembly of the appender is in a load context of its own, log4net in that of the host.</summary>
internal static class UnloadScenarios
{
    private static readonly TimeSpan _patience = TimeSpan.FromSeconds(10);

    public static int Unload(bool closes)
    {
        MemoryAppender child = new() { Name = "child" };
        WeakReference context = Use(child, closes);
        bool isUnloaded = SpinWait.SpinUntil(() => IsCollected(context), _patience);
        Console.WriteLine($"events {child.GetEvents().Length} unloaded {isUnloaded}");
        return 160;
    }

    private static bool IsCollected(WeakReference context)
    {
        GC.Collect();
        GC.WaitForPendingFinalizers();
        return !context.IsAlive;
    }

    [MethodImpl(MethodImplOptions.NoInlining)]
    private static WeakReference Use(MemoryAppender child, bool closes)
    {
        AssemblyLoadContext context = new("plug-in", isCollectible: true);
        Assembly assembly = context.LoadFromAssemblyPath(typeof(AsyncBufferingForwardingAppender).Assembly.Location);
        Type type = assembly.GetType(typeof(AsyncBufferingForwardingAppender).FullName!, throwOnError: true)!;
        IAppender appender = (IAppender)Activator.CreateInstance(type)!;
        appender.Name = "plug-in";
        ((IAppenderAttachable)appender).AddAppender(child);
        ((IOptionHandler)appender).ActivateOptions();
        appender.DoAppend(SurvivalScenarios.Event("from the plug-in"));
        ((IFlushable)appender).Flush(-1);
        if (closes)
        {
            appender.Close();
        }

        context.Unload();
        return new WeakReference(context, trackResurrection: true);
    }
}
