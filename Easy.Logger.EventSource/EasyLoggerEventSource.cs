using System.Diagnostics.CodeAnalysis;
using System.Diagnostics.Tracing;
using Easy.Logger.EventSource.Health;
using Easy.Logger.EventSource.Provider;
using Easy.Logger.EventSource.Rendering;

namespace Easy.Logger.EventSource;

/// <summary>
/// The provider <c>EasyLogger-Log4Net</c>: one event per band of log4net levels, one for the properties of an event, and the health of the
/// appenders of Easy.Logger. Written by <see cref="EventSourceAppender" />; here for the names and keywords that a session is made with.
/// </summary>
/// <remarks>
/// Safe for any thread. Nothing here throws, whatever a session or a listener does. Fields are only ever added at the end of an event, with
/// a new version of it.
/// </remarks>
[EventSource(Name = ProviderName)]
public sealed partial class EasyLoggerEventSource : System.Diagnostics.Tracing.EventSource
{
    /// <summary>
    /// The name to enable it by: in dotnet-trace and for a <see cref="EventListener" /> as it is, in PerfView with an asterisk before it.
    /// </summary>
    public const string ProviderName = "EasyLogger-Log4Net";

    /// <summary>
    /// The argument of a session that says how many seconds lie between two events of <see cref="Keywords.Health" />: 0.1 to 3,600, default
    /// 10. The argument of the last session that gave one is in force for all.
    /// </summary>
    public const string HealthIntervalArgument = "HealthIntervalSec";

    /// <summary>
    /// The argument of a session that says which loggers it wants, and from which level on: <c>Shop.Orders:DEBUG;Shop:WARN;*:ERROR</c>. The
    /// longest name that fits decides; a logger for which none does is left out. What the session begun last says is in force for all, for
    /// they share the provider.
    /// </summary>
    public const string FilterSpecsArgument = "FilterSpecs";

    private readonly HealthEvents? _health; // none while the base's constructor runs
    private volatile LoggerFilter? _filter;
    private string? _firstInterval; // of a session that has waited for the provider: it comes inside the base's constructor

    private EasyLoggerEventSource()
    {
        _health = new HealthEvents(this);
        UpdateHealth(_firstInterval);
    }

    /// <summary>The only one: a second one of the same name would be refused.</summary>
    public static EasyLoggerEventSource Instance { get; } = new();

    /// <summary>Whether a log event is wanted, before anything of it is rendered.</summary>
    [NonEvent]
    internal bool Wants(LevelBand band, string? logger, int level) =>
        IsEnabled(band.Level, Keywords.Message) && _filter?.Passes(logger, level) != false;

    /// <summary>Writes a log event.</summary>
    /// <param name="band">Which one.</param>
    /// <param name="fields">Its fields.</param>
    /// <param name="buffer">Where those are that are not whole strings; <see langword="null" /> when all are.</param>
    [NonEvent]
    internal unsafe void WriteLog(LevelBand band, in LogFields fields, char[]? buffer)
    {
        const int Count = 11;
        long timeUtcTicks = fields.TimeUtcTicks;
        int levelValue = fields.LevelValue;
        int threadId = fields.ThreadId;
        int originalLength = fields.Message.OriginalLength;
        fixed (char* own = buffer)
        fixed (char* level = fields.Level.Whole, logger = fields.Logger.Whole, thread = fields.Thread.Whole, message = fields.Message.Whole)
        fixed (char* exception = fields.Exception.Whole, traceId = fields.TraceId.Whole, spanId = fields.SpanId.Whole)
        {
            EventData* data = stackalloc EventData[Count];
            data[0] = Of(&timeUtcTicks, sizeof(long));
            data[1] = Of(&levelValue, sizeof(int));
            data[2] = Of(&threadId, sizeof(int));
            data[3] = Of(&originalLength, sizeof(int));
            data[4] = Of(fields.Level, level, own);
            data[5] = Of(fields.Logger, logger, own);
            data[6] = Of(fields.Thread, thread, own);
            data[7] = Of(fields.Message, message, own);
            data[8] = Of(fields.Exception, exception, own);
            data[9] = Of(fields.TraceId, traceId, own);
            data[10] = Of(fields.SpanId, spanId, own);
            WriteData(band.EventId, Count, data);
        }
    }

    /// <summary>Writes the properties of the log event before it.</summary>
    [NonEvent]
    internal unsafe void WriteProperties(in LogFields fields, in TextField json, char[] buffer)
    {
        const int Count = 6;
        long timeUtcTicks = fields.TimeUtcTicks;
        int levelValue = fields.LevelValue;
        int threadId = fields.ThreadId;
        int originalLength = json.OriginalLength;
        fixed (char* own = buffer, logger = fields.Logger.Whole)
        {
            EventData* data = stackalloc EventData[Count];
            data[0] = Of(&timeUtcTicks, sizeof(long));
            data[1] = Of(&levelValue, sizeof(int));
            data[2] = Of(&threadId, sizeof(int));
            data[3] = Of(&originalLength, sizeof(int));
            data[4] = Of(fields.Logger, logger, own);
            data[5] = Of(json, whole: null, own);
            WriteData(EventId.Properties, Count, data);
        }
    }

    /// <summary>Takes over what a session asks for: arguments, and whether it wants health events.</summary>
    /// <param name="command">The session that begins, changes or ends; <see langword="null" /> is as one that says nothing.</param>
    protected override void OnEventCommand(EventCommandEventArgs command)
    {
        string? interval = null;
        string? filter = null;
        command?.Arguments?.TryGetValue(HealthIntervalArgument, out interval);
        command?.Arguments?.TryGetValue(FilterSpecsArgument, out filter);
        if (command?.Command == EventCommand.Enable || !IsEnabled())
        {
            _filter = LoggerFilter.Parse(filter);
        }

        _firstInterval = interval;
        UpdateHealth(interval);
    }

    [NonEvent]
    private void UpdateHealth(string? interval) => _health?.Update(interval);

    [NonEvent]
#if NET
    [UnconditionalSuppressMessage("Trimming", "IL2026", Justification = "Numbers and texts only: nothing is found by reflection.")]
#endif
    private unsafe void WriteData(int eventId, int count, EventData* data) => WriteEventCore(eventId, count, data);

    private static unsafe EventData Of(void* number, int size) => new() { DataPointer = (IntPtr)number, Size = size };

    private static unsafe EventData Of(in TextField field, char* whole, char* buffer) =>
        new() { DataPointer = (IntPtr)(whole is not null ? whole : buffer + field.Start), Size = field.Bytes };

    /// <summary>What a session can choose. Constants, safe for any thread.</summary>
    [SuppressMessage("Design", "CA1034", Justification = "Where the runtime looks for the names of keywords.")]
    public static class Keywords
    {
        /// <summary>Log events.</summary>
        public const EventKeywords Message = (EventKeywords)1;

        /// <summary>The text of the exception in log events; without it that field is empty.</summary>
        public const EventKeywords Exception = (EventKeywords)2;

        /// <summary>For each log event that has properties a second event with these as JSON.</summary>
        public const EventKeywords Properties = (EventKeywords)4;

        /// <summary>The health of all appenders of Easy.Logger in the process, once per interval.</summary>
        public const EventKeywords Health = (EventKeywords)8;
    }
}
