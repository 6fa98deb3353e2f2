using System.CommandLine;
using System.Diagnostics;
using System.Globalization;
using Easy.Logger;
using Easy.Logger.Buffering;
using Easy.Logger.Loki;
using log4net.Core;

namespace Benchmarker.Micro;

/// <summary>
/// What lines for Loki cost the process that logs them: one thread logs to the appender behind the async appender, with default options
/// but that calls wait for room. The server is another process: one that takes everything, or the Loki at LOKI_URL and LOKI_GRPC.
/// </summary>
internal static class LokiCostCommand
{
    private const int MaxLines = 10_000_000;

    public static Command Create()
    {
        Option<int> lines = OptionSet.Number("--lines", "How many lines are sent in each encoding.", byDefault: 200_000, MaxLines);
        Option<int> runs = OptionSet.Number(
            "--runs", "How often each encoding is measured; the medians are printed.", byDefault: 5, most: 100);
        Command command = new(
            "loki-cost", "The processor time of sending lines to Loki, by encoding.") { lines, runs };
        command.SetAction(parsed => Run(parsed.GetValue(lines), parsed.GetValue(runs)));
        return command;
    }

    private static int Run(int lines, int runs)
    {
        using SinkServer server = SinkServer.Find();
        foreach (LokiEncoding encoding in Enum.GetValues<LokiEncoding>())
        {
            Uri url = encoding == LokiEncoding.Grpc ? server.Grpc : server.Http;
            Measure(encoding, url, lines); // compiles it
            (TimeSpan Elapsed, TimeSpan Processor)[] all = [.. Enumerable.Range(0, runs).Select(_ => Measure(encoding, url, lines))];
            double elapsed = all.Select(run => run.Elapsed.TotalSeconds).Order().ElementAt(runs / 2);
            double processor = all.Select(run => run.Processor.TotalSeconds).Order().ElementAt(runs / 2);
            Console.WriteLine(string.Create(
                CultureInfo.InvariantCulture,
                $"{encoding}: {lines / elapsed:N0} lines/s, {processor:N2} s of processor time for {lines:N0} lines"));
        }

        return ExitCode.Success;
    }

    private static (TimeSpan Elapsed, TimeSpan Processor) Measure(LokiEncoding encoding, Uri url, int lines)
    {
        LokiAppender loki = new() { Name = "loki", Url = url.ToString(), Encoding = encoding };
        loki.AddLabel(new LokiField { Name = "app", Value = "benchmarks" });
        AsyncBufferingForwardingAppender appender =
            new AsyncBufferingForwardingAppender { Name = "async", Overflow = OverflowPolicy.Block, BlockTimeout = -1, CloseTimeout = -1 }
                .Before(loki.Activated());
        using Process process = Process.GetCurrentProcess();
        TimeSpan before = process.TotalProcessorTime;
        long begin = Stopwatch.GetTimestamp();
        for (int i = 0; i < lines; i++)
        {
            appender.DoAppend(new LoggingEvent(
                typeof(LokiCostCommand),
                repository: null,
                "Shop.Orders",
                Level.Info,
                string.Create(
                    CultureInfo.InvariantCulture,
                    $"User {1_000 + (i % 500)} performed login on resource-{i % 64}, order {i} in {i % 17} ms"),
                exception: null));
        }

        appender.Close();
        TimeSpan elapsed = Stopwatch.GetElapsedTime(begin);
        process.Refresh();
        return loki.Statistics.Delivered == lines
            ? (elapsed, process.TotalProcessorTime - before)
            : throw new InvalidOperationException($"Not everything was sent: {loki.Statistics}.");
    }
}

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
            [Path.Combine(AppContext.BaseDirectory, "server", "LokiServer.dll")])
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
