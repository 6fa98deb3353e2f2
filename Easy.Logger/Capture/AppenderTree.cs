using System.Runtime.CompilerServices;
using Easy.Logger.Compatibility;
using log4net.Appender;
using log4net.Core;

namespace Easy.Logger.Capture;

/// <summary>Appenders and what is attached below them.</summary>
internal static class AppenderTree
{
    // Whoever adds or removes an appender holds the lock for a microsecond: who holds it for longer is in an appender.
    private static readonly TimeSpan _patience = TimeSpan.FromMilliseconds(200);

    /// <summary>Every appender that can be reached, each once: containers may refer to each other in a ring.</summary>
    public static HashSet<IAppender> Of(IEnumerable<IAppender> roots) =>
        Reach(roots, appender => appender is IAppenderAttachable container ? Behind(container) : []);

    /// <summary>What is attached to the container.</summary>
    public static ICollection<IAppender> Behind(IAppenderAttachable container) =>
        Look((IAppender)container, _patience) is { } seen ? seen : container.Appenders;

    /// <summary>Those that can be seen to be reached without waiting.</summary>
    public static HashSet<IAppender> VisibleFrom(IEnumerable<IAppender> roots) => Reach(roots, appender => VisibleBehind(appender) ?? []);

    /// <summary>What can be seen to be attached without waiting; <see langword="null" /> when that cannot be seen.</summary>
    public static ICollection<IAppender>? VisibleBehind(IAppender appender) => Look(appender, TimeSpan.Zero);

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
    /// What is attached to an appender of log4net's that forwards, or to one of this library's own. The lock of the former is held for as
    /// long as an appender behind it takes, which may be as long as it waits for the thread that looks here: then the list is read without
    /// it. A class derived from them may override what is attached and is not read in this way.
    /// </summary>
    /// <returns><see langword="null" /> when it cannot be seen.</returns>
    private static List<IAppender>? Look(IAppender appender, TimeSpan patience)
    {
        if (appender is AsyncBufferingForwardingAppender other)
        {
            return [.. other.Appenders]; // without a lock
        }

        if (appender is not (ForwardingAppender or BufferingForwardingAppender) || !Log4NetMembers.AreAvailable)
        {
            return null;
        }

        List<IAppender>? seen = null;
        object gate = Log4NetMembers.LockOf((AppenderSkeleton)appender);
        Type type = appender.GetType();
        return Uninterrupted.TryDo(gate, patience, () => seen = [.. ((IAppenderAttachable)appender).Appenders]) ? seen
            : type == typeof(ForwardingAppender) ? Copy(Log4NetMembers.AppendersOf((ForwardingAppender)appender))
            : type == typeof(BufferingForwardingAppender) ? Copy(Log4NetMembers.AppendersOf((BufferingForwardingAppender)appender))
            : null;
    }

    /// <summary>Whoever holds the lock may change the collection meanwhile: what it removes may be missing, or leave a gap.</summary>
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
}

/// <summary>Appenders may be equal by an Equals of their own, as records are, and are different ones all the same.</summary>
internal sealed class SameAppender : IEqualityComparer<IAppender>
{
    public static readonly SameAppender Comparer = new();

    public bool Equals(IAppender? x, IAppender? y) => ReferenceEquals(x, y);

    public int GetHashCode(IAppender obj) => RuntimeHelpers.GetHashCode(obj);
}
