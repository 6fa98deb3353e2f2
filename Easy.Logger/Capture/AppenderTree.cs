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
        Reach(roots, appender => appender is IAppenderAttachable container ? container.Appenders : []);

    /// <summary>
    /// Those that can be seen to be reached without waiting: the lock of an appender that forwards is held for as long as an appender
    /// behind it takes.
    /// </summary>
    public static HashSet<IAppender> VisibleFrom(IEnumerable<IAppender> roots) => Reach(roots, VisibleBehind);

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

/// <summary>Appenders may be equal by an Equals of their own, as records are, and are different ones all the same.</summary>
internal sealed class SameAppender : IEqualityComparer<IAppender>
{
    public static readonly SameAppender Comparer = new();

    public bool Equals(IAppender? x, IAppender? y) => ReferenceEquals(x, y);

    public int GetHashCode(IAppender obj) => RuntimeHelpers.GetHashCode(obj);
}
