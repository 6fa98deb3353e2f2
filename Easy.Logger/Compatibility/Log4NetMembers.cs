using System.Diagnostics.CodeAnalysis;
using System.Globalization;
using System.Reflection;
using log4net.Appender;
using log4net.Core;
using log4net.Layout;
using log4net.Util;
using LoggerNode = log4net.Repository.Hierarchy.Logger;

namespace Easy.Logger.Compatibility;

/// <summary>
/// The members of log4net that are used here and are not public: the protected ones that log4net offers to subclasses, and a few fields.
/// All of them are listed here; each has a test of its own. Where one is missing, <see cref="AreAvailable" /> is false and nothing is
/// assumed. The other part of the class says how each runtime reaches them.
/// </summary>
internal static partial class Log4NetMembers
{
    // By reflection everywhere: the types are private.
    private static readonly FieldInfo? _pendingRename =
        typeof(RollingFileAppender).GetField("_pendingRename", BindingFlags.Instance | BindingFlags.NonPublic);

    private static readonly FieldInfo? _lockingStream =
        typeof(FileAppender).GetField("_stream", BindingFlags.Instance | BindingFlags.NonPublic);

    private static readonly MethodInfo? _acquireLock = MethodOfLockingStream("AcquireLock");
    private static readonly MethodInfo? _releaseLock = MethodOfLockingStream("ReleaseLock");

    /// <summary>What a method throws comes as it is, where the framework can do that.</summary>
    private const BindingFlags Unwrapped =
#if NET
        BindingFlags.DoNotWrapExceptions;
#else
        BindingFlags.Default;
#endif

    /// <summary>Whether this version of log4net has all of them.</summary>
    public static bool AreAvailable => Availability.Known;

    /// <summary>The properties of the logical thread; <see langword="null" /> when there are none.</summary>
    public static PropertiesDictionary? LogicalThreadProperties =>
        PropertiesOfLogicalThread(log4net.LogicalThreadContext.Properties, false);

    /// <summary>The properties of the thread; <see langword="null" /> when there are none.</summary>
    public static PropertiesDictionary? ThreadProperties => PropertiesOfThread(log4net.ThreadContext.Properties, false);

    /// <summary>The properties of the process, as a copy that is made when they change.</summary>
    public static ReadOnlyPropertiesDictionary GlobalProperties => PropertiesOfProcess(log4net.GlobalContext.Properties);

    public static bool IsClosed(AppenderSkeleton appender) => ClosedField(appender);

    public static bool HasRecursiveGuard(AppenderSkeleton appender) => GuardField(appender);

    /// <summary>Whether a roll has failed, which the appender tries again when the file has grown.</summary>
    public static bool WaitsForRoll(RollingFileAppender appender) => _pendingRename?.GetValue(appender) is not null;

    /// <summary>The stream of a file appender's own writer; <see langword="null" /> while it has no file.</summary>
    public static object? LockingStreamOf(FileAppender appender) => _lockingStream!.GetValue(appender);

    /// <summary>Locks the file by the appender's locking model, as an append does: without that the stream takes nothing.</summary>
    /// <returns>Whether it is locked.</returns>
    public static bool TryLock(object lockingStream) => _acquireLock!.Invoke(lockingStream, Unwrapped, null, null, null) is true;

    public static void Unlock(object lockingStream) => _releaseLock!.Invoke(lockingStream, Unwrapped, null, null, null);

    /// <summary>Replaces the layout of an appender if it is still the expected one.</summary>
    /// <returns>Whether it was.</returns>
    public static bool TryReplaceLayout(AppenderSkeleton appender, ILayout? expected, ILayout? layout) =>
        ReferenceEquals(ExchangeLayout(appender, layout!, expected!), expected);

    /// <summary>The error handler that the appender keeps, whatever its property makes of it.</summary>
    public static IErrorHandler ErrorHandlerOf(AppenderSkeleton appender) => ErrorHandlerField(appender);

    /// <summary>Replaces it if it is still the expected one.</summary>
    /// <returns>Whether it was.</returns>
    public static bool TryReplaceErrorHandler(AppenderSkeleton appender, IErrorHandler expected, IErrorHandler handler) =>
        ReferenceEquals(ExchangeErrorHandler(appender, handler, expected), expected);

    /// <summary>The first converter of the pattern that is in force.</summary>
    public static PatternConverter? HeadOf(PatternLayout layout) => HeadField(layout);

    /// <summary>A shallow copy of an event, of the same class: what is fixed in it is not fixed in the event.</summary>
    public static LoggingEvent Clone(LoggingEvent loggingEvent) => (LoggingEvent)MemberwiseCloneOf(loggingEvent);

    /// <summary>A copy of a location, with the frames behind the caller.</summary>
    public static LocationInfo WithFrames(LocationInfo location, StackFrameItem[] frames)
    {
        LocationInfo copy = (LocationInfo)MemberwiseCloneOf(location);
        SetFrames(copy, frames);
        return copy;
    }

    /// <summary>The appenders of a logger, without its lock; <see langword="null" /> when it has none.</summary>
    public static AppenderCollection? AppendersOf(LoggerNode logger) =>
        AttachedToLogger(logger) is { } attached ? AppendersField(attached) : null;

    /// <summary>The appenders of one that forwards, without its lock; <see langword="null" /> when it has none.</summary>
    public static AppenderCollection? AppendersOf(ForwardingAppender appender) =>
        AttachedToForwarder(appender) is { } attached ? AppendersField(attached) : null;

    /// <inheritdoc cref="AppendersOf(ForwardingAppender)" />
    public static AppenderCollection? AppendersOf(BufferingForwardingAppender appender) =>
        AttachedToBuffer(appender) is { } attached ? AppendersField(attached) : null;

    /// <summary>The logger whose appenders get the events of this one as well.</summary>
    public static LoggerNode? NextOf(LoggerNode logger) => AdditivityField(logger) ? ParentField(logger) : null;

    /// <summary>Another number after each change.</summary>
    public static int VersionOf(AppenderCollection appenders) => VersionField(appenders);

    /// <summary>Whether the properties of all contexts are in the event.</summary>
    public static bool HasProperties(LoggingEvent loggingEvent) => DataField(loggingEvent).Properties is not null;

    /// <summary>
    /// Gives a copy of an event properties of its own: what is added to the event is not added to the copy, and the contexts are looked up
    /// anew.
    /// </summary>
    public static void DetachProperties(LoggingEvent copy)
    {
        SetEventProperties(copy, EventPropertiesField(copy) is { } own ? new PropertiesDictionary(own) : null);
        SetComposite(copy, null);
    }

    /// <summary>
    /// Has a copy of an event look up its properties in its own, to which code of the application may add, and then in those that were
    /// found in the log call. Nothing is looked up in the contexts of a thread any more.
    /// </summary>
    public static void KeepProperties(LoggingEvent copy, PropertiesDictionary found)
    {
        DetachProperties(copy);
        PropertiesDictionary own = copy.Properties;
        foreach (string key in own.GetKeys())
        {
            own[key] = found[key];
        }

        _ = copy.LookupProperty(string.Empty); // it makes what it looks them up in
        List<ReadOnlyPropertiesDictionary> places = PlacesField(CompositeField(copy)!);
        places.Clear();
        places.Add(own);
        places.Add(found);
    }

    /// <summary>The class behind which the caller is found on the stack.</summary>
    public static Type? CallerBoundaryOf(LoggingEvent loggingEvent) => BoundaryField(loggingEvent);

    /// <summary>The format provider that a formatting log call was given, or log4net's own.</summary>
    public static IFormatProvider? ProviderOf(SystemStringFormat message) => ProviderField(message);

    /// <summary>Whether the event would ask the calling thread for its name.</summary>
    public static bool AsksThread(LoggingEvent loggingEvent) => DataField(loggingEvent).ThreadName is null && OpenField(loggingEvent);

    /// <summary>Whether the event keeps its text, which its message may not have any more.</summary>
    public static bool HasText(LoggingEvent loggingEvent) => DataField(loggingEvent).Message is not null;

    /// <summary>Whether an appender has fixed the event: log4net then finds nothing in it but what is there, and properties.</summary>
    public static bool IsClosed(LoggingEvent loggingEvent) => AreAvailable && !OpenField(loggingEvent);

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
            SetLocation(clone, WithFrames(location, []));
            clone.Properties["own"] = 1;
            KeepProperties(clone, new PropertiesDictionary { ["own"] = 2, ["found"] = 3 });
            clone.Properties["added"] = 4;
            bool areKept = clone.GetProperties() is { Count: 3 } kept && kept["own"] is 2 && kept["found"] is 3 && kept["added"] is 4;
            SetProperties(clone, new PropertiesDictionary());
            SetThreadName(clone, "name");
            SetMessage(clone, "text");
            _ = LogicalThreadProperties ?? ThreadProperties ?? GlobalProperties;
            log4net.Repository.Hierarchy.Hierarchy hierarchy = new();
            hierarchy.Root.AddAppender(appender);
            lock (LockOf(appender))
            {
                SetRecursiveGuard(appender, true);
                bool isGuarded = HasRecursiveGuard(appender);
                SetRecursiveGuard(appender, false);
                using QuietTextWriter quiet = new(TextWriter.Null, handler);
                return isGuarded
                    && areKept
                    && AppendersOf(hierarchy.Root) is { Count: 1 } attached
                    && VersionOf(attached) != 0
                    && NextOf(hierarchy.Root) is null
                    && AppendersOf(new ForwardingAppender()) is null
                    && AppendersOf(new BufferingForwardingAppender()) is null
                    && clone.Level == Level.Info
                    && clone.ThreadName == "name"
                    && clone.MessageObject is "text"
                    && clone.LocationInfo is { StackFrames.Length: 0 }
                    && location.StackFrames is null
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
                    && _pendingRename is not null
                    && _acquireLock is not null
                    && _releaseLock is not null
                    && StreamOf(new FileAppender.InterProcessLock()) is null
                    && WriterOf(new TextWriterAppender()) is null
                    && ReferenceEquals(WriterBehind(quiet), TextWriter.Null)
                    && HasAppend(appender);
            }
        }
        catch (Exception)
        {
            return false;
        }
    }

#if NET
    [UnconditionalSuppressMessage("Trimming", "IL2075", Justification = "Nothing of log4net is trimmed away: ILLink.Descriptors.xml.")]
#endif
    private static MethodInfo? MethodOfLockingStream(string name) => _lockingStream?.FieldType.GetMethod(name);

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
