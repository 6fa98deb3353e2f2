namespace Easy.Logger.Tests.Loki.Foreign;

/// <summary>A line as others have read it, by way of <c>json</c>, <c>protobuf</c> or <c>grpc</c>; time in nanoseconds.</summary>
internal sealed record ForeignEntry(
    string? Transport, string? Tenant, IReadOnlyDictionary<string, string> Labels, long Time, string Line,
    IReadOnlyDictionary<string, string> Metadata);

/// <summary>A second opinion: a program in Python that decodes pushes with Google's protobuf and gRPC and with Snappy itself.</summary>
internal sealed class ForeignReceiver : IDisposable
{
    private static readonly JsonSerializerOptions _options = new(JsonSerializerDefaults.Web);
    private static readonly string _script = Path.Combine(Repository.Root, "Easy.Logger.Tests", "Loki", "Foreign", "loki-receiver.sh");

    private static readonly Lazy<(int ExitCode, string Output)> _check = new(() => OperatingSystem.IsLinux()
        ? new Command(Repository.Root).Run("bash", _script, "check")
        : (1, "The decoders of these tests are Debian's."));

    private readonly ConcurrentQueue<ForeignEntry> _entries = [];
    private readonly ConcurrentQueue<string> _errors = [];
    private readonly Process _process;
    private readonly Thread _reader;

    private ForeignReceiver()
    {
        _process = Process.Start(new ProcessStartInfo("bash", [_script, "run"])
        {
            RedirectStandardInput = true,
            RedirectStandardOutput = true,
            RedirectStandardError = true,
        })!;
        _process.ErrorDataReceived += (_, args) => _errors.Enqueue(args.Data ?? string.Empty);
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

    public Uri Url { get; }

    public Uri GrpcUrl { get; }

    public IReadOnlyList<string> Errors => [.. _errors.Where(line => line.Length > 0)];

    /// <summary>Starts it. Where it cannot run, the test is skipped, and says why.</summary>
    public static ForeignReceiver Start()
    {
        (int exitCode, string output) = _check.Value;
        if (exitCode != 0)
        {
            TestContext.Error.WriteLine($"Tests of categories Loki and Servers are skipped: {output.Trim()}");
            Assert.Ignore(output.Trim());
        }

        return new ForeignReceiver();
    }

    public ForeignEntry[] AwaitEntries(int count)
    {
        Eventually.Holds(() => _entries.Count >= count, $"{count} line(s), {_entries.Count} came; errors: {string.Join('\n', Errors)}");
        return [.. _entries];
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
            _entries.Enqueue(JsonSerializer.Deserialize<ForeignEntry>(line, _options)!);
        }
    }
}
