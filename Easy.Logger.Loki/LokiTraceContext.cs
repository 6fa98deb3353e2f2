namespace Easy.Logger.Loki;

/// <summary>Where the ids of the trace and the span around a log call are put.</summary>
public enum LokiTraceContext
{
    /// <summary>Nowhere, and nobody looks for them.</summary>
    None,

    /// <summary>Into a line that is JSON, as <c>TraceId</c> and <c>SpanId</c>.</summary>
    Body,

    /// <summary>Into structured metadata, as <c>trace_id</c> and <c>span_id</c>.</summary>
    Metadata,
}
