using System.Globalization;
using Easy.Logger.Loki.Lanes;
using Easy.Logger.Loki.Spill;

namespace ExitProbe;

/// <summary>A program that spills numbered pushes. What it has done it prints, so that whoever kills it knows.</summary>
internal static class SpillScenarios
{
    /// <summary>Bytes that all pushes may take; a test of what is dropped is another one.</summary>
    private const long MaxBytes = 1L << 30;

    private const int SegmentBytes = 200_000;

    /// <summary>Never returns.</summary>
    public static int AppendUntilKilled(string folder, bool removes)
    {
        using SpillStore store = Open(folder);
        if (removes)
        {
            new Thread(() => Remove(store)) { IsBackground = true }.Start();
        }

        Append(store, folder);
        return 0;
    }

    /// <summary>Whoever starts it has limited how long a file can get.</summary>
    public static int AppendToTheLimit(string folder)
    {
        using SpillStore store = Open(folder);
        int written = 0;
        while (written < 1000 && new NumberedPush(written, 5000).AppendTo(store))
        {
            written++;
        }

        bool again = new NumberedPush(written, 5000).AppendTo(store) || new NumberedPush(written, 5000).AppendTo(store);
        Console.WriteLine($"written: {written}, and again: {again}");
        Console.WriteLine($"a small one: {new NumberedPush(written, 10).AppendTo(store)}, refused lines: {store.RefusedLines}");
        Logging.Print($"bytes: {store.Bytes}");
        return 81;
    }

    private static SpillStore Open(string folder) =>
        SpillStore.Open(
            Path.Combine(folder, "spill"),
            $"process {Environment.ProcessId}",
            MaxBytes,
            SegmentBytes,
            text => Console.WriteLine($"reported: {text}"));

    private static void Append(SpillStore store, string folder)
    {
        for (int number = int.Parse(File.ReadAllText(Path.Combine(folder, "first")), CultureInfo.InvariantCulture); true; number++)
        {
            if (!new NumberedPush(number).AppendTo(store))
            {
                Environment.Exit(1);
            }

            Console.WriteLine($"appended {number}");
        }
    }

    private static void Remove(SpillStore store)
    {
        while (true)
        {
            if (store.TryPeek(out SpilledPush push))
            {
                int number = NumberedPush.NumberOf(push);
                store.Remove();
                Console.WriteLine($"removed {number}");
            }
        }
    }
}
