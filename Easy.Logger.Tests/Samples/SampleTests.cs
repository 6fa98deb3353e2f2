using Easy.Logger.Tests.Packaging;

namespace Easy.Logger.Tests.Samples;

/// <summary>The samples are run as their readers would.</summary>
[Category("Samples")]
internal sealed class SampleTests
{
    private const int Requests = 10_000;
    private const int AtOnce = 32;

    [Test]
    public void Console_Run_WritesEveryLineAndTheError()
    {
        using SampleRun sample = new(TestProgram.ConsoleSample);
        using ProbeRun run = sample.Start();
        run.AssertEndsWith(0);

        IReadOnlyList<string> lines = sample.Lines("console.log");
        Assert.That(Texts(lines, "[orders] Order "), Is.EquivalentTo(Enumerable.Range(0, 1000).Select(i => $"{i} is packed")));
        Assert.That(lines, Has.Some.EndsWith("The labels were not printed").And.Some.Contains("The printer is out of paper"));
        Assert.That(run.Output[0], Is.EqualTo("ERROR: The labels were not printed"), "only errors go to the console");
    }

    [Test]
    [Platform(Exclude = "Win", Reason = "SIGTERM")]
    public async Task Web_StoppedAfterManyRequests_EveryRequestIsOneLine()
    {
        using SampleRun sample = new(TestProgram.WebSample);
        using ProbeRun run = sample.Start("--urls", "http://127.0.0.1:0");
        Uri address = Address(run);
        await Ask(address);
        run.Signal("TERM");
        run.AssertEndsWith(0);

        IReadOnlyList<string> lines = sample.Lines("web.log");
        Assert.That(Texts(lines, "] order "), Is.EquivalentTo(Ids(0)));
        Assert.That(Texts(lines, "] invoice "), Is.EquivalentTo(Ids(1)));
        IEnumerable<string> orders = lines.Where(line => line.Contains("] order ", StringComparison.Ordinal));
        Assert.That(orders, Has.All.Match(@" Samples\.Web\.Orders \[(\w+)\] order \1$"));
    }

    /// <summary>What a load balancer and a monitor see of a mistake, and of its repair while the program runs.</summary>
    [Test]
    public async Task Web_ConfigurationHasAMistake_ReadinessIs503UntilItIsPutRight()
    {
        using SampleRun sample = new(TestProgram.WebSample);
        sample.Edit("log4net.config", "<appender-ref ref=\"File\" />", "<appender-ref ref=\"Fiel\" />");
        using ProbeRun run = sample.Start("--urls", "http://127.0.0.1:0");
        using HttpClient client = new() { BaseAddress = Address(run), Timeout = Eventually.Patience };
        Task<int> StatusAsync(string path) =>
            Task.Run(async () => (int)(await client.GetAsync(new Uri(path, UriKind.Relative))).StatusCode);

        Assert.That(
            (await StatusAsync("health/live"), await StatusAsync("health/ready"), await StatusAsync("health")),
            Is.EqualTo((200, 503, 503)));
        Assert.That(run.Output, Has.Some.Contains("Fiel"), "the console says why");
        sample.Edit("log4net.config", "Fiel", "File");
        Eventually.Holds(() => StatusAsync("health/ready").Result == 200, "the repair is seen");
        Assert.That(await StatusAsync("health"), Is.EqualTo(503), "the lines of the start are lost");
    }

    [Test]
    [Demand("K7")]
    public void NamedInXml_ApplicationRefersToThePackage_EveryLineIsWritten()
    {
        using SampleRun sample = new(TestProgram.NamedInXmlSample);
        using ProbeRun run = sample.Start();
        run.AssertEndsWith(0);

        Assert.That(sample.Has("Easy.Logger.dll"));
        Assert.That(Texts(sample.Lines("named.log"), " line "), Is.EqualTo(Enumerable.Range(0, 1000).Select(i => $"{i}")));
    }

    /// <summary>Otherwise the sample shows nothing. It is built anew.</summary>
    [Test]
    [Category("Packaging")]
    [Explicit(PackedPackages.TakesMinutes)]
    [Demand("K7")]
    public void NamedInXml_WithoutThatStep_TheAssemblyIsNotThere()
    {
        using TempFolder folder = new();
        string[] without = ["-p:WithoutTheStep=true", "-p:RunAnalyzers=false", "--artifacts-path", folder.Path, "-nodeReuse:false"];
        string output =
            new Command(Repository.Root).Succeeds("dotnet", ["build", "Samples/NamedInXml/App", "-c", "Release", "-nologo", .. without]);

        string[] files =
            [.. Directory.GetFiles(folder.File("bin"), "*.dll", SearchOption.AllDirectories).Select(file => Path.GetFileName(file)!)];
        Assert.That(files, Does.Contain("log4net.dll").And.Contain("Samples.NamedInXml.Library.dll"), output);
        Assert.That(files, Does.Not.Contain("Easy.Logger.dll"));
    }

    private static Uri Address(ProbeRun run)
    {
        const string mark = "listening on ";
        string? line = null;
        Eventually.Holds(
            () => (line = run.Output.FirstOrDefault(each => each.StartsWith(mark, StringComparison.Ordinal))) is not null, run.Transcript);
        return new Uri(line![mark.Length..]);
    }

    private static async Task Ask(Uri address)
    {
        using HttpClient client = new() { BaseAddress = address, Timeout = Eventually.Patience };
        ParallelOptions options = new() { MaxDegreeOfParallelism = AtOnce };
        await Parallel.ForAsync(0, Requests, options, async (id, cancellation) =>
        {
            string path = id % 2 == 0 ? $"orders/{Id(id)}" : $"invoices/{Id(id)}";
            Assert.That(await client.GetStringAsync(new Uri(path, UriKind.Relative), cancellation), Does.Contain(Id(id)));
        });
        Assert.That(await client.GetStringAsync(new Uri("health", UriKind.Relative)), Is.EqualTo("Healthy"));
    }

    private static IEnumerable<string> Ids(int rest) => Enumerable.Range(0, Requests).Where(id => id % 2 == rest).Select(Id);

    private static string Id(int id) => id.ToString("x6", CultureInfo.InvariantCulture);

    private static IEnumerable<string> Texts(IEnumerable<string> lines, string mark) =>
        lines.Where(line => line.Contains(mark, StringComparison.Ordinal)).Select(line => line.Split(mark)[1]);
}
