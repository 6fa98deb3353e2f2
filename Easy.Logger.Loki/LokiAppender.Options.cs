using System.Diagnostics.CodeAnalysis;
using Easy.Logger.Buffering;
using Easy.Logger.Loki.Batching;
using Easy.Logger.Loki.Configuration;

namespace Easy.Logger.Loki;

/// <content>The options.</content>
public sealed partial class LokiAppender
{
    private readonly List<LokiField> _labels = [];
    private readonly List<LokiField> _metadata = [];
    private readonly List<LokiHeader> _headers = [];
    private readonly List<LokiLevelName> _levelNames = [];

    /// <summary>
    /// The address of the server, <c>http://loki:3100</c>, with a path before Loki's own where a gateway has one; the path of the push is
    /// added unless it is there already. For <see cref="LokiEncoding.Grpc" /> that of the gRPC port. <c>${NAME}</c> stands for a variable
    /// of the environment. No default: without one nothing is sent.
    /// </summary>
    [SuppressMessage("Design", "CA1056", Justification = "Set from text; what is wrong with it is reported at activation.")]
    public string? Url { get; set; }

    /// <summary>How events are sent; default <see cref="LokiEncoding.Json" />.</summary>
    public LokiEncoding Encoding { get; set; }

    /// <summary>What compresses a push; default <see cref="LokiCompression.Default" />.</summary>
    public LokiCompression Compression { get; set; }

    /// <summary>
    /// The most bytes of one push, as protobuf before it is compressed, which is what Loki's limits are about in every encoding: 16,384 to
    /// 4,194,304, default 1,048,576. A single line may be larger.
    /// </summary>
    public int MaxBatchBytes { get; set; } = PushBatch.DefaultBytes;

    /// <summary>The most lines of one push: 1 to 100,000, default 1,000. A batch of the forwarder that is larger becomes several.</summary>
    public int MaxBatchEvents { get; set; } = PushBatch.DefaultLines;

    /// <summary>The longest that one try may take, in milliseconds: 1 to 86,400,000, default 10,000.</summary>
    public int Timeout { get; set; } = LokiSettings.DefaultTimeout;

    /// <summary>
    /// The longest that a push is tried, in milliseconds: up to 86,400,000; 0 tries once, -1 without an end; default 600,000. Waits grow
    /// from half a second to a minute, at random, and are at least what the server asks for.
    /// </summary>
    public int RetryLimit { get; set; } = LokiSettings.DefaultRetryLimit;

    /// <summary>
    /// Whether a push that is refused because of its rate is dropped instead of tried again; default <see langword="false" />.
    /// </summary>
    public bool DropRateLimited { get; set; }

    /// <summary>
    /// The longest that Close takes, in milliseconds; 0 drops at once what is queued, -1 waits without limit, default 5,000. A
    /// <see cref="Client" /> that ignores cancellation can add a second. Behind a forwarder that one's counts: when it is over, the
    /// forwarder's Close returns, and a push that is under way goes on without it until its own time is over or the program ends.
    /// </summary>
    public int CloseTimeout { get; set; } = LokiSettings.DefaultCloseTimeout;

    /// <summary>
    /// The most events that wait in memory when the appender is not behind a forwarder, like
    /// <see cref="AsyncBufferingForwardingAppender.QueueLimit" />: at least <see cref="MaxBatchEvents" />, default 16,384, or that where
    /// it is larger.
    /// </summary>
    public int QueueLimit
    {
        get => SetQueueLimit ?? Math.Max(LokiSettings.DefaultQueueLimit, MaxBatchEvents);
        set => SetQueueLimit = value;
    }

    /// <summary>
    /// What happens to an event that finds that queue full, like <see cref="AsyncBufferingForwardingAppender.Overflow" />; default
    /// <see cref="OverflowPolicy.Block" />, with which a log call waits two seconds at most. Dropped events are counted in
    /// <see cref="Statistics" />.
    /// </summary>
    public OverflowPolicy Overflow { get; set; }

    /// <summary>
    /// Who the pushes are from, with a <see cref="Password" />; default nobody. <c>${NAME}</c> stands for a variable of the environment, in
    /// all three.
    /// </summary>
    public string? Username { get; set; }

    /// <summary>The password of the <see cref="Username" />; default none.</summary>
    public string? Password { get; set; }

    /// <summary>A token instead of a name and a password; default none.</summary>
    public string? BearerToken { get; set; }

    /// <summary>
    /// A file with a token, instead of <see cref="BearerToken" />; default none. It is read for each request, so that a token can be
    /// replaced before it expires; while it cannot be read, pushes are tried again. Relative to the program; <c>${NAME}</c> stands for a
    /// variable of the environment, here and in the paths below.
    /// </summary>
    public string? BearerTokenFile { get; set; }

    /// <summary>
    /// A file with the certificate that the client shows, and the certificates that it is signed by: PKCS#12 (<c>.pfx</c>) with its key, or
    /// PEM, which needs .NET. Default none. Read at activation; when it cannot be read, nothing is sent.
    /// </summary>
    public string? ClientCertificate { get; set; }

    /// <summary>A PEM file with the key of <see cref="ClientCertificate" />; default that file itself.</summary>
    public string? ClientKey { get; set; }

    /// <summary>The password of the key; default none. <c>${NAME}</c> stands for a variable of the environment.</summary>
    public string? ClientCertificatePassword { get; set; }

    /// <summary>
    /// A file with the certificates (PEM, or one in DER) that the server's has to be signed by, instead of those that the system trusts;
    /// default none. Revocation is not checked then. Read at activation; when it cannot be read, nothing is sent.
    /// </summary>
    public string? CertificateAuthority { get; set; }

    /// <summary>The address of a proxy, <c>http://proxy:8080</c>; default that of the system.</summary>
    public string? Proxy { get; set; }

    /// <summary>
    /// The tenant that the pushes are for, where Loki has tenants: up to 150 letters of the alphabet, digits and <c>!-_.*'()</c>; default
    /// none. With any other text nothing is sent.
    /// </summary>
    public string? Tenant { get; set; }

    /// <summary>
    /// A property that holds the tenant of an event; default none. An event without it, or with a text that cannot be one, is sent for
    /// <see cref="Tenant" />. Each tenant is a push of its own.
    /// </summary>
    public string? TenantProperty { get; set; }

    /// <summary>
    /// The label that holds the level, as Grafana knows it (trace, debug, info, warning, error, critical, fatal); empty for none; default
    /// <c>level</c>.
    /// </summary>
    public string? LevelLabel { get; set; } = "level";

    /// <summary>What a line is; default <see cref="LokiBodyFormat.Text" />.</summary>
    public LokiBodyFormat BodyFormat { get; set; }

    /// <summary>Where the trace around a log call is put; default <see cref="LokiTraceContext.None" />.</summary>
    public LokiTraceContext TraceContext { get; set; }

    /// <summary>Which time a line gets; default <see cref="LokiTimestamps.Event" />.</summary>
    public LokiTimestamps Timestamps { get; set; }

    /// <summary>
    /// A folder in which pushes wait that were not delivered, so that they survive the end of the process; default none. One appender uses
    /// it at a time. The folder and its files are made readable by the user of the process only.
    /// </summary>
    public string? SpillPath { get; set; }

    /// <summary>
    /// The most that waits in <see cref="SpillPath" />, in mebibytes: 1 to 1,048,576, default 256. Beyond it the oldest is dropped and
    /// counted.
    /// </summary>
    public int SpillLimit { get; set; } = LokiSettings.DefaultSpillLimit;

    internal int? SetQueueLimit { get; private set; }

    internal IReadOnlyList<LokiField> Labels => _labels;

    internal IReadOnlyList<LokiField> MetadataFields => _metadata;

    internal IReadOnlyList<LokiHeader> Headers => _headers;

    internal IReadOnlyList<LokiLevelName> LevelNames => _levelNames;

    /// <summary>
    /// Adds a label, in XML the element <c>label</c>. Loki takes 15 of them: those with a value first, then the level, then the others in
    /// their order. Each set of values is a stream, so few values are good; without any label with a value there is <c>app</c>, the name of
    /// the program.
    /// </summary>
    /// <param name="label">The label.</param>
    /// <exception cref="ArgumentNullException"><paramref name="label" /> is <see langword="null" />.</exception>
    public void AddLabel(LokiField label) => _labels.Add(label ?? throw new ArgumentNullException(nameof(label)));

    /// <summary>
    /// Adds structured metadata of each line, in XML the element <c>metadata</c>; for Loki 2.9 and later. At most 128 of 64 KiB in all are
    /// sent.
    /// </summary>
    /// <param name="metadata">The metadata.</param>
    /// <exception cref="ArgumentNullException"><paramref name="metadata" /> is <see langword="null" />.</exception>
    public void AddMetadata(LokiField metadata) => _metadata.Add(metadata ?? throw new ArgumentNullException(nameof(metadata)));

    /// <summary>Adds a header of each request, in XML the element <c>header</c>.</summary>
    /// <param name="header">The header.</param>
    /// <exception cref="ArgumentNullException"><paramref name="header" /> is <see langword="null" />.</exception>
    public void AddHeader(LokiHeader header) => _headers.Add(header ?? throw new ArgumentNullException(nameof(header)));

    /// <summary>Adds a name for a level, in XML the element <c>levelName</c>.</summary>
    /// <param name="levelName">The level and its name.</param>
    /// <exception cref="ArgumentNullException"><paramref name="levelName" /> is <see langword="null" />.</exception>
    public void AddLevelName(LokiLevelName levelName) => _levelNames.Add(levelName ?? throw new ArgumentNullException(nameof(levelName)));
}
