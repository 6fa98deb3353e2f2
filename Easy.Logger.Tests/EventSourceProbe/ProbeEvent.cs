namespace EventSourceProbe;

/// <summary>One event to log.</summary>
internal sealed record ProbeEvent(Level Level, string Logger, string Message, Exception? Exception = null);
