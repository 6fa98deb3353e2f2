namespace log4net.Util;

/// <summary>The two kinds of exception that no part of the library holds back.</summary>
internal static class FatalExceptions
{
    public static bool IsFatal(this Exception exception) => exception is OutOfMemoryException or StackOverflowException;
}
