using System.Diagnostics.CodeAnalysis;
using System.Reflection;
#if NET
using System.Runtime.CompilerServices;
#endif
using log4net.Appender;
using log4net.Core;

namespace Easy.Logger.Compatibility;

/// <summary>
/// Recognizes appenders that get their events through log4net's own DoAppend, which holds the appender's lock from its first to its last
/// step, and what else they have of log4net.
/// </summary>
internal static class StockDoAppend
{
    private static readonly Assembly _log4net = typeof(AppenderSkeleton).Assembly;

    /// <summary>Whether a single event is appended by log4net's own code.</summary>
    public static bool IsUsedBy(AppenderSkeleton appender) =>
        appender.GetType().Assembly == _log4net || Implements(appender, typeof(IAppender), "DoAppend");

    /// <summary>Whether an array ends in log4net's own loop over single events (log4net 3.x).</summary>
    public static bool UnrollsArrays(IAppender appender) =>
        appender is AppenderSkeleton
            && (appender.GetType().Assembly == _log4net
                || (Implements(appender, typeof(IBulkAppender), "DoAppend")
                    && Inherits(appender, "Append", typeof(IEnumerable<LoggingEvent>))));

    /// <summary>Whether log4net's own code asks threshold and filters, for events that come one by one.</summary>
    public static bool Filters(AppenderSkeleton appender) =>
        IsUsedBy(appender) && UnrollsArrays(appender) && InheritsFilters(appender);

    /// <summary>Whether the class asks threshold and filters as log4net does.</summary>
    public static bool InheritsFilters(AppenderSkeleton appender) =>
        Inherits(appender, "FilterEvent", typeof(LoggingEvent)) && Inherits(appender, "IsAsSevereAsThreshold", typeof(Level));

    /// <summary>Whether a file appender flushes as log4net's do, which fails and loses the text.</summary>
    public static bool InheritsFlush(FileAppender appender) => Implements(appender, typeof(IFlushable), "Flush");

    /// <summary>Whether the calls of an interface arrive in log4net: a subclass may implement it anew.</summary>
    [SuppressMessage("Design", "CA1031", Justification = "Natively compiled code may not have the map: the answer is no then.")]
    private static bool Implements(
        IAppender appender,
#if NET
        [DynamicallyAccessedMembers(DynamicallyAccessedMemberTypes.PublicMethods | DynamicallyAccessedMemberTypes.NonPublicMethods)]
#endif
        Type contract,
        string name)
    {
#if NET
        // Code compiled ahead of time may call an override that reflection does not show.
        if (!RuntimeFeature.IsDynamicCodeSupported)
        {
            return false;
        }
#endif
        try
        {
            return appender.GetType().GetInterfaceMap(contract).TargetMethods
                .Where(method => method.Name.EndsWith(name, StringComparison.Ordinal))
                .All(method => method.DeclaringType?.Assembly == _log4net);
        }
        catch (Exception)
        {
            return false;
        }
    }

#if NET
    [UnconditionalSuppressMessage("Trimming", "IL2075",
        Justification = "A trimmed override is one that nothing calls, and a method that is not found counts as the application's.")]
#endif
    private static bool Inherits(IAppender appender, string method, Type parameter) =>
        appender.GetType()
            .GetMethod(
                method, BindingFlags.Instance | BindingFlags.Public | BindingFlags.NonPublic, binder: null, [parameter], modifiers: null)?
            .DeclaringType?.Assembly == _log4net;
}
