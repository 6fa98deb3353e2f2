using Easy.Logger.Rendering;

namespace Easy.Logger.Buffering;

/// <summary>
/// What is known of a thread that logs. One object for all of it: finding what belongs to the thread is a good part of the cost of a log
/// call.
/// </summary>
internal sealed class CallingThread
{
    [ThreadStatic]
    private static CallingThread? _current;

    /// <summary>The calling thread.</summary>
    public static CallingThread Current => _current ?? Create();

    /// <summary>The last log call.</summary>
    public LastCall LastCall { get; } = new();

    /// <summary>Log calls that are being taken in: one, or two while a filter or a message logs.</summary>
    public int Depth { get; set; }

    /// <summary>The worker whose thread this is.</summary>
    public BatchWorker? Worker { get; set; }

    /// <summary>
    /// Whether what is logged here, or in what continues here, is not to be forwarded, see <see cref="SuppressForwardingScope" />.
    /// </summary>
    public bool IsSuppressed { get; set; }

    private static CallingThread Create() => _current = new CallingThread();
}
