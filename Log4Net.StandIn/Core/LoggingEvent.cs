using System.Globalization;
using System.Runtime.Serialization;
using log4net.Repository;
using log4net.Util;

namespace log4net.Core;

/// <remarks>
/// Volatile values are computed at the first read and kept. Once <see cref="Fix"/> was assigned, whatever is missing stays missing:
/// the event may be on another thread by then, where a late answer would be a wrong one.
/// </remarks>
public class LoggingEvent
{
    public const string HostNameProperty = "log4net:HostName";
    public const string IdentityProperty = "log4net:Identity";
    public const string UserNameProperty = "log4net:UserName";

    [ThreadStatic]
    private static string? _threadId;

    private readonly Type? _boundary;
    private readonly DateTime _timeStampUtc;

    private string? _message;
    private string? _threadName;
    private string? _domain;
    private string? _identity;
    private string? _userName;
    private string? _exceptionText;
    private LocationInfo? _location;

    // Set on this event alone, before the properties are settled.
    private PropertiesDictionary? _ownProperties;

    // Everything that can be seen from the thread of the first look-up.
    private CompositeProperties? _visibleProperties;

    // Given with the data, or fixed: nothing else is asked any more.
    private PropertiesDictionary? _settledProperties;

    private FixFlags _fixed;
    private bool _closedForReading;

    public LoggingEvent()
        : this(null, null, default, FixFlags.None)
    {
    }

    public LoggingEvent(
        Type? callerStackBoundaryDeclaringType,
        ILoggerRepository? repository,
        string? loggerName,
        Level? level,
        object? message,
        Exception? exception)
    {
        _boundary = callerStackBoundaryDeclaringType;
        Repository = repository;
        LoggerName = loggerName;
        Level = level;
        MessageObject = message;
        ExceptionObject = exception;
        _timeStampUtc = DateTime.UtcNow;
    }

    public LoggingEvent(LoggingEventData data)
        : this(null, null, data)
    {
    }

    public LoggingEvent(Type? callerStackBoundaryDeclaringType, ILoggerRepository? repository, LoggingEventData data)
        : this(callerStackBoundaryDeclaringType, repository, data, FixFlags.All)
    {
    }

    public LoggingEvent(Type? callerStackBoundaryDeclaringType, ILoggerRepository? repository, LoggingEventData data, FixFlags fixedData)
    {
        _boundary = callerStackBoundaryDeclaringType;
        Repository = repository;
        LoggerName = data.LoggerName;
        Level = data.Level;
        _timeStampUtc = data.TimeStampUtc;
        _message = data.Message;
        _threadName = data.ThreadName;
        _domain = data.Domain;
        _identity = data.Identity;
        _userName = data.UserName;
        _exceptionText = data.ExceptionString;
        _location = data.LocationInfo;
        _settledProperties = data.Properties;
        _fixed = fixedData;
    }

    protected LoggingEvent(SerializationInfo info, StreamingContext context)
        : this(null, null, Read(info))
    {
    }

    public static DateTime StartTime => StartTimeUtc.ToLocalTime();

    public static DateTime StartTimeUtc => SystemInfo.ProcessStartTimeUtc;

    public string? Domain => _domain ??= _closedForReading ? null : SystemInfo.ApplicationFriendlyName;

    public Exception? ExceptionObject { get; }

    public FixFlags Fix
    {
        get => _fixed;
        set => FixVolatileData(value);
    }

    public string? Identity => _identity ??= _closedForReading ? null : CurrentIdentity();

    public Level? Level { get; }

    public LocationInfo? LocationInfo => LocationInformation;

    public LocationInfo? LocationInformation => _location ??= _closedForReading ? null : new LocationInfo(_boundary);

    public string? LoggerName { get; }

    public object? MessageObject { get; protected set; }

    public PropertiesDictionary Properties => _settledProperties ?? (_ownProperties ??= new PropertiesDictionary());

    public virtual string? RenderedMessage => _message ??= _closedForReading ? null : MessageText();

    public ILoggerRepository? Repository { get; private set; }

    public string? ThreadName => _threadName ??= _closedForReading ? null : CurrentThreadName();

    public DateTime TimeStamp => _timeStampUtc.ToLocalTime();

    public DateTime TimeStampUtc => _timeStampUtc;

    // The user belongs to the process, not to the thread: it may be asked at any time.
    public string UserName => _userName ??= Environment.UserName;

    public string? GetExceptionString() => _exceptionText ??= _closedForReading ? null : ExceptionText();

    public LoggingEventData GetLoggingEventData() => GetLoggingEventData(FixFlags.Partial);

    public LoggingEventData GetLoggingEventData(FixFlags fixFlags)
    {
        Fix = fixFlags;
        return new LoggingEventData
        {
            LoggerName = LoggerName,
            Level = Level,
            TimeStampUtc = _timeStampUtc,
            Message = _message,
            ThreadName = _threadName,
            Domain = _domain,
            Identity = _identity,
            UserName = _userName,
            ExceptionString = _exceptionText,
            LocationInfo = _location,
            Properties = _settledProperties,
        };
    }

    public virtual void GetObjectData(SerializationInfo info, StreamingContext context)
    {
        LoggingEventData data = GetLoggingEventData(FixFlags.All);
        info.AddValue(nameof(LoggerName), data.LoggerName);
        info.AddValue(nameof(Level), data.Level);
        info.AddValue(nameof(TimeStampUtc), data.TimeStampUtc);
        info.AddValue(nameof(RenderedMessage), data.Message);
        info.AddValue(nameof(ThreadName), data.ThreadName);
        info.AddValue(nameof(Domain), data.Domain);
        info.AddValue(nameof(Identity), data.Identity);
        info.AddValue(nameof(UserName), data.UserName);
        info.AddValue(nameof(ExceptionObject), data.ExceptionString);
        info.AddValue(nameof(LocationInfo), data.LocationInfo);
        info.AddValue(nameof(Properties), data.Properties);
    }

    public PropertiesDictionary GetProperties() => _settledProperties ?? VisibleProperties().Flatten();

    public object? LookupProperty(string key) => _settledProperties is { } settled ? settled[key] : VisibleProperties()[key];

    public virtual void WriteRenderedMessage(TextWriter writer)
    {
        if ((_message ?? MessageObject as string) is { } text)
        {
            writer.Write(text);
        }
        else if (MessageObject is { } message)
        {
            // Not kept: a layout that asks once is cheaper without the string. That also makes it work after fixing, on whatever thread.
            if (Repository is { } repository)
            {
                repository.RendererMap.FindAndRender(message, writer);
            }
            else
            {
                writer.Write(message.ToString());
            }
        }
    }

    protected virtual void FixVolatileData(FixFlags flags)
    {
        FixFlags wanted = flags & ~_fixed;

        // Should one of them throw, the event is as open as a new one, and only what came before counts as fixed.
        _closedForReading = false;
        Settle(FixFlags.Message, static e => e._message ??= e.MessageText());
        Settle(FixFlags.ThreadName, static e => e._threadName ??= CurrentThreadName());
        Settle(FixFlags.LocationInfo, static e => e._location ??= new LocationInfo(e._boundary));
        Settle(FixFlags.UserName, static e => e._userName ??= Environment.UserName);
        Settle(FixFlags.Domain, static e => e._domain ??= SystemInfo.ApplicationFriendlyName);
        Settle(FixFlags.Identity, static e => e._identity ??= CurrentIdentity());
        Settle(FixFlags.Exception, static e => e._exceptionText ??= e.ExceptionText());

        // Last, because they show the user and the identity when these are fixed.
        Settle(FixFlags.Properties, static e => e._settledProperties ??= e.VisibleProperties().Freeze());
        _closedForReading = true;

        void Settle(FixFlags flag, Action<LoggingEvent> compute)
        {
            if ((wanted & flag) != 0)
            {
                compute(this);
                _fixed |= flag;
            }
        }
    }

    // An event that was made by hand belongs to the repository of the first logger that takes it.
    internal void AdoptRepository(ILoggerRepository? repository) => Repository ??= repository;

    private static LoggingEventData Read(SerializationInfo info) => new()
    {
        LoggerName = info.GetString(nameof(LoggerName)),
        Level = (Level?)info.GetValue(nameof(Level), typeof(Level)),
        TimeStampUtc = info.GetDateTime(nameof(TimeStampUtc)),
        Message = info.GetString(nameof(RenderedMessage)),
        ThreadName = info.GetString(nameof(ThreadName)),
        Domain = info.GetString(nameof(Domain)),
        Identity = info.GetString(nameof(Identity)),
        UserName = info.GetString(nameof(UserName)),
        ExceptionString = info.GetString(nameof(ExceptionObject)),
        LocationInfo = (LocationInfo?)info.GetValue(nameof(LocationInfo), typeof(LocationInfo)),
        Properties = (PropertiesDictionary?)info.GetValue(nameof(Properties), typeof(PropertiesDictionary)),
    };

    private static string CurrentIdentity() => Thread.CurrentPrincipal?.Identity?.Name ?? "";

    // The names that the runtime gives to its own threads say less than the number.
    private static string CurrentThreadName()
        => Thread.CurrentThread.Name is { Length: > 0 } name && !name.StartsWith(".NET ", StringComparison.Ordinal)
            ? name
            : _threadId ??= SystemInfo.CurrentThreadId.ToString(CultureInfo.InvariantCulture);

    private string? MessageText() => MessageObject switch
    {
        null => "",
        string text => text,
        { } message => Repository is { } repository ? repository.RendererMap.FindAndRender(message) : message.ToString(),
    };

    private string ExceptionText()
        => ExceptionObject is not { } exception ? "" : Repository?.RendererMap.FindAndRender(exception) ?? exception.ToString();

    private CompositeProperties VisibleProperties()
    {
        if (_visibleProperties is { } known)
        {
            return known;
        }
        CompositeProperties visible = new(_ownProperties);
        visible.AddIfAny(LogicalThreadContext.Properties.Snapshot);
        visible.AddIfAny(ThreadContext.Properties.OfThisThread);
        visible.AddIfAny(FixedOrigin());
        visible.AddIfAny(GlobalContext.Properties.Snapshot);
        return _visibleProperties = visible;
    }

    private PropertiesDictionary? FixedOrigin()
    {
        PropertiesDictionary? origin = null;
        if ((_fixed & FixFlags.UserName) != 0)
        {
            (origin = new PropertiesDictionary())[UserNameProperty] = UserName;
        }
        if ((_fixed & FixFlags.Identity) != 0)
        {
            (origin ??= new PropertiesDictionary())[IdentityProperty] = Identity;
        }
        return origin;
    }
}
