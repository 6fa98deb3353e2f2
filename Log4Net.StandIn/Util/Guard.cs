namespace log4net.Util;

internal static class Guard
{
    internal static T NotNull<T>(T? value, string parameter)
        where T : class
        => value ?? throw new ArgumentNullException(parameter);
}
