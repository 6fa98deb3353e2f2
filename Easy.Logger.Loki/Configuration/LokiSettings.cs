using System.Net.Http.Headers;
using System.Security.Cryptography.X509Certificates;
using Easy.Logger.Buffering;
using Easy.Logger.Loki.Batching;
using Easy.Logger.Loki.Fields;
using log4net.Core;
using log4net.Layout;

namespace Easy.Logger.Loki.Configuration;

/// <summary>The options of an appender, checked. Immutable.</summary>
internal sealed record LokiSettings
{
    public const int DefaultTimeout = 10_000;
    public const int DefaultRetryLimit = 600_000;
    public const int DefaultCloseTimeout = 5_000;
    public const int DefaultSpillLimit = 256;
    public const int DefaultQueueLimit = 16_384;

    /// <summary>Where pushes go; <see langword="null" /> when nothing can be sent.</summary>
    public Uri? Address { get; init; }

    /// <summary>Why nothing can be sent; <see langword="null" /> when it can.</summary>
    public string? Obstacle { get; init; }

    public LokiEncoding Encoding { get; init; }

    public LokiCompression Compression { get; init; }

    public int MaxBatchBytes { get; init; } = PushBatch.DefaultBytes;

    public int MaxBatchEvents { get; init; } = PushBatch.DefaultLines;

    public TimeSpan Timeout { get; init; }

    public TimeSpan RetryLimit { get; init; }

    public bool DropRateLimited { get; init; }

    public int CloseTimeout { get; init; } = DefaultCloseTimeout;

    public int QueueLimit { get; init; } = DefaultQueueLimit;

    public OverflowPolicy Overflow { get; init; }

    public AuthenticationHeaderValue? Authorization { get; init; }

    /// <summary>Has a token instead of the header Authorization; <see langword="null" /> for none.</summary>
    public string? TokenFile { get; init; }

    public IReadOnlyList<KeyValuePair<string, string>> Headers { get; init; } = [];

    /// <summary>The client's own certificate first.</summary>
    public X509Certificate2Collection? ClientCertificates { get; init; }

    /// <summary>Those that a server's certificate has to be signed by; <see langword="null" /> for the system's.</summary>
    public X509Certificate2Collection? Authorities { get; init; }

    public Uri? Proxy { get; init; }

    public string? Tenant { get; init; }

    public string? TenantProperty { get; init; }

    /// <summary>Clean names and values of the labels that all streams have.</summary>
    public IReadOnlyList<KeyValuePair<string, string>> CommonLabels { get; init; } = [];

    /// <summary>Labels that may differ between events.</summary>
    public IReadOnlyList<FieldSource> EventLabels { get; init; } = [];

    /// <summary>The name of the label for the level; empty for none.</summary>
    public string LevelLabel { get; init; } = string.Empty;

    public IReadOnlyList<KeyValuePair<string, string>> LevelNames { get; init; } = [];

    public IReadOnlyList<FieldSource> Metadata { get; init; } = [];

    public LokiTraceContext TraceContext { get; init; }

    public LokiTimestamps Timestamps { get; init; }

    public LokiBodyFormat BodyFormat { get; init; }

    public ILayout? Layout { get; init; }

    /// <summary>All layouts that are asked for texts.</summary>
    public IReadOnlyList<ILayout> Layouts { get; init; } = [];

    /// <summary>
    /// What of an event is sent beyond what the layouts print, so that nothing else is fixed at the log call. Before the options are known:
    /// all but what costs a stack walk or a look-up.
    /// </summary>
    public FixFlags Fix { get; init; } = FixFlags.Partial;

    public string? SpillPath { get; init; }

    public long SpillBytes { get; init; }
}
