namespace Easy.Logger.Tests.Loki;

/// <summary>
/// A server that is killed and started again: the contract server, or what the command in <c>LOKI_START</c> starts at <c>LOKI_URL</c> and
/// <c>LOKI_GRPC</c>. What it took is there after a kill.
/// </summary>
internal sealed class ServerProcess : IDisposable
{
    /// <summary>A Loki of one process takes 15 seconds and more until it is ready.</summary>
    private static readonly TimeSpan _startTime = TimeSpan.FromMinutes(2);

    private static readonly HttpClient _client = new() { Timeout = TimeSpan.FromSeconds(5) };

    private readonly TempFolder _folder = new();
    private readonly ProcessStartInfo _start;
    private Process? _process;

    /// <summary>Starts it. The test is ignored where the environment names a server and not how it is started.</summary>
    public ServerProcess()
    {
        using TcpListener http = new(IPAddress.Loopback, 0);
        using TcpListener grpc = new(IPAddress.Loopback, 0);
        http.Start();
        grpc.Start();
        string? command = Environment.GetEnvironmentVariable("LOKI_START");
        Uri? named = LokiTarget.Named("LOKI_URL");
        Assume.That(named is null || command is { Length: > 0 }, "LOKI_URL is set and LOKI_START is not");
        Http = named ?? new Uri($"http://{http.LocalEndpoint}");
        Grpc = named is null ? new Uri($"http://{grpc.LocalEndpoint}") : LokiTarget.Named("LOKI_GRPC");
        _start = named is not null
            ? new ProcessStartInfo("/bin/sh", ["-c", $"exec {command}"])
            : new ProcessStartInfo(
                TestProgram.LokiServer.Host,
                [TestProgram.LokiServer.Path, "--http", $"{Http.Port}", "--grpc", $"{Grpc!.Port}", "--data", _folder.File("stored")]);
        http.Stop();
        grpc.Stop();
        _start.RedirectStandardInput = true;
        _start.RedirectStandardOutput = true;
        _start.RedirectStandardError = true;
        Start();
    }

    public Uri Http { get; }

    public Uri? Grpc { get; }

    /// <summary>Starts it, and waits until it says that it is ready.</summary>
    public void Start()
    {
        _process = Process.Start(_start)!;
        _process.BeginOutputReadLine();
        _process.BeginErrorReadLine();
        Stopwatch watch = Stopwatch.StartNew();
        while (!IsReady())
        {
            Assert.That(_process.HasExited, Is.False, "the server has ended");
            Assert.That(watch.Elapsed, Is.LessThan(_startTime), "the server is not ready");
            _process.WaitForExit(TimeSpan.FromMilliseconds(100));
        }
    }

    /// <summary>As <c>kill -9</c> does.</summary>
    public void Kill()
    {
        _process!.Kill(entireProcessTree: true);
        _process.WaitForExit();
        _process.Dispose();
        _process = null;
    }

    public void Dispose()
    {
        if (_process is not null)
        {
            Kill();
        }

        _folder.Dispose();
    }

    private bool IsReady()
    {
        try
        {
            using HttpRequestMessage request = new(HttpMethod.Get, new Uri(Http, "/ready"));
            using HttpResponseMessage answer = _client.Send(request);
            return answer.IsSuccessStatusCode;
        }
        catch (Exception e) when (e is HttpRequestException or OperationCanceledException)
        {
            return false;
        }
    }
}
