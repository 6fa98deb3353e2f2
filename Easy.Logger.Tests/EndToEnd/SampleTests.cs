namespace Easy.Logger.Tests.EndToEnd;

/// <summary>The programs of the folder Samples, as a user runs them. One takes long to end: so they are among the first tests.</summary>
[Category("Samples")]
internal sealed class SampleTests
{
    private const int Clients = 16;
    private const int AnswersBeforeTheSignal = 1_500;
    private const int Killed = 128 + 9;

    /// <summary>What docker stop grants, less the half second that the signal may take here.</summary>
    private const string Grace = "9.5";

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
    public async Task Web_SigtermUnderLoad_EveryAnsweredRequestHasItsLine()
    {
        using SampleRun sample = new(TestProgram.WebSample);
        using ProbeRun run = sample.Start("--urls", "http://127.0.0.1:0");
        ConcurrentBag<string> answered = await LoadAsync(run, () => run.Signal("TERM"));
        run.AssertEndsWith(0);

        string[] orders = [.. sample.Lines("web.log").Where(line => line.Contains("] order ", StringComparison.Ordinal))];
        Assert.That(answered, Has.Count.GreaterThanOrEqualTo(AnswersBeforeTheSignal));
        Assert.That(answered.Except(orders.Select(line => line.Split("] order ")[1])), Is.Empty);
        Assert.That(orders, Has.All.Match(@" Samples\.Web\.Orders \[(\w+)\] order \1$"));
    }

    /// <summary>A mail server that takes the connection and says nothing: the attached appender does not come back.</summary>
    [Test]
    [Platform(Exclude = "Win", Reason = "SIGTERM")]
    public async Task Web_SigtermWhileTheAttachedAppenderHangs_EndsBeforeItWouldBeKilled()
    {
        using TcpListener silent = new(IPAddress.Loopback, 0);
        silent.Start();
        using SampleRun sample = new(TestProgram.WebSample);
        sample.Edit("log4net.config", """<file value="web.log" />""", string.Empty);
        sample.Edit(
            "log4net.config",
            """<appender name="File" type="log4net.Appender.RollingFileAppender">""",
            $"""
            <appender name="File" type="log4net.Appender.SmtpAppender">
              <to value="a@example.org" /><from value="b@example.org" /><subject value="c" />
              <smtpHost value="127.0.0.1" /><port value="{((IPEndPoint)silent.LocalEndpoint).Port}" />
              <bufferSize value="1" /><evaluator type="log4net.Core.LevelEvaluator"><threshold value="ALL" /></evaluator>
            """);
        using ProbeRun run = sample.Start("--urls", "http://127.0.0.1:0");
        Process? kill = null;
        await LoadAsync(run, () =>
        {
            run.Signal("TERM");
            kill = run.KillAfter(Grace);
        });
        using (kill)
        {
            Assert.That(run.AwaitEnd(), Is.Not.EqualTo(Killed), run.Transcript);
        }
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

    /// <summary>Clients that ask until they are refused. The signal comes while they do.</summary>
    private static async Task<ConcurrentBag<string>> LoadAsync(ProbeRun run, Action signal)
    {
        ConcurrentBag<string> answered = [];
        using HttpClient client = new() { BaseAddress = Address(run), Timeout = Eventually.Patience };
        Task[] clients =
        [
            .. Enumerable.Range(0, Clients).Select(number => Task.Factory.StartNew(() => Ask(number), TaskCreationOptions.LongRunning)),
        ];
        Eventually.Holds(() => answered.Count >= AnswersBeforeTheSignal || clients.All(each => each.IsCompleted), run.Transcript);
        signal();
        await Task.WhenAll(clients).WaitAsync(Eventually.Patience);
        return answered;

        void Ask(int number)
        {
            for (int i = 0; Answers(client, $"orders/c{number}x{i}"); i++)
            {
                answered.Add($"c{number}x{i}");
            }
        }
    }

    private static bool Answers(HttpClient client, string path)
    {
        try
        {
            using HttpRequestMessage request = new(HttpMethod.Get, path);
            using HttpResponseMessage response = client.Send(request);
            return response.IsSuccessStatusCode;
        }
        catch (HttpRequestException)
        {
            return false;
        }
    }

    private static Uri Address(ProbeRun run)
    {
        const string mark = "listening on ";
        string? line = null;
        Eventually.Holds(
            () => (line = run.Output.FirstOrDefault(each => each.StartsWith(mark, StringComparison.Ordinal))) is not null, run.Transcript);
        return new Uri(line![mark.Length..]);
    }

    private static IEnumerable<string> Texts(IEnumerable<string> lines, string mark) =>
        lines.Where(line => line.Contains(mark, StringComparison.Ordinal)).Select(line => line.Split(mark)[1]);
}
