namespace Easy.Logger.Tests.Frameworks;

/// <summary>The netstandard2.0 assembly in a program of .NET Framework 4.6.2. Mono runs it here.</summary>
[Category("Mono")]
internal sealed class MonoTests : FolderTests
{
    private const int Threads = 4;
    private const int LinesPerThread = 2500;

    private IReadOnlyList<string> Lines => [.. Folder.Lines("app.log").Select(line => line.Trim('\uFEFF', '\r')).Select(WithoutDate)];

    [OneTimeSetUp]
    public static void FindMono()
    {
        if (!OperatingSystem.IsLinux())
        {
            Assert.Ignore("The Mono of these tests is Debian's.");
        }

        (int exitCode, string output) = new Command(Repository.Root).Run(
            "bash", Path.Combine("Easy.Logger.Tests", "MonoProbe", "mono.sh"), "check");
        if (exitCode != 0)
        {
            Assert.Ignore(output);
        }
    }

    [Test]
    [Demand("K5")]
    public void Net462_SeveralThreadsAndAFlush_EveryLineOnceAndInOrder()
    {
        using ProbeRun run = Run("lines", 70);

        string[] expected = [.. Enumerable.Range(0, Threads).SelectMany(Expected)];
        Assert.That(Lines, Is.EquivalentTo(expected));
        for (int id = 0; id < Threads; id++)
        {
            Assert.That(Lines.Where(line => line.Contains($"thread-{id} ", StringComparison.Ordinal)), Is.EqualTo(Expected(id)));
        }

        Assert.That(run.Output, Is.EqualTo(new[]
        {
            $"flushed True, in the file {Threads * LinesPerThread}",
            $"state Closed, forwarded {Threads * LinesPerThread}, batches True",
        }));
    }

    [Test]
    public void Net462_ReturnFromMain_WithoutShutdown_EverythingIsWritten()
    {
        using ProbeRun run = Run("exit", 71);

        Assert.That(Lines.Select(line => line.Split(' ')[^1]), Is.EqualTo(Enumerable.Range(0, LinesPerThread).Select(i => $"{i}")));
    }

    [Test]
    public void Net462_PatternsThatReadTheWebRequest_PrintWhatTheyPrintWithoutTheAsyncAppender()
    {
        if (!Directory.Exists("/usr/lib/mono/gac/System.Web"))
        {
            Assert.Ignore("The Mono that is installed has no System.Web.");
        }

        using ProbeRun run = Run("request", 74);

        IReadOnlyList<string> direct = Folder.Lines("direct.log");
        Assert.That(direct, Has.Some.Contains("green 2 north line 2"), "otherwise there is no request");
        Assert.That(Folder.Lines("app.log"), Is.EqualTo(direct));
        Assert.That(run.Output, Has.Some.Contains("AspNetTraceAppender"), "it cannot work behind a queue, and the internal log says so");
    }

    private static IEnumerable<string> Expected(int id) =>
        Enumerable.Range(0, LinesPerThread).Select(i => $"thread-{id} {id} INFO line {i}");

    /// <summary>The date is the year alone, or a run at the end of one would fail.</summary>
    private static string WithoutDate(string line)
    {
        Assert.That(line, Does.Match(@"^\d{4} "));
        return line[5..];
    }

    private ProbeRun Run(string scenario, int exitCode)
    {
        ProbeRun run = new(TestProgram.MonoProbe, scenario, Folder.Path);
        run.AssertEndsWith(exitCode);
        return run;
    }
}
