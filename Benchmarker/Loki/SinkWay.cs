namespace Benchmarker.Loki;

/// <summary>How events get to the appender.</summary>
public enum SinkWay
{
    /// <summary>One by one through an AsyncBufferingForwardingAppender, as in an application.</summary>
    Forwarder,

    /// <summary>In arrays of a thousand, as any forwarder hands them over.</summary>
    Arrays,
}
