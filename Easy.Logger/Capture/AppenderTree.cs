using Easy.Logger.Compatibility;
using log4net.Appender;
using log4net.Core;

namespace Easy.Logger.Capture;

/// <summary>Appenders and what is attached below them.</summary>
internal static class AppenderTree
{
    /// <summary>Every appender that can be reached, each once: containers may refer to each other in a ring.</summary>
    public static HashSet<IAppender> Of(IEnumerable<IAppender> roots)
    {
        HashSet<IAppender> found = [];
        Stack<IAppender> open = new(roots);
        while (open.Count > 0)
        {
            IAppender appender = open.Pop();
            if (found.Add(appender) && appender is IAppenderAttachable container)
            {
                foreach (IAppender child in container.Appenders)
                {
                    open.Push(child);
                }
            }
        }

        return found;
    }

    /// <summary>
    /// Whether an appender contains another, as far as that can be seen without waiting: the lock of one that forwards is held for as
    /// long as an appender behind it takes.
    /// </summary>
    public static bool CanBeSeenToReach(IAppender root, IAppender target)
    {
        HashSet<IAppender> found = [];
        Stack<IAppender> open = new([root]);
        while (open.Count > 0)
        {
            IAppender appender = open.Pop();
            if (ReferenceEquals(appender, target))
            {
                return true;
            }

            if (found.Add(appender))
            {
                Array.ForEach(VisibleBehind(appender), open.Push);
            }
        }

        return false;
    }

    private static IAppender[] VisibleBehind(IAppender appender)
    {
        if (appender is AsyncBufferingForwardingAppender other)
        {
            return [.. other.Appenders]; // without a lock
        }

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
