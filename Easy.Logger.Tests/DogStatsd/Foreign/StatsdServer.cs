using System.Text.Json;

namespace Easy.Logger.Tests.DogStatsd.Foreign;

/// <summary>
/// npm's <c>statsd</c>, the original: it knows no tags but those of Graphite, and makes a counter of every type that it does not know.
/// </summary>
internal sealed class StatsdServer : StatsdReceiver
{
    private const string Prefix = "flush=";

    private static readonly JsonSerializerOptions _options = new(JsonSerializerDefaults.Web);

    private readonly Lock _lock = new();
    private StatsdState _state = StatsdState.Empty;

    public StatsdServer()
        : base("statsd") => Start();

    /// <summary>Skips a test, and says why, where it cannot run.</summary>
    public static void SkipWithout() => SkipWithout("statsd");

    /// <summary>
    /// What it has accepted since it was started: everything that was sent before this call, and at least so many datagrams.
    /// </summary>
    public StatsdState Read(int datagrams = 0)
    {
        StatsdState? state = null;
        string fence = NextFence();
        Send($"{fence}:1|c");
        Await(
            () =>
            {
                state = State;
                return state.Counters.ContainsKey(fence) && state.Datagrams >= datagrams + Fences;
            },
            $"{datagrams} datagram(s) and {fence}");
        return state!.Without("fence.");
    }

    protected override bool Answer(string line)
    {
        if (!line.StartsWith(Prefix, StringComparison.Ordinal))
        {
            return false;
        }

        StatsdState flush = JsonSerializer.Deserialize<StatsdState>(line.AsSpan(Prefix.Length), _options)!;
        lock (_lock)
        {
            _state = _state.Then(flush);
        }

        return true;
    }

    private StatsdState State
    {
        get
        {
            lock (_lock)
            {
                return _state;
            }
        }
    }
}
