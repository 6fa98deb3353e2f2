using Easy.Logger.Buffering;

namespace Easy.Logger;

/// <summary>
/// Keeps what is logged inside it from being forwarded. For appenders that send events with a library which logs as well: each of its lines
/// would be sent with another one.
/// </summary>
/// <remarks>
/// Holds for everything that runs inside it, on whatever thread it goes on: it flows with the <see cref="ExecutionContext" />, as an
/// <see cref="AsyncLocal{T}" /> does. Each <see cref="AsyncBufferingForwardingAppender" /> drops such events, and counts them as
/// <see cref="Diagnostics.DropReason.Reentrant" />. Any thread may begin one; it is ended where it was begun.
/// </remarks>
public sealed class SuppressForwardingScope : IDisposable
{
    // The runtime reports each change on the thread that it concerns. So a log call looks at what it has at hand anyway, and pays nothing.
    private static readonly AsyncLocal<bool> _isSuppressed = new(change => CallingThread.Current.IsSuppressed = change.CurrentValue);

    private readonly bool _outer = _isSuppressed.Value;

    private SuppressForwardingScope() => _isSuppressed.Value = true;

    /// <summary>Begins one; they may be nested.</summary>
    /// <returns>What ends it when it is disposed of.</returns>
    public static SuppressForwardingScope Begin() => new();

    /// <summary>Ends it.</summary>
    public void Dispose() => _isSuppressed.Value = _outer;
}
