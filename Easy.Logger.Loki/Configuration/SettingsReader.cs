using System.Diagnostics.CodeAnalysis;
using System.Net.Http.Headers;
using System.Security.Cryptography.X509Certificates;
using Easy.Logger.Loki.Batching;
using Easy.Logger.Loki.Fields;
using Easy.Logger.Loki.Labels;
using Easy.Logger.Loki.Sending;
using log4net.Core;
using log4net.Layout;

namespace Easy.Logger.Loki.Configuration;

/// <summary>Makes settings of the options of an appender, and sentences of what is wrong with them.</summary>
internal sealed class SettingsReader
{
    private const string DefaultLabel = "app";
    private const long BytesPerMebibyte = 1_048_576;
    private const int MaxMilliseconds = 86_400_000;

    private readonly List<string> _problems = [];
    private string? _obstacle;

    /// <summary>What is wrong: each names the option, the value and what is used instead.</summary>
    public IReadOnlyList<string> Problems => _problems;

    public LokiSettings Read(LokiAppender appender)
    {
        LokiEncoding encoding = EncodingOf(appender, _problems);
        string? tenant = RequestOptions.Expanded(appender.Tenant);
        RequestOptions request = new(_problems);
        string? url = RequestOptions.Expanded(appender.Url)?.Trim();
        Uri? address = RequestOptions.PushUrl(url, encoding);
        if (address is null)
        {
            Prevent(
                "has no valid url",
                $"url '{RequestOptions.Redacted(appender.Url)}' is not the address of a server, like http://loki:3100");
        }

        if (tenant is not null && !RequestOptions.IsTenant(tenant))
        {
            Prevent("has an invalid tenant", $"tenant '{tenant}' is not {RequestOptions.TenantRule}");
        }

        X509Certificate2Collection? client = Certificates(
            "clientCertificate",
            appender.ClientCertificate,
            path => CertificateFiles.Client(
                path, PathOf(appender.ClientKey), RequestOptions.Secret(appender.ClientCertificatePassword)));
        X509Certificate2Collection? authorities = Certificates(
            "certificateAuthority", appender.CertificateAuthority, CertificateFiles.Authorities);
        if (appender.Client is not null && (client ?? authorities) is not null)
        {
            _problems.Add("clientCertificate and certificateAuthority are not used: the HttpClient of the application has its own.");
        }

        if (PathOf(appender.ClientCertificate) is null && (appender.ClientKey ?? appender.ClientCertificatePassword) is not null)
        {
            _problems.Add("clientKey and clientCertificatePassword are not used: there is no clientCertificate.");
        }

        (LokiField[] common, LokiField[] own) = Split(appender.Labels);
        AuthenticationHeaderValue? authorization = request.Authorization(appender, url);
        string? tokenFile = PathOf(appender.BearerTokenFile);
        string? OptionOf(string header) =>
            header.Equals(PushTransport.TenantHeader, StringComparison.OrdinalIgnoreCase)
                ? tenant is not null ? "tenant" : appender.TenantProperty is not null ? "tenantProperty" : null
            : !header.Equals("Authorization", StringComparison.OrdinalIgnoreCase) ? null
            : tokenFile is not null ? "bearerTokenFile"
            : authorization is null ? null
            : authorization.Scheme == "Bearer" ? "bearerToken" : "username";

        return WithNeeds(new LokiSettings
        {
            Address = _obstacle is null ? address : null,
            Obstacle = _obstacle,
            Encoding = encoding,
            Compression = Defined(_problems, "compression", appender.Compression),
            MaxBatchBytes = Within(
                "maxBatchBytes", appender.MaxBatchBytes, PushBatch.MinBytes, PushBatch.MaxBytes, PushBatch.DefaultBytes),
            MaxBatchEvents = Within("maxBatchEvents", appender.MaxBatchEvents, 1, PushBatch.MaxLines, PushBatch.DefaultLines),
            Timeout = TimeSpan.FromMilliseconds(
                Within("timeout", appender.Timeout, 1, MaxMilliseconds, LokiSettings.DefaultTimeout)),
            RetryLimit = TimeSpan.FromMilliseconds(
                MillisecondsOrInfinite("retryLimit", appender.RetryLimit, LokiSettings.DefaultRetryLimit)),
            DropRateLimited = appender.DropRateLimited,
            CloseTimeout = MillisecondsOrInfinite("closeTimeout", appender.CloseTimeout, LokiSettings.DefaultCloseTimeout),
            QueueLimit = QueueLimitOf(appender),
            Overflow = Defined(_problems, "overflow", appender.Overflow),
            Authorization = authorization,
            TokenFile = tokenFile,
            Headers = request.Headers(appender.Headers, OptionOf),
            ClientCertificates = client,
            Authorities = authorities,
            Proxy = ProxyOf(appender, request, encoding, address),
            Tenant = tenant,
            TenantProperty = appender.TenantProperty,
            CommonLabels = Common(common),
            EventLabels = [.. own.Select(SourceOf)],
            LevelLabel = string.IsNullOrWhiteSpace(appender.LevelLabel) ? string.Empty : LabelRules.Name(appender.LevelLabel),
            LevelNames =
            [
                .. appender.LevelNames.Where(IsWhole).Select(name =>
                    new KeyValuePair<string, string>(name.Level!, LabelRules.Value(name.Name!))),
            ],
            Metadata = [.. MetadataOf(appender)],
            TraceContext = Defined(_problems, "traceContext", appender.TraceContext),
            Timestamps = Defined(_problems, "timestamps", appender.Timestamps),
            BodyFormat = Defined(_problems, "bodyFormat", appender.BodyFormat),
            Layout = appender.Layout,
            SpillPath = PathOf(appender.SpillPath),
            SpillBytes = Within("spillLimit", appender.SpillLimit, 1, 1_048_576, LokiSettings.DefaultSpillLimit) * BytesPerMebibyte,
        });
    }

    /// <summary>Adds what of an event is sent.</summary>
    private static LokiSettings WithNeeds(LokiSettings settings)
    {
        FieldSource[] fields = [.. settings.EventLabels, .. settings.Metadata];
        bool readsProperties = settings.BodyFormat == LokiBodyFormat.Json
            || settings.TraceContext != LokiTraceContext.None
            || settings.TenantProperty is not null
            || Array.Exists(fields, field => field.Property is not null);
        return settings with
        {
            Layouts = [.. fields.Select(field => field.Layout).Append(settings.Layout).OfType<ILayout>().Distinct()],
            Fix = readsProperties ? FixFlags.Properties : FixFlags.None,
        };
    }

    /// <summary>HTTP/2 without TLS has no way through a proxy of HTTP.</summary>
    private Uri? ProxyOf(LokiAppender appender, RequestOptions request, LokiEncoding encoding, Uri? address)
    {
        Uri? proxy = request.Proxy(appender.Proxy);
        if (proxy is null || encoding != LokiEncoding.Grpc || address?.Scheme != Uri.UriSchemeHttp
            || !proxy.Scheme.StartsWith(Uri.UriSchemeHttp, StringComparison.Ordinal))
        {
            return proxy;
        }

        _problems.Add(
            $"proxy '{RequestOptions.Redacted(appender.Proxy)}' is not used: gRPC without TLS cannot go through it. Use https, or another "
            + "encoding.");
        return null;
    }

    private static string? PathOf(string? path) => string.IsNullOrWhiteSpace(path) ? null : RequestOptions.Expanded(path)!.Trim();

    private static FieldSource SourceOf(LokiField field) => new()
    {
        Name = System.Text.Encoding.ASCII.GetBytes(LabelRules.Name(field.Name ?? field.Property)),
        Value = RequestOptions.Expanded(field.Value),
        Layout = field.Layout,
        Property = field.Property,
        Prefix = field.Property is { Length: > 0 } property
            && property[property.Length - 1] == '*' ? property.Substring(0, property.Length - 1) : null,
    };

    /// <summary>A number in a configuration may be none of the names.</summary>
    private static T Defined<T>(List<string> problems, string option, T value)
        where T : struct, Enum
    {
        if (char.IsLetter(value.ToString()[0]))
        {
            return value;
        }

        problems.Add($"{option} {value} has no meaning; {default(T)} is used.");
        return default;
    }

    private static FieldSource SourceOf(string name, Func<LoggingEvent, string?> read) =>
        new() { Name = System.Text.Encoding.ASCII.GetBytes(name), Read = read };

    private static List<KeyValuePair<string, string>> Common(LokiField[] labels)
    {
        List<KeyValuePair<string, string>> common = [];
        foreach (LokiField label in labels)
        {
            string name = LabelRules.Name(label.Name);
            string value = LabelRules.Value(RequestOptions.Expanded(label.Value)!);
            if (value.Length > 0 && !common.Exists(other => other.Key == name))
            {
                common.Add(new KeyValuePair<string, string>(name, value));
            }
        }

        // Without any label Loki calls the stream unknown_service, and so it does with everybody else's.
        return common.Count > 0
            ? common
            : [new KeyValuePair<string, string>(DefaultLabel, LabelRules.Value(AppDomain.CurrentDomain.FriendlyName))];
    }

    private static LokiEncoding EncodingOf(LokiAppender appender, List<string> problems)
    {
#if !NET
        if (appender.Encoding == LokiEncoding.Grpc)
        {
            problems.Add("encoding grpc needs .NET 10 or later; protobuf is used, and url has to be that of the HTTP port.");
            return LokiEncoding.Protobuf;
        }
#endif
        return Defined(problems, "encoding", appender.Encoding);
    }

    /// <summary>Something without which nothing can be sent. The first one is named later on.</summary>
    private void Prevent(string obstacle, string problem)
    {
        _obstacle ??= obstacle;
        _problems.Add($"{problem}: nothing will be sent, all events are dropped.");
    }

    /// <summary>Without them, lines might be sent to a server that they are not for.</summary>
    [SuppressMessage("Design", "CA1031", Justification = "Whatever is wrong with a file is reported.")]
    private X509Certificate2Collection? Certificates(string option, string? path, Func<string, X509Certificate2Collection> read)
    {
        try
        {
            return PathOf(path) is { } file ? read(file) : null;
        }
        catch (Exception e)
        {
            Prevent($"has no {option}", $"{option} '{path}' cannot be read ({e.Message})");
            return null;
        }
    }

    private (LokiField[] Common, LokiField[] Own) Split(IEnumerable<LokiField> fields)
    {
        LokiField[] whole = [.. fields.Where(field => IsWhole("label", field))];
        return (Array.FindAll(whole, field => field.Value is not null), Array.FindAll(whole, field => field.Value is null));
    }

    private IEnumerable<FieldSource> MetadataOf(LokiAppender appender)
    {
        IEnumerable<FieldSource> own = appender.MetadataFields.Where(field => IsWhole("metadata", field)).Select(SourceOf);
        return appender.TraceContext == LokiTraceContext.Metadata
            ? [SourceOf("trace_id", loggingEvent => TraceContext.Of(loggingEvent).TraceId), SourceOf(
                "span_id", loggingEvent => TraceContext.Of(loggingEvent).SpanId), .. own]
            : own;
    }

    private bool IsWhole(string option, LokiField field)
    {
        int sources = (field.Value is null ? 0 : 1) + (field.Layout is null ? 0 : 1) + (field.Property is null ? 0 : 1);
        if (sources == 1 && (field.Name ?? field.Property) is { Length: > 0 })
        {
            return true;
        }

        _problems.Add($"a {option} named '{field.Name}' was left out: it needs a name and one of value, layout and property.");
        return false;
    }

    private bool IsWhole(LokiLevelName name)
    {
        if (!string.IsNullOrEmpty(name.Level) && !string.IsNullOrEmpty(name.Name))
        {
            return true;
        }

        _problems.Add($"a levelName for level '{name.Level}' was left out: it needs a level and a name.");
        return false;
    }

    private int QueueLimitOf(LokiAppender appender)
    {
        int least = appender.MaxBatchEvents is >= 1 and <= PushBatch.MaxLines ? appender.MaxBatchEvents : PushBatch.DefaultLines;
        int standard = Math.Max(LokiSettings.DefaultQueueLimit, least);
        return appender.SetQueueLimit is { } limit ? Within("queueLimit", limit, least, int.MaxValue, standard) : standard;
    }

    private int MillisecondsOrInfinite(string option, int value, int standard) => value == Timeout.Infinite
        ? value
        : Within(option, value, 0, MaxMilliseconds, standard, " and not -1, which means without limit");

    private int Within(string option, int value, int least, int most, int standard, string more = "")
    {
        if (value >= least && value <= most)
        {
            return value;
        }

        _problems.Add(FormattableString.Invariant($"{option} {value} is not within {least} to {most}{more}; {standard} is used."));
        return standard;
    }
}
