using System.Diagnostics;
using Easy.Logger.Journaling;

namespace Benchmarker.Soak.Kills;

/// <summary>
/// Some processes one after the other, or two at a time, on one journal; each is killed, and the last one forwards what is left.
/// </summary>
internal sealed class KillsRun(int seed, int kills)
{
    private static readonly TimeSpan _longestStart = TimeSpan.FromSeconds(60);
    private static readonly TimeSpan _longestDrain = TimeSpan.FromMinutes(5);

    private readonly Chance _chance = new(seed);
    private readonly KillsResult _result = new() { Runs = 1, Kills = kills };
    private readonly List<KillsPlan> _plans = [];
    private readonly HashSet<KillsEvent> _damaged = [];

    public KillsResult Run()
    {
        using TemporaryFolder folder = new();
        KillsFolder files = new(folder.Path);
        Process? overlapping = null;
        try
        {
            for (int i = 0; i < kills; i++)
            {
                Process process = Start(folder.Path);
                AwaitCalls(process, files, _plans.Count - 1);
                End(ref overlapping);
                if (_chance.OneIn(4) && i < kills - 1)
                {
                    overlapping = process;
                    continue;
                }

                Process? killed = process;
                End(ref killed);
                if (_chance.OneIn(4))
                {
                    Damage(files);
                }
            }

            End(ref overlapping);
            AwaitDrain(Start(folder.Path, drains: true));
        }
        finally
        {
            End(ref overlapping);
        }

        new KillsCheck(files, _plans, _damaged, _result).Run();
        return _result;
    }

    private Process Start(string folder, bool drains = false)
    {
        int planSeed = _chance.Below(int.MaxValue);
        while (drains && (new KillsPlan(planSeed) is { IsSlow: true } or { RefusesOneIn: > 0 }))
        {
            planSeed = _chance.Below(int.MaxValue);
        }

        _plans.Add(new KillsPlan(planSeed));
        return KillsCommand.Start(folder, _plans.Count - 1, planSeed, drains);
    }

    /// <summary>Often it is killed while it logs, and sometimes while it starts.</summary>
    private void AwaitCalls(Process process, KillsFolder files, int number)
    {
        if (_chance.OneIn(6))
        {
            Thread.Sleep(_chance.Below(1_000));
            return;
        }

        long start = Stopwatch.GetTimestamp();
        while (!process.HasExited && Stopwatch.GetElapsedTime(start) < _longestStart && !HasReturned(files.Counters(number)))
        {
            Thread.Sleep(5);
        }

        Thread.Sleep(_chance.Below(_chance.OneIn(3) ? 1_500 : 150));
    }

    private static bool HasReturned(string path)
    {
        if (!File.Exists(path) || new FileInfo(path).Length == 0)
        {
            return false;
        }

        using KillsCounters counters = new(path);
        return counters.HasReturned;
    }

    private void End(ref Process? process)
    {
        if (process is null)
        {
            return;
        }

        if (process.HasExited)
        {
            _result.Faults.Add($"a process ended by itself with code {process.ExitCode}");
        }
        else
        {
            process.Kill();
            process.WaitForExit();
        }

        process.Dispose();
        process = null;
    }

    private void AwaitDrain(Process process)
    {
        if (!process.WaitForExit(_longestDrain))
        {
            _result.Faults.Add("the last process did not come to its end");
            process.Kill();
            process.WaitForExit();
        }
        else if (process.ExitCode != 0)
        {
            _result.Faults.Add($"the last process ended with code {process.ExitCode}");
        }

        process.Dispose();
    }

    /// <summary>Flips some bits of one segment, or cuts it. What cannot be read then is not expected any more.</summary>
    private void Damage(KillsFolder files)
    {
        string[] segments = [.. Lane.In(files.Journal).SelectMany(Lane.SegmentsIn)];
        if (segments.Length == 0)
        {
            return;
        }

        string path = _chance.Of(segments);
        HashSet<KillsEvent> before = KillsEvent.In(path);
        using (FileStream file = new(path, FileMode.Open, FileAccess.ReadWrite))
        {
            if (_chance.OneIn(3))
            {
                file.SetLength(_chance.Below((int)file.Length));
            }
            else
            {
                for (int i = _chance.Below(5); i >= 0; i--)
                {
                    file.Position = _chance.Below((int)Math.Min(file.Length, 100_000));
                    int value = file.ReadByte();
                    file.Position--;
                    file.WriteByte((byte)(value ^ (1 << _chance.Below(8))));
                }
            }
        }

        before.ExceptWith(KillsEvent.In(path));
        _damaged.UnionWith(before);
    }
}
