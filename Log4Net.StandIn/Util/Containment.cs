namespace log4net.Util;

/// <summary>Where trouble stops: logging must not hurt the program that logs, except when that program cannot go on anyhow.</summary>
internal static class Containment
{
    /// <summary>For exception filters on paths where a delegate would cost too much.</summary>
    internal static bool Holds(Exception trouble) => trouble switch
    {
        OutOfMemoryException => false,
        StackOverflowException => false,
        _ => true,
    };

    internal static void Run(Action work, Action<Exception> report) => Get<object>(
        () =>
        {
            work();
            return null;
        },
        report);

    /// <summary>Null when the work failed, which was reported then.</summary>
    internal static T? Get<T>(Func<T?> work, Action<Exception> report)
        where T : class
    {
        try
        {
            return work();
        }
        catch (Exception e) when (Holds(e))
        {
            report(e);
            return null;
        }
    }
}
