using System.Diagnostics;
using System.Runtime;
using System.Runtime.CompilerServices;
using Benchmarker.Children;
using Benchmarker.Measuring;

namespace Benchmarker.CallerCost;

/// <summary>
/// Measures a child directly and behind the wrapper, in turns: bursts that fit into the queue, and after each one a flush, not measured.
/// </summary>
internal static class ChildCostRun
{
    /// <summary>How many frames are on the stack, about, that of the method that logs included.</summary>
    private static readonly int[] _frames = [5, 40, 100];

    private static readonly TimeSpan _maxWarmUpPerRound = TimeSpan.FromMilliseconds(250);
    private static readonly TimeSpan _compilerIsDone = TimeSpan.FromMilliseconds(500);

    public static IReadOnlyList<ChildCostRow> Measure(MeasuredChild child, int rounds)
    {
        using TemporaryFolder folder = new();
        ChildSubject direct = new(child, folder.Path, isWrapped: false);
        ChildSubject wrapped = new(child, folder.Path, isWrapped: true);
        WarmUp(direct, wrapped, rounds);
        (Bursts Direct, Bursts Wrapped)[] bursts = [.. _frames.Select(frames => Measure(direct, wrapped, frames, rounds))];
        (bool, bool) locates = (direct.Close(), wrapped.Close());
        return [.. _frames.Zip(bursts, (frames, pair) => ChildCostRow.Of(child.Name, frames, pair, locates))];
    }

    /// <summary>Until the runtime compiles nothing any more; it waits a tenth of a second before each step to final machine code.</summary>
    private static void WarmUp(ChildSubject direct, ChildSubject wrapped, int rounds)
    {
        long start = Stopwatch.GetTimestamp();
        long lastCompiled = start;
        long methods = 0;
        while (Stopwatch.GetElapsedTime(start) < rounds * _maxWarmUpPerRound && Stopwatch.GetElapsedTime(lastCompiled) < _compilerIsDone)
        {
            Measure(direct, wrapped, _frames[0], rounds: 1);
            if (JitInfo.GetCompiledMethodCount() is long now && now != methods)
            {
                methods = now;
                lastCompiled = Stopwatch.GetTimestamp();
            }
        }
    }

    private static (Bursts Direct, Bursts Wrapped) Measure(ChildSubject direct, ChildSubject wrapped, int frames, int rounds)
    {
        Bursts ofDirect = new(direct, rounds);
        Bursts ofWrapped = new(wrapped, rounds);
        Thread thread = new(() => Descend(frames, () =>
        {
            for (int round = 0; round < rounds; round++)
            {
                // Each is the first of a pair as often as the other.
                Burst(round % 2 == 0 ? ofDirect : ofWrapped);
                Burst(round % 2 == 0 ? ofWrapped : ofDirect);
            }
        }));
        thread.Start();
        thread.Join();
        return (ofDirect, ofWrapped);
    }

    private static void Burst(Bursts bursts)
    {
        BurstRun.Burst(bursts, CallerCostRun.Burst);
        ((ChildSubject)bursts.Subject).Flush();
    }

    /// <summary>Not optimized: a last call could take the place of its caller's frame.</summary>
    [MethodImpl(MethodImplOptions.NoInlining | MethodImplOptions.NoOptimization)]
    private static void Descend(int frames, Action measure)
    {
        const int below = 4; // the action, its burst, that of BurstRun, and the method that logs
        if (new StackTrace().FrameCount + below >= frames)
        {
            measure();
        }
        else
        {
            Descend(frames, measure);
        }
    }
}
