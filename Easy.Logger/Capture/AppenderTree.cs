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
}
