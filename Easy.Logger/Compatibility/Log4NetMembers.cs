using System.Diagnostics.CodeAnalysis;
using System.Globalization;
#if NET
using System.Runtime.CompilerServices;
#else
using System.Linq.Expressions;
using System.Reflection;
#endif
using log4net.Appender;
using log4net.Core;
using log4net.Layout;
using log4net.Util;
using LoggerNode = log4net.Repository.Hierarchy.Logger;

namespace Easy.Logger.Compatibility;

/// <summary>
/// The members of log4net that are used here and are not public: the protected ones that log4net offers to subclasses, and a few fields.
/// All of them are listed here; each has a test of its own. Where one is missing, <see cref="AreAvailable" /> is false and nothing is
/// assumed.
/// </summary>
internal static class Log4NetMembers
{
    /// <summary>Whether this version of log4net has all of them.</summary>
    public static bool AreAvailable => Availability.Known;

#if NET
    [UnsafeAccessor(UnsafeAccessorKind.Method, Name = "get_LockObj")]
    public static extern object LockOf(AppenderSkeleton appender);

    [UnsafeAccessor(UnsafeAccessorKind.Method, Name = nameof(FilterEvent))]
    public static extern bool FilterEvent(AppenderSkeleton appender, LoggingEvent loggingEvent);

    [UnsafeAccessor(UnsafeAccessorKind.Method, Name = nameof(PreAppendCheck))]
    public static extern bool PreAppendCheck(AppenderSkeleton appender);

    [UnsafeAccessor(UnsafeAccessorKind.Method, Name = nameof(Append))]
    public static extern void Append(AppenderSkeleton appender, LoggingEvent loggingEvent);

    public static bool IsClosed(AppenderSkeleton appender) => ClosedField(appender);

    /// <summary>The flag by which an appender ignores what is logged while it appends.</summary>
    public static void SetRecursiveGuard(AppenderSkeleton appender, bool value) => GuardField(appender) = value;

    public static bool HasRecursiveGuard(AppenderSkeleton appender) => GuardField(appender);

    /// <summary>Replaces the layout of an appender if it is still the expected one.</summary>
    /// <returns>Whether it was.</returns>
    public static bool TryReplaceLayout(AppenderSkeleton appender, ILayout expected, ILayout layout) =>
        ReferenceEquals(Interlocked.CompareExchange(ref LayoutField(appender), layout, expected), expected);

    /// <summary>The error handler that the appender keeps, whatever its property makes of it.</summary>
    public static IErrorHandler ErrorHandlerOf(AppenderSkeleton appender) => ErrorHandlerField(appender);

    /// <summary>Replaces it if it is still the expected one.</summary>
    /// <returns>Whether it was.</returns>
    public static bool TryReplaceErrorHandler(AppenderSkeleton appender, IErrorHandler expected, IErrorHandler handler) =>
        ReferenceEquals(Interlocked.CompareExchange(ref ErrorHandlerField(appender), handler, expected), expected);

    /// <summary>The first converter of the pattern that is in force.</summary>
    public static PatternConverter? HeadOf(PatternLayout layout) => HeadField(layout);

    /// <summary>A shallow copy of an event, of the same class: what is fixed in it is not fixed in the event.</summary>
    public static LoggingEvent Clone(LoggingEvent loggingEvent) => (LoggingEvent)MemberwiseCloneOf(loggingEvent);

    public static void SetLocation(LoggingEvent loggingEvent, LocationInfo location) => DataField(loggingEvent).LocationInfo = location;

    public static void SetProperties(LoggingEvent loggingEvent, PropertiesDictionary? properties) =>
        DataField(loggingEvent).Properties = properties;

    public static void SetThreadName(LoggingEvent loggingEvent, string? name) => DataField(loggingEvent).ThreadName = name;

    /// <summary>The appenders of a logger, without its lock; <see langword="null" /> when it has none.</summary>
    public static AppenderCollection? AppendersOf(LoggerNode logger) =>
        AttachedField(logger) is { } attached ? AppendersField(attached) : null;

    /// <summary>The appenders of one that forwards, without its lock; <see langword="null" /> when it has none.</summary>
    public static AppenderCollection? AppendersOf(ForwardingAppender appender) =>
        AttachedField(appender) is { } attached ? AppendersField(attached) : null;

    /// <inheritdoc cref="AppendersOf(ForwardingAppender)" />
    public static AppenderCollection? AppendersOf(BufferingForwardingAppender appender) =>
        AttachedField(appender) is { } attached ? AppendersField(attached) : null;

    /// <summary>The logger whose appenders get the events of this one as well.</summary>
    public static LoggerNode? NextOf(LoggerNode logger) => AdditivityField(logger) ? ParentField(logger) : null;

    /// <summary>Another number after each change.</summary>
    public static int VersionOf(AppenderCollection appenders) => VersionField(appenders);

    /// <summary>The properties of the logical thread; <see langword="null" /> when there are none.</summary>
    public static PropertiesDictionary? LogicalThreadProperties => PropertiesOf(log4net.LogicalThreadContext.Properties, create: false);

    /// <summary>The properties of the thread; <see langword="null" /> when there are none.</summary>
    public static PropertiesDictionary? ThreadProperties => PropertiesOf(log4net.ThreadContext.Properties, create: false);

    /// <summary>The properties of the process, as a copy that is made when they change.</summary>
    public static ReadOnlyPropertiesDictionary GlobalProperties => PropertiesOf(log4net.GlobalContext.Properties);

    /// <summary>Whether the properties of all contexts are in the event.</summary>
    public static bool HasProperties(LoggingEvent loggingEvent) => DataField(loggingEvent).Properties is not null;

    /// <summary>
    /// Gives a copy of an event properties of its own: what is added to the event is not added to the copy, and the contexts are looked up
    /// anew.
    /// </summary>
    public static void DetachProperties(LoggingEvent copy)
    {
        ref PropertiesDictionary? own = ref EventPropertiesField(copy);
        own = own is null ? null : new PropertiesDictionary(own);
        CompositeField(copy) = null;
    }

    /// <summary>Gives a copy of an event properties of its own, with those of the contexts that the event has looked up.</summary>
    public static void CopyProperties(LoggingEvent copy)
    {
        if (CompositeField(copy) is { } shared)
        {
            DetachProperties(copy);
            CompositeProperties own = (CompositeProperties)MemberwiseCloneOf(shared);
            FlattenedField(own) = new PropertiesDictionary(shared.Flatten());
            CompositeField(copy) = own;
        }
    }

    /// <summary>The class behind which the caller is found on the stack.</summary>
    public static Type? CallerBoundaryOf(LoggingEvent loggingEvent) => BoundaryField(loggingEvent);

    /// <summary>The format provider that a formatting log call was given, or log4net's own.</summary>
    public static IFormatProvider? ProviderOf(SystemStringFormat message) => ProviderField(message);

    /// <summary>Whether the event would ask the calling thread for its name.</summary>
    public static bool AsksThread(LoggingEvent loggingEvent) => DataField(loggingEvent).ThreadName is null && OpenField(loggingEvent);

    [UnsafeAccessor(UnsafeAccessorKind.Method, Name = nameof(MemberwiseClone))]
    private static extern object MemberwiseCloneOf(object instance);

    [UnsafeAccessor(UnsafeAccessorKind.Field, Name = "_isClosed")]
    private static extern ref bool ClosedField(AppenderSkeleton appender);

    [UnsafeAccessor(UnsafeAccessorKind.Field, Name = "_recursiveGuard")]
    private static extern ref bool GuardField(AppenderSkeleton appender);

    [UnsafeAccessor(UnsafeAccessorKind.Field, Name = "<Layout>k__BackingField")]
    private static extern ref ILayout? LayoutField(AppenderSkeleton appender);

    [UnsafeAccessor(UnsafeAccessorKind.Field, Name = "_errorHandler")]
    private static extern ref IErrorHandler ErrorHandlerField(AppenderSkeleton appender);

    [UnsafeAccessor(UnsafeAccessorKind.Field, Name = "_head")]
    private static extern ref PatternConverter? HeadField(PatternLayout layout);

    [UnsafeAccessor(UnsafeAccessorKind.Field, Name = "_data")]
    private static extern ref LoggingEventData DataField(LoggingEvent loggingEvent);

    [UnsafeAccessor(UnsafeAccessorKind.Field, Name = "_cacheUpdatable")]
    private static extern ref bool OpenField(LoggingEvent loggingEvent);

    [UnsafeAccessor(UnsafeAccessorKind.Field, Name = "_eventProperties")]
    private static extern ref PropertiesDictionary? EventPropertiesField(LoggingEvent loggingEvent);

    [UnsafeAccessor(UnsafeAccessorKind.Field, Name = "_compositeProperties")]
    private static extern ref CompositeProperties? CompositeField(LoggingEvent loggingEvent);

    [UnsafeAccessor(UnsafeAccessorKind.Field, Name = "_flattened")]
    private static extern ref PropertiesDictionary? FlattenedField(CompositeProperties properties);

    [UnsafeAccessor(UnsafeAccessorKind.Field, Name = "_callerStackBoundaryDeclaringType")]
    private static extern ref Type? BoundaryField(LoggingEvent loggingEvent);

    [UnsafeAccessor(UnsafeAccessorKind.Field, Name = "_appenderAttachedImpl")]
    private static extern ref AppenderAttachedImpl? AttachedField(LoggerNode logger);

    [UnsafeAccessor(UnsafeAccessorKind.Field, Name = "_appenderAttachedImpl")]
    private static extern ref AppenderAttachedImpl? AttachedField(ForwardingAppender appender);

    [UnsafeAccessor(UnsafeAccessorKind.Field, Name = "_appenderAttachedImpl")]
    private static extern ref AppenderAttachedImpl? AttachedField(BufferingForwardingAppender appender);

    [UnsafeAccessor(UnsafeAccessorKind.Field, Name = "_appenderList")]
    private static extern ref AppenderCollection? AppendersField(AppenderAttachedImpl attached);

    [UnsafeAccessor(UnsafeAccessorKind.Field, Name = "<Additivity>k__BackingField")]
    private static extern ref bool AdditivityField(LoggerNode logger);

    [UnsafeAccessor(UnsafeAccessorKind.Field, Name = "_parent")]
    private static extern ref LoggerNode? ParentField(LoggerNode logger);

    [UnsafeAccessor(UnsafeAccessorKind.Field, Name = "_version")]
    private static extern ref int VersionField(AppenderCollection appenders);

    [UnsafeAccessor(UnsafeAccessorKind.Method, Name = "GetProperties")]
    private static extern PropertiesDictionary? PropertiesOf(LogicalThreadContextProperties properties, bool create);

    [UnsafeAccessor(UnsafeAccessorKind.Method, Name = "GetProperties")]
    private static extern PropertiesDictionary? PropertiesOf(ThreadContextProperties properties, bool create);

    [UnsafeAccessor(UnsafeAccessorKind.Method, Name = "GetReadOnlyProperties")]
    private static extern ReadOnlyPropertiesDictionary PropertiesOf(GlobalContextProperties properties);

    [UnsafeAccessor(UnsafeAccessorKind.Field, Name = "<provider>P")]
    private static extern ref IFormatProvider? ProviderField(SystemStringFormat message);
#else
    private static readonly Func<AppenderSkeleton, object> _lockOf =
        Method<Func<AppenderSkeleton, object>>(typeof(AppenderSkeleton), "get_LockObj");
    private static readonly Func<AppenderSkeleton, LoggingEvent, bool> _filterEvent =
        Method<Func<AppenderSkeleton, LoggingEvent, bool>>(typeof(AppenderSkeleton), nameof(FilterEvent), typeof(LoggingEvent));

    private static readonly Func<AppenderSkeleton, bool> _preAppendCheck =
        Method<Func<AppenderSkeleton, bool>>(typeof(AppenderSkeleton), nameof(PreAppendCheck));
    private static readonly Action<AppenderSkeleton, LoggingEvent> _append =
        Method<Action<AppenderSkeleton, LoggingEvent>>(typeof(AppenderSkeleton), nameof(Append), typeof(LoggingEvent));

    private static readonly Func<AppenderSkeleton, bool> _isClosed = Reader<AppenderSkeleton, bool>("_isClosed");
    private static readonly Func<AppenderSkeleton, bool> _hasGuard = Reader<AppenderSkeleton, bool>("_recursiveGuard");
    private static readonly Action<AppenderSkeleton, bool> _setGuard = Writer<AppenderSkeleton, bool>("_recursiveGuard");
    private static readonly Func<AppenderSkeleton, ILayout, ILayout, ILayout?> _exchangeLayout =
        Exchange<AppenderSkeleton, ILayout>("<Layout>k__BackingField");
    private static readonly Func<AppenderSkeleton, IErrorHandler> _errorHandlerOf =
        Reader<AppenderSkeleton, IErrorHandler>("_errorHandler");
    private static readonly Func<AppenderSkeleton, IErrorHandler, IErrorHandler, IErrorHandler?> _exchangeErrorHandler =
        Exchange<AppenderSkeleton, IErrorHandler>("_errorHandler");
    private static readonly Func<PatternLayout, PatternConverter?> _headOf = Reader<PatternLayout, PatternConverter?>("_head");
    private static readonly Func<object, object> _clone = Method<Func<object, object>>(typeof(object), nameof(MemberwiseClone));
    private static readonly Func<LoggingEvent, Type?> _boundaryOf = Reader<LoggingEvent, Type?>("_callerStackBoundaryDeclaringType");
    private static readonly Func<SystemStringFormat, IFormatProvider?> _providerOf =
        Reader<SystemStringFormat, IFormatProvider?>("<provider>P");
    private static readonly Action<LoggingEvent, LocationInfo> _setLocation =
        DataWriter<LocationInfo>(nameof(LoggingEventData.LocationInfo));
    private static readonly Action<LoggingEvent, PropertiesDictionary?> _setProperties =
        DataWriter<PropertiesDictionary?>(nameof(LoggingEventData.Properties));
    private static readonly Action<LoggingEvent, string?> _setThreadName = DataWriter<string?>(nameof(LoggingEventData.ThreadName));

    private static readonly Func<LoggerNode, AppenderAttachedImpl?> _attachedOf =
        Reader<LoggerNode, AppenderAttachedImpl?>("_appenderAttachedImpl");
    private static readonly Func<ForwardingAppender, AppenderAttachedImpl?> _attachedOfForwarding =
        Reader<ForwardingAppender, AppenderAttachedImpl?>("_appenderAttachedImpl");
    private static readonly Func<BufferingForwardingAppender, AppenderAttachedImpl?> _attachedOfBuffering =
        Reader<BufferingForwardingAppender, AppenderAttachedImpl?>("_appenderAttachedImpl");
    private static readonly Func<AppenderAttachedImpl, AppenderCollection?> _appendersOf =
        Reader<AppenderAttachedImpl, AppenderCollection?>("_appenderList");
    private static readonly Func<AppenderCollection, int> _versionOf = Reader<AppenderCollection, int>("_version");
    private static readonly Func<LogicalThreadContextProperties, bool, PropertiesDictionary?> _ofLogicalThread =
        Method<Func<LogicalThreadContextProperties, bool, PropertiesDictionary?>>(
            typeof(LogicalThreadContextProperties), "GetProperties", typeof(bool));
    private static readonly Func<ThreadContextProperties, bool, PropertiesDictionary?> _ofThread =
        Method<Func<ThreadContextProperties, bool, PropertiesDictionary?>>(typeof(ThreadContextProperties), "GetProperties", typeof(bool));

    private static readonly Func<GlobalContextProperties, ReadOnlyPropertiesDictionary> _ofProcess =
        Method<Func<GlobalContextProperties, ReadOnlyPropertiesDictionary>>(typeof(GlobalContextProperties), "GetReadOnlyProperties");

    private static readonly Func<LoggingEvent, LoggingEventData> _dataOf = Reader<LoggingEvent, LoggingEventData>("_data");
    private static readonly Func<LoggingEvent, bool> _isOpen = Reader<LoggingEvent, bool>("_cacheUpdatable");
    private static readonly Func<LoggingEvent, PropertiesDictionary?> _eventPropertiesOf =
        Reader<LoggingEvent, PropertiesDictionary?>("_eventProperties");
    private static readonly Action<LoggingEvent, PropertiesDictionary?> _setEventProperties =
        Writer<LoggingEvent, PropertiesDictionary?>("_eventProperties");
    private static readonly Func<LoggingEvent, CompositeProperties?> _compositeOf =
        Reader<LoggingEvent, CompositeProperties?>("_compositeProperties");
    private static readonly Action<LoggingEvent, CompositeProperties?> _setComposite =
        Writer<LoggingEvent, CompositeProperties?>("_compositeProperties");
    private static readonly Action<CompositeProperties, PropertiesDictionary?> _setFlattened =
        Writer<CompositeProperties, PropertiesDictionary?>("_flattened");

    public static object LockOf(AppenderSkeleton appender) => _lockOf(appender);

    public static bool FilterEvent(AppenderSkeleton appender, LoggingEvent loggingEvent) => _filterEvent(appender, loggingEvent);

    public static bool PreAppendCheck(AppenderSkeleton appender) => _preAppendCheck(appender);

    public static void Append(AppenderSkeleton appender, LoggingEvent loggingEvent) => _append(appender, loggingEvent);

    public static bool IsClosed(AppenderSkeleton appender) => _isClosed(appender);

    public static void SetRecursiveGuard(AppenderSkeleton appender, bool value) => _setGuard(appender, value);

    public static bool HasRecursiveGuard(AppenderSkeleton appender) => _hasGuard(appender);

    public static bool TryReplaceLayout(AppenderSkeleton appender, ILayout expected, ILayout layout) =>
        ReferenceEquals(_exchangeLayout(appender, layout, expected), expected);

    public static IErrorHandler ErrorHandlerOf(AppenderSkeleton appender) => _errorHandlerOf(appender);

    public static bool TryReplaceErrorHandler(AppenderSkeleton appender, IErrorHandler expected, IErrorHandler handler) =>
        ReferenceEquals(_exchangeErrorHandler(appender, handler, expected), expected);

    public static PatternConverter? HeadOf(PatternLayout layout) => _headOf(layout);

    public static LoggingEvent Clone(LoggingEvent loggingEvent) => (LoggingEvent)_clone(loggingEvent);

    public static void SetLocation(LoggingEvent loggingEvent, LocationInfo location) => _setLocation(loggingEvent, location);

    public static void SetProperties(LoggingEvent loggingEvent, PropertiesDictionary? properties) =>
        _setProperties(loggingEvent, properties);

    public static void SetThreadName(LoggingEvent loggingEvent, string? name) => _setThreadName(loggingEvent, name);

    public static AppenderCollection? AppendersOf(LoggerNode logger) => _attachedOf(logger) is { } attached ? _appendersOf(attached) : null;

    public static AppenderCollection? AppendersOf(ForwardingAppender appender) =>
        _attachedOfForwarding(appender) is { } attached ? _appendersOf(attached) : null;

    public static AppenderCollection? AppendersOf(BufferingForwardingAppender appender) =>
        _attachedOfBuffering(appender) is { } attached ? _appendersOf(attached) : null;

    public static LoggerNode? NextOf(LoggerNode logger) => logger.Additivity ? logger.Parent : null;

    public static int VersionOf(AppenderCollection appenders) => _versionOf(appenders);

    public static PropertiesDictionary? LogicalThreadProperties => _ofLogicalThread(log4net.LogicalThreadContext.Properties, false);

    public static PropertiesDictionary? ThreadProperties => _ofThread(log4net.ThreadContext.Properties, false);

    public static ReadOnlyPropertiesDictionary GlobalProperties => _ofProcess(log4net.GlobalContext.Properties);

    public static bool HasProperties(LoggingEvent loggingEvent) => _dataOf(loggingEvent).Properties is not null;

    public static void DetachProperties(LoggingEvent copy)
    {
        _setEventProperties(copy, _eventPropertiesOf(copy) is { } own ? new PropertiesDictionary(own) : null);
        _setComposite(copy, null);
    }

    public static void CopyProperties(LoggingEvent copy)
    {
        if (_compositeOf(copy) is { } shared)
        {
            DetachProperties(copy);
            CompositeProperties own = (CompositeProperties)_clone(shared);
            _setFlattened(own, new PropertiesDictionary(shared.Flatten()));
            _setComposite(copy, own);
        }
    }

    public static Type? CallerBoundaryOf(LoggingEvent loggingEvent) => _boundaryOf(loggingEvent);

    public static bool AsksThread(LoggingEvent loggingEvent) => _dataOf(loggingEvent).ThreadName is null && _isOpen(loggingEvent);

    public static IFormatProvider? ProviderOf(SystemStringFormat message) => _providerOf(message);

    private static T Method<T>(Type type, string name, params Type[] parameters)
        where T : Delegate =>
        (T)Delegate.CreateDelegate(
            typeof(T),
            type.GetMethod(name, BindingFlags.Instance | BindingFlags.NonPublic, binder: null, parameters, modifiers: null)
                ?? throw new MissingMethodException(name));

    private static FieldInfo Field<T>(string name) =>
        typeof(T).GetField(name, BindingFlags.Instance | BindingFlags.NonPublic) ?? throw new MissingFieldException(name);

    private static Func<T, TValue> Reader<T, TValue>(string field)
    {
        ParameterExpression instance = Expression.Parameter(typeof(T));
        return Expression.Lambda<Func<T, TValue>>(Expression.Field(instance, Field<T>(field)), instance).Compile();
    }

    private static Action<T, TValue> Writer<T, TValue>(string field)
    {
        ParameterExpression instance = Expression.Parameter(typeof(T));
        ParameterExpression value = Expression.Parameter(typeof(TValue));
        BinaryExpression assignment = Expression.Assign(Expression.Field(instance, Field<T>(field)), value);
        return Expression.Lambda<Action<T, TValue>>(assignment, instance, value).Compile();
    }

    private static Action<LoggingEvent, T> DataWriter<T>(string field)
    {
        ParameterExpression instance = Expression.Parameter(typeof(LoggingEvent));
        ParameterExpression value = Expression.Parameter(typeof(T));
        MemberExpression member = Expression.Field(Expression.Field(instance, Field<LoggingEvent>("_data")), field);
        return Expression.Lambda<Action<LoggingEvent, T>>(Expression.Assign(member, value), instance, value).Compile();
    }

    private static Func<T, TValue, TValue, TValue?> Exchange<T, TValue>(string field)
        where TValue : class
    {
        ParameterExpression instance = Expression.Parameter(typeof(T));
        ParameterExpression value = Expression.Parameter(typeof(TValue));
        ParameterExpression expected = Expression.Parameter(typeof(TValue));
        MethodInfo exchange = typeof(Interlocked).GetMethods()
            .Single(method => method.Name == nameof(Interlocked.CompareExchange) && method.IsGenericMethod)
            .MakeGenericMethod(typeof(TValue));
        return Expression.Lambda<Func<T, TValue, TValue, TValue?>>(
            Expression.Call(exchange, Expression.Field(instance, Field<T>(field)), value, expected), instance, value, expected).Compile();
    }
#endif

    /// <summary>Uses each of them once, on objects of its own.</summary>
    [SuppressMessage("Design", "CA1031", Justification = "Whatever is thrown: this version of log4net cannot be used in this way.")]
    private static bool Try()
    {
        try
        {
            PatternLayout layout = new("%message");
            SimpleLayout other = new();
            OnlyOnceErrorHandler handler = new();
            ConsoleAppender appender = new() { Layout = layout, Threshold = Level.Off };
            LoggingEvent loggingEvent = new(typeof(LogImpl), null, new LoggingEventData { Level = Level.Info });
            LoggingEvent clone = Clone(loggingEvent);
            LocationInfo location = new(string.Empty, string.Empty, string.Empty, string.Empty);
            SetLocation(clone, location);
            DetachProperties(clone);
            _ = clone.GetProperties();
            CopyProperties(clone);
            SetProperties(clone, new PropertiesDictionary());
            SetThreadName(clone, "name");
            _ = LogicalThreadProperties ?? ThreadProperties ?? GlobalProperties;
            log4net.Repository.Hierarchy.Hierarchy hierarchy = new();
            hierarchy.Root.AddAppender(appender);
            lock (LockOf(appender))
            {
                SetRecursiveGuard(appender, true);
                bool isGuarded = HasRecursiveGuard(appender);
                SetRecursiveGuard(appender, false);
                return isGuarded
                    && AppendersOf(hierarchy.Root) is { Count: 1 } attached
                    && VersionOf(attached) != 0
                    && NextOf(hierarchy.Root) is null
                    && AppendersOf(new ForwardingAppender()) is null
                    && AppendersOf(new BufferingForwardingAppender()) is null
                    && clone.Level == Level.Info
                    && clone.ThreadName == "name"
                    && ReferenceEquals(clone.LocationInfo, location)
                    && loggingEvent.LocationInfo is null
                    && HasProperties(clone)
                    && !HasProperties(loggingEvent)
                    && CallerBoundaryOf(loggingEvent) == typeof(LogImpl)
                    && AsksThread(new LoggingEvent(typeof(LogImpl), null, null, Level.Info, null, null))
                    && !FilterEvent(appender, loggingEvent)
                    && PreAppendCheck(appender)
                    && TryReplaceLayout(appender, layout, other)
                    && ReferenceEquals(appender.Layout, other)
                    && TryReplaceErrorHandler(appender, ErrorHandlerOf(appender), handler)
                    && ReferenceEquals(appender.ErrorHandler, handler)
                    && HeadOf(layout) is not null
                    && ProviderOf(new SystemStringFormat(CultureInfo.InvariantCulture, string.Empty)) is CultureInfo
                    && !IsClosed(appender)
                    && HasAppend(appender);
            }
        }
        catch (Exception)
        {
            return false;
        }
    }

    /// <summary>Whether the method is found: an event without a layout makes it throw before it has written anything.</summary>
    private static bool HasAppend(ConsoleAppender appender)
    {
        appender.Layout = null;
        try
        {
            Append(appender, new LoggingEvent());
            return false;
        }
        catch (InvalidOperationException)
        {
            return true;
        }
    }

    /// <summary>Looked up when it is asked for first: the members above have to be there by then.</summary>
    private static class Availability
    {
        public static readonly bool Known = Try();
    }
}
