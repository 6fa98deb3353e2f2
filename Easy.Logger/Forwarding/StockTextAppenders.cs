#if NET
using System.Diagnostics.CodeAnalysis;
using System.Runtime.CompilerServices;
#endif
using System.Reflection;
using log4net.Appender;
using log4net.Core;

namespace Easy.Logger.Forwarding;

/// <summary>
/// Tells by its type what log4net's own code will do with a batch. Only log4net's implementations are known; a subclass that replaces one
/// of the members in question is treated as foreign.
/// </summary>
internal static class StockTextAppenders
{
    private static readonly Assembly _log4net = typeof(AppenderSkeleton).Assembly;

    /// <summary>
    /// Whether the appender writes exactly what its layout gives for one event: then one event whose layout gives the text of a whole batch costs
    /// one lock, one roll check, one write and one flush instead of one of each per event.
    /// </summary>
    public static bool Includes(AppenderSkeleton appender) =>
        appender is TextWriterAppender or ConsoleAppender
        && appender.Layout is not null
        && IsStock(appender, "Append", typeof(LoggingEvent))
        && IsStock(appender, "FilterEvent", typeof(LoggingEvent))
        && IsStock(appender, "IsAsSevereAsThreshold", typeof(Level))
        && IsStock(appender, "PreAppendCheck")
        && IsStock(appender, "get_Layout")
        && IsStock(appender, "get_FilterHead");

    /// <summary>Whether an array given to the appender ends in log4net's own loop over single events (log4net 3.x).</summary>
    public static bool UnrollsArrays(IAppender appender) =>
        appender is AppenderSkeleton
        && IsStock(appender, "Append", typeof(IEnumerable<LoggingEvent>))
        && IsStock(appender, nameof(IBulkAppender.DoAppend), typeof(LoggingEvent[])); // one that is written anew

#if NET
    [UnconditionalSuppressMessage(
        "Trimming",
        "IL2075",
        Justification = "A trimmed override is one that nothing calls, and a method that is not found counts as foreign. Native code is asked nothing here.")]
#endif
    private static bool IsStock(IAppender appender, string method, params Type[] parameters)
    {
        const BindingFlags anyInstance = BindingFlags.Instance | BindingFlags.Public | BindingFlags.NonPublic;
        Type type = appender.GetType();
        if (type.Assembly == _log4net)
        {
            return true;
        }

#if NET
        // Code compiled ahead of time may call an override that reflection does not show: it would show log4net's own method instead.
        if (!RuntimeFeature.IsDynamicCodeSupported)
        {
            return false;
        }
#endif
        MethodInfo? found = type.GetMethod(method, anyInstance, binder: null, parameters, modifiers: null);
        return found?.DeclaringType?.Assembly == _log4net;
    }
}
