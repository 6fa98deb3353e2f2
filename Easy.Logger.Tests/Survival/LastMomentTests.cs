namespace Easy.Logger.Tests.Survival;

/// <summary>
/// Threads log while a signal or an unhandled exception ends the process, whose last handler is followed by nothing: each call that has
/// returned has its line.
/// </summary>
[Category("Exit")]
[Platform(Exclude = "Win", Reason = "signals")]
internal sealed class LastMomentTests : ProbeTests
{
    private const int Producers = 4;

    [TestCase("TERM", 15)]
    [TestCase("HUP", 1)]
    [TestCase("INT", 2)]
    public void Signal_ThreadsLog_EveryReturnedCallHasItsLine(string signal, int number)
    {
        ProbeRun run = Start("producers");
        Eventually.Holds(() => Returned().Sum() > 20_000, $"calls return. {run.Transcript}");
        run.SkipTestWhereIgnored(number);

        run.Signal(signal);

        run.AssertEndsWith(128 + number);
        AssertNothingMissing();
    }

    [Test]
    public void Crash_OtherThreadsLog_EveryReturnedCallHasItsLine()
    {
        Run("producers-crash", 128 + 6);

        AssertNothingMissing();
    }

    private long[] Returned()
    {
        string path = Folder.File("returned");
        byte[] bytes = File.Exists(path) ? File.ReadAllBytes(path) : [];
        return bytes.Length < Producers * sizeof(long) ? [0]
            : [.. Enumerable.Range(0, Producers).Select(id => BitConverter.ToInt64(bytes, id * sizeof(long)))];
    }

    private void AssertNothingMissing()
    {
        ILookup<int, string> lines = Folder.Lines("exit").ToLookup(line => int.Parse(line.Split(' ')[0], CultureInfo.InvariantCulture));
        long[] missing = [.. Returned().Select((returned, id) => returned - lines[id].LongCount())];

        Assert.That(missing, Has.All.LessThanOrEqualTo(0), "returned calls without a line, by thread");
    }
}
