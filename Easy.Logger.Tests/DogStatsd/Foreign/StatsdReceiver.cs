namespace Easy.Logger.Tests.DogStatsd.Foreign;

/// <summary>A StatsD server of other people's on a free UDP port of loopback: what <c>statsd-receivers.sh</c> runs.</summary>
internal abstract class StatsdReceiver : IDisposable
{
    private static readonly string _script =
        Path.Combine(Repository.Root, "Easy.Logger.Tests", "DogStatsd", "Foreign", "statsd-receivers.sh");

    private readonly ProbeRun _run;
    private readonly UdpClient _client = new();
    private readonly IPEndPoint _endpoint;

    /// <summary>Starts it; it takes datagrams when this returns. Skips the test, and says why, where it cannot run.</summary>
    protected StatsdReceiver(string name)
    {
        SkipWithout(name);
        Folder = new TempFolder();
        // It ends when its input does, at the latest with this process.
        _run = new ProbeRun("bash", "-c", $"tail -f --pid=$PPID /dev/null | bash '{_script}' run {name} '{Folder.Path}'");
        string? port = null;
        Eventually.Holds(() => (port = Output.FirstOrDefault(line => line.StartsWith("udp=", StringComparison.Ordinal))) != null, "port");
        _endpoint = new IPEndPoint(IPAddress.Loopback, int.Parse(port![4..]));
    }

    protected int Fences { get; private set; }

    protected TempFolder Folder { get; }

    protected IReadOnlyList<string> Output => _run.Output;

    /// <summary>What it has accepted of everything sent before, and of so many datagrams at least: a line for each metric.</summary>
    public abstract IReadOnlyList<string> Read(int datagrams);

    public void Send(string datagram) => _client.Send(Encoding.UTF8.GetBytes(datagram), _endpoint);

    public void Dispose()
    {
        TestContext.Out.WriteLine(_run.Transcript);
        _run.Dispose();
        _client.Dispose();
        Folder.Dispose();
        GC.SuppressFinalize(this);
    }

    /// <summary>Sends a metric of a name that no other has, which says by its arrival that everything before it has arrived.</summary>
    protected string SendFence(string type)
    {
        string name = $"fence.{++Fences}";
        Send($"{name}:1|{type}");
        return name;
    }

    private static void SkipWithout(string name)
    {
        string? obstacle = "The StatsD servers of these tests are Debian's.";
        if (OperatingSystem.IsLinux())
        {
            (int exitCode, string output) = new Command(Repository.Root).Run("bash", _script, "check", name);
            obstacle = exitCode == 0 ? null : output.Trim();
        }

        if (obstacle is not null)
        {
            TestContext.Error.WriteLine($"Tests of categories DogStatsd and Servers are skipped: {obstacle}");
            Assert.Ignore(obstacle);
        }
    }
}
