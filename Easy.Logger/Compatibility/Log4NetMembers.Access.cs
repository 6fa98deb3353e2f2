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

/// <content>
/// How they are reached: by the runtime itself where it can, which programs that are trimmed need; else by delegates of the same names.
/// </content>
internal static partial class Log4NetMembers
{
#if NET
    [UnsafeAccessor(UnsafeAccessorKind.Method, Name = "get_LockObj")]
    public static extern object LockOf(AppenderSkeleton appender);

    [UnsafeAccessor(UnsafeAccessorKind.Method, Name = nameof(FilterEvent))]
    public static extern bool FilterEvent(AppenderSkeleton appender, LoggingEvent loggingEvent);

    [UnsafeAccessor(UnsafeAccessorKind.Method, Name = nameof(PreAppendCheck))]
    public static extern bool PreAppendCheck(AppenderSkeleton appender);

    [UnsafeAccessor(UnsafeAccessorKind.Method, Name = nameof(Append))]
    public static extern void Append(AppenderSkeleton appender, LoggingEvent loggingEvent);

    [UnsafeAccessor(UnsafeAccessorKind.Method, Name = "get_QuietWriter")]
    public static extern QuietTextWriter? WriterOf(TextWriterAppender appender);

    [UnsafeAccessor(UnsafeAccessorKind.Method, Name = "get_Writer")]
    public static extern TextWriter WriterBehind(TextWriterAdapter writer);

    public static Stream? StreamOf(FileAppender.InterProcessLock model) => StreamField(model);

    /// <summary>The flag by which an appender ignores what is logged while it appends.</summary>
    public static void SetRecursiveGuard(AppenderSkeleton appender, bool value) => GuardField(appender) = value;

    public static void SetLocation(LoggingEvent loggingEvent, LocationInfo location) => DataField(loggingEvent).LocationInfo = location;

    public static void SetProperties(LoggingEvent loggingEvent, PropertiesDictionary? properties) =>
        DataField(loggingEvent).Properties = properties;

    public static void SetThreadName(LoggingEvent loggingEvent, string? name) => DataField(loggingEvent).ThreadName = name;

    public static void SetMessage(LoggingEvent loggingEvent, object message) => MessageField(loggingEvent) = message;

    private static ILayout? ExchangeLayout(AppenderSkeleton appender, ILayout layout, ILayout expected) =>
        Interlocked.CompareExchange(ref LayoutField(appender), layout, expected);

    private static IErrorHandler ExchangeErrorHandler(AppenderSkeleton appender, IErrorHandler handler, IErrorHandler expected) =>
        Interlocked.CompareExchange(ref ErrorHandlerField(appender), handler, expected);

    private static void SetEventProperties(LoggingEvent loggingEvent, PropertiesDictionary? properties) =>
        EventPropertiesField(loggingEvent) = properties;

    private static void SetComposite(LoggingEvent loggingEvent, CompositeProperties? properties) =>
        CompositeField(loggingEvent) = properties;

    private static void SetFrames(LocationInfo location, StackFrameItem[] frames) => FramesField(location) = frames;

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

    [UnsafeAccessor(UnsafeAccessorKind.Field, Name = "_stream")]
    private static extern ref Stream? StreamField(FileAppender.InterProcessLock model);

    [UnsafeAccessor(UnsafeAccessorKind.Field, Name = "<MessageObject>k__BackingField")]
    private static extern ref object? MessageField(LoggingEvent loggingEvent);

    [UnsafeAccessor(UnsafeAccessorKind.Field, Name = "_data")]
    private static extern ref LoggingEventData DataField(LoggingEvent loggingEvent);

    [UnsafeAccessor(UnsafeAccessorKind.Field, Name = "_cacheUpdatable")]
    private static extern ref bool OpenField(LoggingEvent loggingEvent);

    [UnsafeAccessor(UnsafeAccessorKind.Field, Name = "_eventProperties")]
    private static extern ref PropertiesDictionary? EventPropertiesField(LoggingEvent loggingEvent);

    [UnsafeAccessor(UnsafeAccessorKind.Field, Name = "_compositeProperties")]
    private static extern ref CompositeProperties? CompositeField(LoggingEvent loggingEvent);

    [UnsafeAccessor(UnsafeAccessorKind.Field, Name = "_nestedProperties")]
    private static extern ref List<ReadOnlyPropertiesDictionary> PlacesField(CompositeProperties properties);

    [UnsafeAccessor(UnsafeAccessorKind.Field, Name = "<StackFrames>k__BackingField")]
    private static extern ref StackFrameItem[]? FramesField(LocationInfo location);

    [UnsafeAccessor(UnsafeAccessorKind.Field, Name = "_callerStackBoundaryDeclaringType")]
    private static extern ref Type? BoundaryField(LoggingEvent loggingEvent);

    [UnsafeAccessor(UnsafeAccessorKind.Field, Name = "_appenderAttachedImpl")]
    private static extern ref AppenderAttachedImpl? AttachedToLogger(LoggerNode logger);

    [UnsafeAccessor(UnsafeAccessorKind.Field, Name = "_appenderAttachedImpl")]
    private static extern ref AppenderAttachedImpl? AttachedToForwarder(ForwardingAppender appender);

    [UnsafeAccessor(UnsafeAccessorKind.Field, Name = "_appenderAttachedImpl")]
    private static extern ref AppenderAttachedImpl? AttachedToBuffer(BufferingForwardingAppender appender);

    [UnsafeAccessor(UnsafeAccessorKind.Field, Name = "_appenderList")]
    private static extern ref AppenderCollection? AppendersField(AppenderAttachedImpl attached);

    [UnsafeAccessor(UnsafeAccessorKind.Field, Name = "<Additivity>k__BackingField")]
    private static extern ref bool AdditivityField(LoggerNode logger);

    [UnsafeAccessor(UnsafeAccessorKind.Field, Name = "_parent")]
    private static extern ref LoggerNode? ParentField(LoggerNode logger);

    [UnsafeAccessor(UnsafeAccessorKind.Field, Name = "_version")]
    private static extern ref int VersionField(AppenderCollection appenders);

    [UnsafeAccessor(UnsafeAccessorKind.Method, Name = "GetProperties")]
    private static extern PropertiesDictionary? PropertiesOfLogicalThread(LogicalThreadContextProperties properties, bool create);

    [UnsafeAccessor(UnsafeAccessorKind.Method, Name = "GetProperties")]
    private static extern PropertiesDictionary? PropertiesOfThread(ThreadContextProperties properties, bool create);

    [UnsafeAccessor(UnsafeAccessorKind.Method, Name = "GetReadOnlyProperties")]
    private static extern ReadOnlyPropertiesDictionary PropertiesOfProcess(GlobalContextProperties properties);

    [UnsafeAccessor(UnsafeAccessorKind.Field, Name = "<provider>P")]
    private static extern ref IFormatProvider? ProviderField(SystemStringFormat message);
#else
    public static Func<AppenderSkeleton, object> LockOf { get; } =
        Method<Func<AppenderSkeleton, object>>(typeof(AppenderSkeleton), "get_LockObj");

    public static Func<AppenderSkeleton, LoggingEvent, bool> FilterEvent { get; } =
        Method<Func<AppenderSkeleton, LoggingEvent, bool>>(typeof(AppenderSkeleton), nameof(FilterEvent), typeof(LoggingEvent));

    public static Func<AppenderSkeleton, bool> PreAppendCheck { get; } =
        Method<Func<AppenderSkeleton, bool>>(typeof(AppenderSkeleton), nameof(PreAppendCheck));

    public static Action<AppenderSkeleton, LoggingEvent> Append { get; } =
        Method<Action<AppenderSkeleton, LoggingEvent>>(typeof(AppenderSkeleton), nameof(Append), typeof(LoggingEvent));

    public static Func<TextWriterAppender, QuietTextWriter?> WriterOf { get; } =
        Method<Func<TextWriterAppender, QuietTextWriter?>>(typeof(TextWriterAppender), "get_QuietWriter");

    public static Func<TextWriterAdapter, TextWriter> WriterBehind { get; } =
        Method<Func<TextWriterAdapter, TextWriter>>(typeof(TextWriterAdapter), "get_Writer");

    public static Action<AppenderSkeleton, bool> SetRecursiveGuard { get; } = Writer<AppenderSkeleton, bool>("_recursiveGuard");

    public static Action<LoggingEvent, LocationInfo> SetLocation { get; } =
        DataWriter<LocationInfo>(nameof(LoggingEventData.LocationInfo));

    public static Action<LoggingEvent, PropertiesDictionary?> SetProperties { get; } =
        DataWriter<PropertiesDictionary?>(nameof(LoggingEventData.Properties));

    public static Action<LoggingEvent, string?> SetThreadName { get; } = DataWriter<string?>(nameof(LoggingEventData.ThreadName));

    public static Func<FileAppender.InterProcessLock, Stream?> StreamOf { get; } =
        Reader<FileAppender.InterProcessLock, Stream?>("_stream");

    public static Action<LoggingEvent, object> SetMessage { get; } = Writer<LoggingEvent, object>("<MessageObject>k__BackingField");

    private static Func<AppenderSkeleton, ILayout, ILayout, ILayout?> ExchangeLayout { get; } =
        Exchange<AppenderSkeleton, ILayout>("<Layout>k__BackingField");

    private static Func<AppenderSkeleton, IErrorHandler, IErrorHandler, IErrorHandler?> ExchangeErrorHandler { get; } =
        Exchange<AppenderSkeleton, IErrorHandler>("_errorHandler");

    private static Action<LoggingEvent, PropertiesDictionary?> SetEventProperties { get; } =
        Writer<LoggingEvent, PropertiesDictionary?>("_eventProperties");

    private static Action<LoggingEvent, CompositeProperties?> SetComposite { get; } =
        Writer<LoggingEvent, CompositeProperties?>("_compositeProperties");

    /// <summary>Not compiled: the field is read-only.</summary>
    private static Action<LocationInfo, StackFrameItem[]> SetFrames { get; } =
        Field<LocationInfo>("<StackFrames>k__BackingField").SetValue;

    private static Func<object, object> MemberwiseCloneOf { get; } =
        Method<Func<object, object>>(typeof(object), nameof(MemberwiseClone));

    private static Func<AppenderSkeleton, bool> ClosedField { get; } = Reader<AppenderSkeleton, bool>("_isClosed");

    private static Func<AppenderSkeleton, bool> GuardField { get; } = Reader<AppenderSkeleton, bool>("_recursiveGuard");

    private static Func<AppenderSkeleton, IErrorHandler> ErrorHandlerField { get; } =
        Reader<AppenderSkeleton, IErrorHandler>("_errorHandler");

    private static Func<PatternLayout, PatternConverter?> HeadField { get; } = Reader<PatternLayout, PatternConverter?>("_head");

    private static Func<LoggingEvent, LoggingEventData> DataField { get; } = Reader<LoggingEvent, LoggingEventData>("_data");

    private static Func<LoggingEvent, bool> OpenField { get; } = Reader<LoggingEvent, bool>("_cacheUpdatable");

    private static Func<LoggingEvent, PropertiesDictionary?> EventPropertiesField { get; } =
        Reader<LoggingEvent, PropertiesDictionary?>("_eventProperties");

    private static Func<LoggingEvent, CompositeProperties?> CompositeField { get; } =
        Reader<LoggingEvent, CompositeProperties?>("_compositeProperties");

    private static Func<CompositeProperties, List<ReadOnlyPropertiesDictionary>> PlacesField { get; } =
        Reader<CompositeProperties, List<ReadOnlyPropertiesDictionary>>("_nestedProperties");

    private static Func<LoggingEvent, Type?> BoundaryField { get; } = Reader<LoggingEvent, Type?>("_callerStackBoundaryDeclaringType");

    private static Func<LoggerNode, AppenderAttachedImpl?> AttachedToLogger { get; } =
        Reader<LoggerNode, AppenderAttachedImpl?>("_appenderAttachedImpl");

    private static Func<ForwardingAppender, AppenderAttachedImpl?> AttachedToForwarder { get; } =
        Reader<ForwardingAppender, AppenderAttachedImpl?>("_appenderAttachedImpl");

    private static Func<BufferingForwardingAppender, AppenderAttachedImpl?> AttachedToBuffer { get; } =
        Reader<BufferingForwardingAppender, AppenderAttachedImpl?>("_appenderAttachedImpl");

    private static Func<AppenderAttachedImpl, AppenderCollection?> AppendersField { get; } =
        Reader<AppenderAttachedImpl, AppenderCollection?>("_appenderList");

    private static Func<LoggerNode, bool> AdditivityField { get; } = static logger => logger.Additivity;

    private static Func<LoggerNode, LoggerNode?> ParentField { get; } = static logger => logger.Parent;

    private static Func<AppenderCollection, int> VersionField { get; } = Reader<AppenderCollection, int>("_version");

    private static Func<LogicalThreadContextProperties, bool, PropertiesDictionary?> PropertiesOfLogicalThread { get; } =
        Method<Func<LogicalThreadContextProperties, bool, PropertiesDictionary?>>(
            typeof(LogicalThreadContextProperties), "GetProperties", typeof(bool));

    private static Func<ThreadContextProperties, bool, PropertiesDictionary?> PropertiesOfThread { get; } =
        Method<Func<ThreadContextProperties, bool, PropertiesDictionary?>>(typeof(ThreadContextProperties), "GetProperties", typeof(bool));

    private static Func<GlobalContextProperties, ReadOnlyPropertiesDictionary> PropertiesOfProcess { get; } =
        Method<Func<GlobalContextProperties, ReadOnlyPropertiesDictionary>>(typeof(GlobalContextProperties), "GetReadOnlyProperties");

    private static Func<SystemStringFormat, IFormatProvider?> ProviderField { get; } =
        Reader<SystemStringFormat, IFormatProvider?>("<provider>P");

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
}
