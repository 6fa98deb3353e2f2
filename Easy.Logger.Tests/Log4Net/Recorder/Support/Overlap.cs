using log4net.Core;

namespace Recorder;

/// <summary>
/// One thread is held inside a call while another makes a second call. A call that has not come back after a while counts as blocked;
/// the first one is let go afterwards, and then both must come back.
/// </summary>
internal static class Overlap
{
    /// <summary>What should have happened by then never will.</summary>
    public const int StuckMilliseconds = 5000;

    private const int BlockedMilliseconds = 400;

    /// <summary>The first call is held by the event "one", as soon as that comes to a hook.</summary>
    public static string WithFirstEvent(Action<Action<LoggingEvent>?> setHook, Action first, Action second)
        => With(
            hold => setHook(hold is null ? null : e =>
            {
                if (e.RenderedMessage == "one")
                {
                    hold();
                }
            }),
            first,
            second);

    /// <summary>The first call is held as soon as it comes to a hook.</summary>
    public static string With(Action<Action?> setHook, Action first, Action second)
    {
        using ManualResetEventSlim inside = new(), go = new();
        setHook(() =>
        {
            inside.Set();
            go.Wait(StuckMilliseconds);
        });
        Thread one = Start(first);
        if (!inside.Wait(StuckMilliseconds))
        {
            return "first thread never came inside";
        }

        Thread two = Start(second);
        bool blocked = IsBlocked(two);
        go.Set();
        bool back = one.Join(StuckMilliseconds) && two.Join(StuckMilliseconds);
        setHook(null);
        return (blocked ? "blocked" : "free") + (back ? "" : ", NOT BACK");
    }

    /// <summary>Several scenarios that have nothing to do with each other, at once. The results are in the order given.</summary>
    public static string[] Together(IReadOnlyList<Func<string>> scenarios)
    {
        string[] results = new string[scenarios.Count];
        Thread[] threads = [.. scenarios.Select((scenario, i) => Start(() => results[i] = scenario()))];
        Array.ForEach(threads, thread => thread.Join());
        return results;
    }

    public static bool IsBlocked(Thread thread) => !thread.Join(BlockedMilliseconds);

    public static Thread Start(Action body)
    {
        Thread thread = new(() =>
        {
            try
            {
                body();
            }
            catch (Exception)
            {
                // What the call throws is not the question here.
            }
        })
        {
            IsBackground = true,
        };
        thread.Start();
        return thread;
    }
}
