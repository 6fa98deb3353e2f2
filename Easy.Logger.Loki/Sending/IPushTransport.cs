namespace Easy.Logger.Loki.Sending;

/// <summary>The way to a server. Safe for any thread.</summary>
internal interface IPushTransport : IDisposable
{
    /// <summary>Where it leads, for messages and the meter.</summary>
    Uri Address { get; }

    /// <summary>Sends a push once. What goes wrong on the way is part of the answer.</summary>
    /// <param name="push">The push.</param>
    /// <param name="cancellation">Ends the try.</param>
    /// <exception cref="OperationCanceledException">It was ended.</exception>
    PushReply Push(EncodedPush push, CancellationToken cancellation);
}
