using System.Diagnostics;
using System.Net;
using System.Net.Sockets;
using System.Text;
using Easy.Logger.Tests.Support;

namespace Easy.Logger.Tests.DogStatsd.Foreign;

/// <summary>
/// A StatsD server of other people's, one process for each, on a free UDP port of loopback: what <c>statsd-receivers.sh</c> runs, for C#.
/// It ends when this is disposed. Any thread.
/// </summary>
internal abstract class StatsdReceiver : IDisposable
{
    private static readonly string _script =
        Path.Combine(Repository.Root, "Easy.Logger.Tests", "DogStatsd", "Foreign", "statsd-receivers.sh");

    private readonly Lock _lock = new();
    private readonly List<string> _output = [];
    private readonly Process _process;
    private readonly UdpClient _client = new();
    private volatile int _port;
    private int _fences;
    private bool _disposed;

    protected StatsdReceiver(string name, params IEnumerable<string> arguments)
    {
        _process = new Process
        {
            StartInfo = new ProcessStartInfo("bash", [_script, "run", name, .. arguments])
            {
                RedirectStandardInput = true,
                RedirectStandardOutput = true,
                RedirectStandardError = true,
                StandardOutputEncoding = Encoding.UTF8,
                StandardErrorEncoding = Encoding.UTF8,
            },
        };
        _process.OutputDataReceived += (_, args) => Take(args.Data);
        _process.ErrorDataReceived += (_, args) => Keep(args.Data);
    }

    /// <summary>Where it takes datagrams.</summary>
    public IPEndPoint Endpoint => new(IPAddress.Loopback, _port);

    /// <summary>What it wrote that is no answer, errors included.</summary>
    public string Output
    {
        get
        {
            lock (_lock)
            {
                return string.Join('\n', _output);
            }
        }
    }

    /// <summary>How many datagrams of this class's own it has been sent.</summary>
    protected int Fences => Volatile.Read(ref _fences);

    public void Send(string datagram)
    {
        lock (_lock)
        {
            _client.Send(Encoding.UTF8.GetBytes(datagram), Endpoint);
        }
    }

    public void Dispose()
    {
        if (!_disposed)
        {
            _disposed = true;
            Dispose(disposing: true);
            GC.SuppressFinalize(this);
        }
    }

    /// <summary>Skips a test, and says why, where the server cannot run.</summary>
    protected static void SkipWithout(string name)
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

    /// <summary>
    /// Starts it; it takes datagrams when this returns. For the constructors, once what <see cref="Answer" /> needs is there.
    /// </summary>
    protected void Start()
    {
        _process.Start();
        _process.BeginOutputReadLine();
        _process.BeginErrorReadLine();
        try
        {
            Await(() => _port != 0, "the server's port");
        }
        catch
        {
            Dispose();
            throw;
        }
    }

    /// <summary>Takes a line that it wrote to its standard output.</summary>
    /// <returns>Whether it was an answer; what is none is kept for <see cref="Output" />.</returns>
    protected virtual bool Answer(string line) => false;

    /// <summary>
    /// A name that nothing that was sent before has, for a line that says by its arrival that everything before it has arrived.
    /// </summary>
    protected string NextFence() => $"fence.{Interlocked.Increment(ref _fences)}";

    /// <summary>Waits for what the server is about to do, as long as it runs.</summary>
    protected void Await(Func<bool> condition, string what)
    {
        try
        {
            bool holds = false;
            Eventually.Holds(() => (holds = condition()) || _process.HasExited, what);
            Assert.That(holds, Is.True, $"The server ended before this: {what}");
        }
        catch
        {
            TestContext.Out.WriteLine($"The server wrote:\n{Output}");
            throw;
        }
    }

    protected virtual void Dispose(bool disposing)
    {
        _process.StandardInput.Close();
        if (!_process.WaitForExit(TimeSpan.FromSeconds(10)))
        {
            _process.Kill(entireProcessTree: true);
            _process.WaitForExit();
        }

        _process.Dispose();
        _client.Dispose();
    }

    private void Take(string? line)
    {
        if (line is null)
        {
            return;
        }

        if (line.StartsWith("udp=", StringComparison.Ordinal))
        {
            _port = int.Parse(line[4..]);
        }
        else if (!Answer(line))
        {
            Keep(line);
        }
    }

    private void Keep(string? line)
    {
        lock (_lock)
        {
            if (line is { Length: > 0 })
            {
                _output.Add(line);
            }
        }
    }
}
