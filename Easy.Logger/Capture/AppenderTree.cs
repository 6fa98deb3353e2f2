using System.Runtime.CompilerServices;
using Easy.Logger.Compatibility;
using log4net.Appender;
using log4net.Core;

namespace Easy.Logger.Capture;

/// <summary>Appenders and what is attached below them.</summary>
internal static class AppenderTree
{
    /// <summary>Every appender that can be reached, each once: containers may refer to each other in a ring.</summary>
    public static HashSet<IAppender> Of(IEnumerable<IAppender> roots) =>
        Reach(roots, appender => appender is IAppenderAttachable container ? Behind(container) : []);

    /// <summary>What is attached to the container: asked of it only where it cannot be seen.</summary>
    public static ICollection<IAppender> Behind(IAppenderAttachable container) =>
        WithoutLock((IAppender)container) is { } seen ? seen : container.Appenders;

    /// <summary>Those that can be seen to be reached without waiting and without running code of an appender.</summary>
    public static HashSet<IAppender> VisibleFrom(IEnumerable<IAppender> roots) =>
        Reach(roots, appender => WithoutLock(appender) ?? WithLock(appender));

    private static HashSet<IAppender> Reach(IEnumerable<IAppender> roots, Func<IAppender, IEnumerable<IAppender>> behind)
    {
        HashSet<IAppender> found = new(SameAppender.Comparer);
        Stack<IAppender> open = new(roots);
        while (open.Count > 0)
        {
            IAppender appender = open.Pop();
            if (found.Add(appender))
            {
                foreach (IAppender other in behind(appender))
                {
                    open.Push(other);
                }
            }
        }

        return found;
    }

    /// <summary>
    /// What is attached to the appenders of log4net that forward, and to this library's own. The lock of the former is held for as long as
    /// an appender behind them takes, which may be as long as it waits for the thread that looks here.
    /// </summary>
    private static List<IAppender>? WithoutLock(IAppender appender)
    {
        if (appender is AsyncBufferingForwardingAppender other)
        {
            return [.. other.Appenders];
        }

        // A class derived from these may override what is attached.
        Type type = appender.GetType();
        return !Log4NetMembers.AreAvailable ? null
            : type == typeof(ForwardingAppender) ? Copy(Log4NetMembers.AppendersOf((ForwardingAppender)appender))
            : type == typeof(BufferingForwardingAppender) ? Copy(Log4NetMembers.AppendersOf((BufferingForwardingAppender)appender))
            : null;
    }

    /// <summary>Another thread may change the collection meanwhile: what it removes may be missing, or have a gap in its place.</summary>
    private static List<IAppender> Copy(AppenderCollection? appenders)
    {
        List<IAppender> copy = [];
        try
        {
            for (int i = 0; i < appenders?.Count; i++)
            {
                if (appenders[i] is { } appender)
                {
                    copy.Add(appender);
                }
            }
        }
        catch (Exception e) when (e is ArgumentOutOfRangeException or IndexOutOfRangeException)
        {
            // It has become shorter.
        }

        return copy;
    }

    /// <summary>What is attached to a class derived from those, if nobody holds its lock.</summary>
    private static List<IAppender> WithLock(IAppender appender)
    {
        if (appender is not (ForwardingAppender or BufferingForwardingAppender) || !Log4NetMembers.AreAvailable)
        {
            return [];
        }

        object gate = Log4NetMembers.LockOf((AppenderSkeleton)appender);
        if (!Monitor.TryEnter(gate))
        {
            return [];
        }

        try
        {
            return [.. ((IAppenderAttachable)appender).Appenders];
        }
        finally
        {
            Monitor.Exit(gate);
        }
    }
}

/// <summary>Appenders may be equal by an Equals of their own, as records are, and are different ones all the same.</summary>
internal sealed class SameAppender : IEqualityComparer<IAppender>
{
    public static readonly SameAppender Comparer = new();

    public bool Equals(IAppender? x, IAppender? y) => ReferenceEquals(x, y);

    public int GetHashCode(IAppender obj) => RuntimeHelpers.GetHashCode(obj);
}
