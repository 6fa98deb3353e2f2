using System.Diagnostics;
using System.Text.Json;

namespace Easy.Logger.Tests.Loki.Foreign;

/// <summary>
/// A second opinion about what we send: a program in Python that decodes pushes with Google's protobuf and gRPC and with Snappy itself. One
/// process for each; it ends when this is disposed. Any thread.
/// </summary>
internal sealed class ForeignReceiver : IDisposable
{
    private static readonly JsonSerializerOptions _options = new(JsonSerializerDefaults.Web);
    private static readonly string _script = Path.Combine(Repository.Root, "Easy.Logger.Tests", "Loki", "Foreign", "loki-receiver.sh");

    private readonly Lock _lock = new();
    private readonly List<ForeignEntry> _entries = [];
    private readonly List<string> _errors = [];
    private readonly Process _process;
    private readonly Thread _reader;

    public ForeignReceiver()
    {
        _process = new Process
        {
            StartInfo = new ProcessStartInfo("bash", [_script, "run"])
            {
                RedirectStandardInput = true,
                RedirectStandardOutput = true,
                RedirectStandardError = true,
            },
        };
        _process.ErrorDataReceived += (_, args) => Add(_errors, args.Data);
        _process.Start();
        _process.BeginErrorReadLine();
        // Line by line from here, and only then as events: they would not say where the first line ends.
        string? addresses = Eventually.Returns(_process.StandardOutput.ReadLine, "the receiver's addresses");
        if (addresses?.Split(' ') is not [['h', 't', 't', 'p', '=', .. string http], ['g', 'r', 'p', 'c', '=', .. string grpc]])
        {
            throw new InvalidOperationException($"The receiver did not start: {addresses} {string.Join('\n', Errors)}");
        }

        Url = new Uri(http);
        GrpcUrl = new Uri(grpc);
        _reader = new Thread(Read) { IsBackground = true, Name = "foreign receiver" };
        _reader.Start();
    }

    /// <summary>Why it cannot run here; <see langword="null" /> when it can.</summary>
    public static string? Obstacle
    {
        get
        {
            if (!OperatingSystem.IsLinux())
            {
                return "The decoders of these tests are Debian's.";
            }

            (int exitCode, string output) = new Command(Repository.Root).Run("bash", _script, "check");
            return exitCode == 0 ? null : output.Trim();
        }
    }

    /// <summary>The base address for HTTP, without <c>/loki/api/v1/push</c>.</summary>
    public Uri Url { get; }

    /// <summary>The address for gRPC: HTTP/2 without TLS.</summary>
    public Uri GrpcUrl { get; }

    /// <summary>The lines that were read, in the order in which they came. A copy.</summary>
    public IReadOnlyList<ForeignEntry> Entries
    {
        get
        {
            lock (_lock)
            {
                return [.. _entries];
            }
        }
    }

    /// <summary>What could not be read. A copy.</summary>
    public IReadOnlyList<string> Errors
    {
        get
        {
            lock (_lock)
            {
                return [.. _errors];
            }
        }
    }

    /// <summary>Skips the tests of a fixture, and says why, where it cannot run. For a method with OneTimeSetUp.</summary>
    public static void SkipWithout()
    {
        if (Obstacle is { } obstacle)
        {
            TestContext.Error.WriteLine($"Tests of categories Loki and Servers are skipped: {obstacle}");
            Assert.Ignore(obstacle);
        }
    }

    /// <summary>Waits for so many lines, from the beginning.</summary>
    public IReadOnlyList<ForeignEntry> AwaitEntries(int count)
    {
        Eventually.Holds(() => Entries.Count >= count, $"{count} line(s), {Entries.Count} came; errors: {string.Join('\n', Errors)}");
        return Entries;
    }

    public void Dispose()
    {
        _process.StandardInput.Close();
        if (!_process.WaitForExit(Eventually.Patience))
        {
            _process.Kill(entireProcessTree: true);
        }

        _reader.Join();
        _process.Dispose();
    }

    private void Read()
    {
        while (_process.StandardOutput.ReadLine() is { } line)
        {
            try
            {
                Add(_entries, JsonSerializer.Deserialize<ForeignEntry>(line, _options));
            }
            catch (JsonException e)
            {
                Add(_errors, $"{e.Message} {line}");
            }
        }
    }

    private void Add<T>(List<T> list, T? item)
        where T : class
    {
        if (item is not null)
        {
            lock (_lock)
            {
                list.Add(item);
            }
        }
    }
}
