namespace Easy.Logger.Tests.Samples;

/// <summary>The web sample gets SIGTERM while clients ask it, as from docker stop.</summary>
[Category("Samples")]
[Platform(Exclude = "Win", Reason = "SIGTERM")]
internal sealed class SigtermTests
{
    private const int Clients = 16;
    private const int AnswersBeforeTheSignal = 1_500;
    private const int Killed = 128 + 9;

    private const string Console = """<appender name="File" type="log4net.Appender.ConsoleAppender">""";

    /// <summary>What docker stop grants, less the half second that the signal may take here.</summary>
    private const string Grace = "9.5";

    [TestCase(false)]
    [TestCase(true)]
    public async Task UnderLoad_EveryAnsweredRequest_HasItsLine(bool isConsole)
    {
        using SampleRun sample = Sample(isConsole ? Console : null);
        int port = FreePort();
        using ProbeRun run = sample.Start("--urls", $"http://127.0.0.1:{port}");
        ConcurrentBag<string> answered = await LoadAsync(run, port, () => run.Signal("TERM"));
        run.AssertEndsWith(0);

        IEnumerable<string> lines = isConsole ? run.Output : sample.Lines("web.log");
        HashSet<string> written =
            [.. lines.Where(line => line.Contains("] order ", StringComparison.Ordinal)).Select(line => line.Split("] order ")[1])];
        Assert.That(answered, Has.Count.GreaterThanOrEqualTo(AnswersBeforeTheSignal));
        Assert.That(answered.Where(id => !written.Contains(id)), Is.Empty);
    }

    /// <summary>A mail server that takes the connection and says nothing: the attached appender does not come back.</summary>
    [Test]
    public async Task AttachedAppenderHangs_TheProcessEndsBeforeItWouldBeKilled()
    {
        using TcpListener silent = new(IPAddress.Loopback, 0);
        silent.Start();
        using SampleRun sample = Sample(
            $"""
            <appender name="File" type="log4net.Appender.SmtpAppender">
              <to value="a@example.org" /><from value="b@example.org" /><subject value="c" />
              <smtpHost value="127.0.0.1" /><port value="{((IPEndPoint)silent.LocalEndpoint).Port}" />
              <bufferSize value="1" /><evaluator type="log4net.Core.LevelEvaluator"><threshold value="ALL" /></evaluator>
            """);
        int port = FreePort();
        using ProbeRun run = sample.Start("--urls", $"http://127.0.0.1:{port}");
        await AssertEndsBeforeItWouldBeKilledAsync(run, port);
    }

    [Test]
    public async Task ConsoleIsNotRead_TheProcessEndsBeforeItWouldBeKilled()
    {
        using SampleRun sample = Sample(Console);
        int port = FreePort();
        using ProbeRun run = sample.StartUnread(readerSeconds: 30, "--urls", $"http://127.0.0.1:{port}");
        await AssertEndsBeforeItWouldBeKilledAsync(run, port);
    }

    private static SampleRun Sample(string? appender)
    {
        SampleRun sample = new(TestProgram.WebSample);
        if (appender is not null)
        {
            sample.Edit("log4net.config", """<appender name="File" type="log4net.Appender.RollingFileAppender">""", appender);
            sample.Edit("log4net.config", """<file value="web.log" />""", string.Empty);
        }

        return sample;
    }

    /// <summary>As docker stop: the signal, and the end by force when the time of grace is over.</summary>
    private static async Task AssertEndsBeforeItWouldBeKilledAsync(ProbeRun run, int port)
    {
        Process? kill = null;
        await LoadAsync(run, port, () =>
        {
            run.Signal("TERM");
            kill = run.KillAfter(Grace);
        });
        using (kill)
        {
            Assert.That(run.AwaitEnd(), Is.Not.EqualTo(Killed), run.Transcript);
        }
    }

    /// <summary>Clients that ask until they are refused. The signal comes while they do.</summary>
    private static async Task<ConcurrentBag<string>> LoadAsync(ProbeRun run, int port, Action signal)
    {
        ConcurrentBag<string> answered = [];
        using HttpClient client = new() { BaseAddress = new Uri($"http://127.0.0.1:{port}"), Timeout = Eventually.Patience };
        Eventually.Holds(() => Answers(client, "health/live"), run.Transcript);
        Task[] clients =
        [
            .. Enumerable.Range(0, Clients).Select(number => Task.Factory.StartNew(
                () =>
            {
                for (int i = 0; ; i++)
                {
                    string id = string.Create(CultureInfo.InvariantCulture, $"c{number}x{i}");
                    if (!Answers(client, $"orders/{id}"))
                    {
                        break;
                    }

                    answered.Add(id);
                }
            },
                TaskCreationOptions.LongRunning)),
        ];
        Eventually.Holds(() => answered.Count >= AnswersBeforeTheSignal || clients.All(each => each.IsCompleted), run.Transcript);
        signal();
        await Task.WhenAll(clients).WaitAsync(Eventually.Patience);
        return answered;
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

    private static int FreePort()
    {
        using TcpListener listener = new(IPAddress.Loopback, 0);
        listener.Start();
        return ((IPEndPoint)listener.LocalEndpoint).Port;
    }
}
