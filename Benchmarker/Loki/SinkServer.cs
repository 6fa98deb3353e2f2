using System.Diagnostics;

namespace Benchmarker.Loki;

/// <summary>
/// What takes the pushes: a process of its own, so that what it allocates is not counted, or the Loki that the environment names.
/// </summary>
internal sealed class SinkServer : IDisposable
{
    private const string HttpMark = "http=";
    private const string GrpcMark = "grpc=";

    private readonly Process? _process;

    private SinkServer(Uri http, Uri grpc, Process? process = null)
    {
        Http = http;
        Grpc = grpc;
        _process = process;
    }

    public Uri Http { get; }

    public Uri Grpc { get; }

    public static SinkServer Find() =>
        Environment.GetEnvironmentVariable("LOKI_URL") is { Length: > 0 } http
            && Environment.GetEnvironmentVariable("LOKI_GRPC") is { Length: > 0 } grpc
            ? new SinkServer(new Uri(http), new Uri(grpc))
            : Start();

    public void Dispose()
    {
        if (_process is not null)
        {
            _process.StandardInput.Close(); // that ends it
            _process.WaitForExit();
            _process.Dispose();
        }
    }

    private static SinkServer Start()
    {
        ProcessStartInfo start = new(
            Environment.GetEnvironmentVariable("DOTNET_HOST_PATH") ?? "dotnet",
            [Path.Combine(AppContext.BaseDirectory, "server", "LokiServer.dll"), "--sink"])
        {
            RedirectStandardInput = true,
            RedirectStandardOutput = true,
        };
        Process process = Process.Start(start)!;
        string? addresses = process.StandardOutput.ReadLine();
        return addresses?.Split(' ') is [string http, string grpc] && http.StartsWith(HttpMark, StringComparison.Ordinal)
            && grpc.StartsWith(GrpcMark, StringComparison.Ordinal)
            ? new SinkServer(new Uri(http[HttpMark.Length..]), new Uri(grpc[GrpcMark.Length..]), process)
            : throw new InvalidOperationException($"The server did not start: {addresses}");
    }
}
