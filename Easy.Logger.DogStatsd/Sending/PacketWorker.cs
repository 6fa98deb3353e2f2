using System.Diagnostics;
using System.Net.Sockets;

namespace Easy.Logger.DogStatsd.Sending;

/// <summary>
/// The background thread that sends packets. A packet that does not get there is tried again, and holds up those behind it, until the
/// sender is closed.
/// </summary>
internal sealed class PacketWorker
{
    /// <summary>
    /// Of the first packet that fails at the end: its connection may be one to an agent that has gone, its address the first of several.
    /// </summary>
    private const int TriesAtClose = 3;

    private static readonly TimeSpan _shortestPause = TimeSpan.FromMilliseconds(10);
    private static readonly TimeSpan _maxPause = TimeSpan.FromSeconds(1);

    private readonly PacketQueue _queue;
    private readonly IDogStatsdTransport _transport;
    private readonly Action<string> _log;
    private readonly Thread _thread;
    private readonly Stopwatch _sinceClose = new();
    private bool _fails; // worker only: the last try did
    private bool _hasLoggedSize; // worker only
    private bool _hasNoAddress; // worker only: while it closes, the name of the host had no address
    private TimeSpan _closeTimeout;
    private volatile bool _isClosing;

    /// <summary>
    /// Starts it. It disposes of the transport when the last packet has gone, and logs the first failure after a success, and of the first
    /// packet that is too large.
    /// </summary>
    public PacketWorker(PacketQueue queue, IDogStatsdTransport transport, string name, Action<string> log)
    {
        _queue = queue;
        _transport = transport;
        _log = log;
        _thread = BackgroundThread.Start(Run, name);
    }

    /// <summary>Whether the thread has ended.</summary>
    public bool HasEnded => !_thread.IsAlive;

    /// <summary>Sends what is queued, each packet once more, and ends.</summary>
    /// <param name="timeout">After this what is left is dropped; <see cref="Timeout.InfiniteTimeSpan" /> for never.</param>
    public void BeginClose(TimeSpan timeout)
    {
        _closeTimeout = timeout;
        _sinceClose.Start();
        _isClosing = true;
        _queue.Close();
    }

    /// <summary>Waits for the end of the thread.</summary>
    public void Join(TimeSpan timeout)
    {
        try
        {
            _thread.Join(timeout);
        }
        catch (ThreadInterruptedException)
        {
            Thread.CurrentThread.Interrupt(); // whoever interrupts wants no wait; the next one of the caller's own shall see it
        }
    }

    private void Run()
    {
        TimeSpan pause = _shortestPause;
        while (_queue.Take() is { } packet)
        {
            pause = Complete(packet, pause);
        }

        try
        {
            _transport.Dispose();
        }
        catch (Exception e)
        {
            _log($"could not be closed: {e.Message}");
        }
    }

    /// <summary>Tries a packet until it is sent or dropped, with growing pauses.</summary>
    private TimeSpan Complete(Packet packet, TimeSpan pause)
    {
        while (true)
        {
            try
            {
                if (TryComplete(packet, out bool wasClosing))
                {
                    return _fails ? pause : _shortestPause;
                }

                _queue.Pause(pause, wasClosing);
                pause = !_fails ? _shortestPause : pause + pause < _maxPause ? pause + pause : _maxPause;
            }
            catch (OutOfMemoryException)
            {
                _queue.PauseForMemory(); // there was none for the words of what went wrong, or for the wait
            }
        }
    }

    /// <summary>Tries a packet once.</summary>
    /// <param name="packet">The packet.</param>
    /// <param name="wasClosing">Whether the sender was closing before the try: what failed before is tried once more.</param>
    /// <returns>Whether it is sent or dropped; if not, it is to be tried again.</returns>
    private bool TryComplete(Packet packet, out bool wasClosing)
    {
        wasClosing = _isClosing;
        bool isLate = _closeTimeout != Timeout.InfiniteTimeSpan && _sinceClose.Elapsed >= _closeTimeout;
        if (wasClosing && (isLate || _hasNoAddress))
        {
            _queue.Drop(packet, DropReason.Closed);
            return true;
        }

        int triesLeft = wasClosing && !_fails ? TriesAtClose : 1;
        while (true)
        {
            try
            {
                if (_transport.TrySend(packet.Bytes))
                {
                    _fails = false;
                    _queue.Complete(packet);
                    return true;
                }

                return false; // the receiver is there, and has no room yet
            }
            catch (SocketException e) when (e.SocketErrorCode == SocketError.MessageSize)
            {
                _queue.CountFailure();
                if (!_hasLoggedSize)
                {
                    _hasLoggedSize = true;
                    _log(FormattableString.Invariant($"did not take a packet of {packet.Bytes.Length} bytes: {e.Message}")
                        + " It is dropped and counted as too large, like others of its size to come.");
                }

                _queue.Drop(packet, DropReason.TooLarge);
                return true;
            }
            catch (Exception e)
            {
                _queue.CountFailure();
                if (!_fails)
                {
                    _fails = true;
                    _log($"does not take metrics: {e.Message} They wait as long as there is room, and are counted then.");
                }

                if (--triesLeft > 0)
                {
                    continue;
                }

                if (wasClosing)
                {
                    _hasNoAddress =
                        (e as SocketException)?.SocketErrorCode is SocketError.HostNotFound or SocketError.TryAgain or SocketError.NoData;
                    _queue.Drop(packet, DropReason.Closed);
                }

                return wasClosing;
            }
        }
    }
}
