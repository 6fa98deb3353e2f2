using System.Runtime.CompilerServices;
using log4net.Core;
using log4net.Layout;
using log4net.Repository.Hierarchy;

namespace Recorder;

/// <summary>Known call sites; #line makes file and line independent of where the source lies.</summary>
internal static class CallSite
{
    [MethodImpl(MethodImplOptions.NoInlining | MethodImplOptions.NoOptimization)]
    public static LoggingEvent Outer() => Middle("text", 7);

#line 100 "/callsite.cs"
    [MethodImpl(MethodImplOptions.NoInlining | MethodImplOptions.NoOptimization)]
    public static LoggingEvent Middle(string text, int number)
    {
        LoggingEvent result = Boundary.Make();
        return result;
    }
#line default

    [MethodImpl(MethodImplOptions.NoInlining | MethodImplOptions.NoOptimization)]
    public static string ThroughLog()
    {
        Hierarchy h = Make.Repository();
        ProbeAppender probe = new() { Name = "p", Layout = new PatternLayout("%C.%M %F:%L") };
        string text = "";
        probe.OnAppend = e => text = probe.Render(e);
        h.Root.AddAppender(probe);
        Log(log4net.LogManager.GetLogger(h.Name, "a"));
        return text;
    }

#line 200 "/callsite.cs"
    [MethodImpl(MethodImplOptions.NoInlining | MethodImplOptions.NoOptimization)]
    private static void Log(log4net.ILog log)
    {
        log.Info("x");
    }
#line default

    internal static class Boundary
    {
        [MethodImpl(MethodImplOptions.NoInlining | MethodImplOptions.NoOptimization)]
        public static LoggingEvent Make()
        {
            LoggingEvent e = new(typeof(Boundary), null, "a", Level.Info, "m", null);
            e.Fix = FixFlags.LocationInfo;
            return e;
        }
    }
}
