namespace Easy.Logger.Tests.Loki;

/// <summary>A Loki that the command in <c>LOKI_START</c> starts.</summary>
internal sealed class ServerProcess : IDisposable
{
    /// <summary>A Loki of one process takes 15 seconds and more until it is ready.</summary>
    private static readonly TimeSpan _startTime = TimeSpan.FromMinutes(2);

    private static readonly HttpClient _client = new() { Timeout = TimeSpan.FromSeconds(5) };

    private readonly Uri _ready;
    private Process? _process;

    /// <summary>Starts it.</summary>
    /// <param name="ready">Where it says that it is ready.</param>
    public ServerProcess(Uri ready)
    {
        _ready = ready;
        Start();
    }

    /// <summary>Starts it, and waits until it says that it is ready. The test is ignored where nobody says how it is started.</summary>
    public void Start()
    {
        string? command = Environment.GetEnvironmentVariable("LOKI_START");
        Assume.That(command, Is.Not.Null.And.Not.Empty, "LOKI_URL is set and LOKI_START is not");
        _process = Process.Start(new ProcessStartInfo("/bin/sh", ["-c", $"exec {command}"])
        {
            RedirectStandardInput = true,
            RedirectStandardOutput = true,
            RedirectStandardError = true,
        })!;
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
        _process?.Kill(entireProcessTree: true);
        _process?.WaitForExit();
        _process?.Dispose();
        _process = null;
    }

    public void Dispose() => Kill();

    private bool IsReady()
    {
        try
        {
            using HttpRequestMessage request = new(HttpMethod.Get, _ready);
            using HttpResponseMessage answer = _client.Send(request);
            return answer.IsSuccessStatusCode;
        }
        catch (Exception e) when (e is HttpRequestException or OperationCanceledException)
        {
            return false;
        }
    }
}
