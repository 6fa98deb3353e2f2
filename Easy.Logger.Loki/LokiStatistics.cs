namespace Easy.Logger.Loki;

/// <summary>
/// What became of the lines of a <see cref="LokiAppender" />: <see cref="Received" /> = <see cref="Delivered" /> + <see cref="Refused" /> + <see cref="Dropped" /> +
/// <see cref="Spilled" /> + <see cref="InFlight" />. Immutable.
/// </summary>
/// <param name="Received">Events that were handed to be sent; what threshold and filters keep out is not counted.</param>
/// <param name="Delivered">Lines of pushes that Loki answered with success.</param>
/// <param name="Refused">
/// Lines of pushes that Loki refused. It may have stored some of them: it stores what is right in a push, and does not say what that was.
/// </param>
/// <param name="Dropped">Lines that were given up: because they never got there within the time that is allowed for it, were too large, or could not be rendered.</param>
/// <param name="Spilled">Lines that wait on disk.</param>
/// <param name="InFlight">Lines that are being sent.</param>
public sealed record LokiStatistics(long Received, long Delivered, long Refused, long Dropped, long Spilled, long InFlight);
