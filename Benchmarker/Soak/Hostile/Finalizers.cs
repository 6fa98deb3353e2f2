using System.Reflection;
using System.Runtime.CompilerServices;
using System.Runtime.Loader;
using System.Text.RegularExpressions;
using Easy.Logger;
using log4net.Appender;
using log4net.Core;
using log4net.Repository.Hierarchy;

namespace Benchmarker.Soak.Hostile;

/// <summary>Nobody keeps the async appenders, and events wait in them.</summary>
internal static partial class Finalizers
{
    private const int Appenders = 20;
    private const int Calls = 100;

    // Half a second of work for the paced file.
    private const int PacedCalls = 500;

    // Ten times what closeTimeout leaves time for.
    private const int TooManyPacedCalls = 20_000;

    private const int LargestBatch = 512;

    public static IReadOnlyList<HostileScenario> All { get; } =
    [
        new("finalizer", "async appenders that nobody keeps write their queued events", Collect),
        new("finalizer-exit", "the exit waits for an async appender that a finalizer has begun to close", CollectAtExit)
        {
            Inspect = process => Compare(process.PathOf("0.txt"), PacedCalls, process.Check),
        },
        new("finalizer-late", "what such an appender cannot write within closeTimeout is reported", CollectTooLate)
        {
            Inspect = InspectTooLate,
        },
    ];

    private static void Collect(ScenarioContext context)
    {
        _ = new ScenarioLog(context, _ => { }, ScenarioLog.File(context.PathOf("kept.txt"))); // for the snapshots
        context.Ready();
        string[] paths = [.. Enumerable.Range(0, Appenders).Select(index => context.PathOf($"{index}.txt"))];
        WeakReference[] appenders = [.. paths.Select(path => Abandon(path, isPaced: false, Calls))];
        CollectUntilGone(context, appenders);
        SpinWait.SpinUntil(() => paths.All(path => ScenarioLog.Lines(path) == Calls), 3_000);
        context.Seen($"{paths.Sum(ScenarioLog.Lines):N0} lines");
        Array.ForEach(paths, path => Compare(path, Calls, context.Check));
    }

    private static void CollectAtExit(ScenarioContext context)
    {
        _ = new ScenarioLog(context, _ => { }, ScenarioLog.File(context.PathOf("kept.txt")));
        context.Ready();
        CollectUntilGone(context, Abandon(context.PathOf("0.txt"), isPaced: true, PacedCalls));
    }

    private static void CollectTooLate(ScenarioContext context)
    {
        _ = new ScenarioLog(context, _ => { }, ScenarioLog.File(context.PathOf("kept.txt")));
        context.Ready();
        CollectUntilGone(context, Abandon(context.PathOf("0.txt"), isPaced: true, TooManyPacedCalls));
    }

    private static void InspectTooLate(ScenarioProcess process)
    {
        int lines = ScenarioLog.Lines(process.PathOf("0.txt"));
        process.Check(lines > 0, "nothing was written");
        process.Check(lines < TooManyPacedCalls, "everything was written: the scenario shows nothing");
        process.Seen.Add($"{lines} lines");
        int missing = TooManyPacedCalls - lines;
        process.Check(
            process.HasPrinted(line => IsReport(line, missing)),
            $"no notice says that {missing} events were not written; {process.LastWords}");
    }

    /// <summary>Whether a line says how many were dropped, without the batch that was with the file.</summary>
    /// <remarks>It need not name the appender, which is gone.</remarks>
    private static bool IsReport(string line, int missing) => line.Contains("Easy.Logger", StringComparison.Ordinal)
        && Number().Matches(line.Replace(",", string.Empty, StringComparison.Ordinal))
            .Any(number => int.TryParse(number.Value, out int count) && count <= missing && count >= missing - LargestBatch);

    [GeneratedRegex("[0-9]+", RegexOptions.CultureInvariant)]
    private static partial Regex Number();

    private static void CollectUntilGone(ScenarioContext context, params WeakReference[] appenders) => context.Eventually(
        () =>
        {
            GC.Collect();
            GC.WaitForPendingFinalizers();
            return Array.TrueForAll(appenders, appender => !appender.IsAlive);
        },
        3_000,
        "the async appenders were not collected");

    private static void Compare(string path, int expected, Action<bool, string> check)
    {
        int lines = ScenarioLog.Lines(path);
        check(lines == expected, $"{lines} of {expected} lines in {Path.GetFileName(path)}");
    }

    [MethodImpl(MethodImplOptions.NoInlining)]
    private static WeakReference Abandon(string path, bool isPaced, int calls)
    {
        AsyncBufferingForwardingAppender appender = new AsyncBufferingForwardingAppender
        {
            Name = "abandoned",
            IdleTime = 3_600_000,
            QueueLimit = 20_000,
            CloseTimeout = 2_000,
            ReportLoss = false, // each line is an event
        }.Before(isPaced ? ScenarioLog.File(new PacedFileAppender(), path) : ScenarioLog.File(path));
        Hierarchy repository = (Hierarchy)log4net.LogManager.GetRepository(typeof(Finalizers).Assembly);
        for (int i = 0; i < calls; i++)
        {
            appender.DoAppend(new LoggingEvent(typeof(Finalizers), repository, "hostile", Level.Info, $"event {i}", exception: null));
        }

        return new WeakReference(appender);
    }
}

/// <summary>Fifty healthy async appenders have events waiting when the process ends.</summary>
internal static class ManyAppenders
{
    private const string Logged = "logged";
    private const int Appenders = 50;
    private const int Calls = 250; // two batches and a half

    public static IReadOnlyList<HostileScenario> All { get; } =
    [
        new("many-exit", "fifty async appenders write everything at the exit", Log) { Inspect = Compare },
        new("many-sigterm", "fifty async appenders write everything at SIGTERM", LogAndWait)
        {
            Inspect = Compare,
            ExitCode = _ => 128 + 15,
            Disturb = process =>
            {
                if (process.AwaitStage(Logged))
                {
                    process.Terminate();
                }
            },
        },
    ];

    private static void LogAndWait(ScenarioContext context)
    {
        Log(context);
        context.Stage(Logged);
        Thread.Sleep(Timeout.Infinite);
    }

    private static void Log(ScenarioContext context)
    {
        ScenarioLog[] logs =
        [
            .. Enumerable.Range(0, Appenders).Select(index =>
                new ScenarioLog(context, appender => appender.IdleTime = 3_600_000, ScenarioLog.File(context.PathOf($"{index}.txt")))),
        ];
        context.Ready();
        Array.ForEach(logs, log => log.Write(Calls));
        long pending = logs.Sum(log => log.Counters.Pending);
        context.Seen($"{pending:N0} events waited at the end");
        Array.ForEach(logs, log => log.CheckThrown());
        context.Check(pending > 0, "no event waited at the end");
    }

    private static void Compare(ScenarioProcess process)
    {
        int[] lines = [.. Enumerable.Range(0, Appenders).Select(index => ScenarioLog.Lines(process.PathOf($"{index}.txt")))];
        process.Seen.Add($"{lines.Sum():N0} lines");
        process.Check(lines.All(count => count == Calls), $"{lines.Sum():N0} of {Appenders * Calls:N0} lines are in the files");
    }
}

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
