using Microsoft.Extensions.Logging;

namespace Easy.Logger.Extensions.Microsoft.State;

/// <summary>
/// The type whose frames lie between this provider and the application, so that log4net finds the caller below them. Log calls come in three ways, and the type of
/// their state tells which.
/// </summary>
internal static class CallBoundary
{
    /// <summary>What LoggerMessage.Define makes its delegates of, by the number of placeholders.</summary>
    private static readonly Type?[] _delegates =
    [
        Owner(LoggerMessage.Define(LogLevel.None, default, string.Empty)),
        Owner(LoggerMessage.Define<int>(LogLevel.None, default, "{A}")),
        Owner(LoggerMessage.Define<int, int>(LogLevel.None, default, "{A}{B}")),
        Owner(LoggerMessage.Define<int, int, int>(LogLevel.None, default, "{A}{B}{C}")),
        Owner(LoggerMessage.Define<int, int, int, int>(LogLevel.None, default, "{A}{B}{C}{D}")),
        Owner(LoggerMessage.Define<int, int, int, int, int>(LogLevel.None, default, "{A}{B}{C}{D}{E}")),
        Owner(LoggerMessage.Define<int, int, int, int, int, int>(LogLevel.None, default, "{A}{B}{C}{D}{E}{F}")),
    ];

    /// <summary>The boundary of log calls with such a state; where it is not on the stack, log4net prints a question mark.</summary>
    public static Type Of(Type state)
    {
        if (state.DeclaringType == typeof(LoggerMessage))
        {
            int placeholders = state.GetGenericArguments().Length;
            return (placeholders < _delegates.Length ? _delegates[placeholders] : null) ?? typeof(LoggerMessage);
        }

        // LogInformation and its like have a state of their own; any other one was handed to ILogger.Log, mostly through an ILogger<T>.
        return state.Assembly == typeof(LoggerExtensions).Assembly ? typeof(LoggerExtensions) : typeof(Logger<>);
    }

    private static Type? Owner(Delegate made)
    {
        Type? owner = made.Target?.GetType();
        return owner is { IsGenericType: true } ? owner.GetGenericTypeDefinition() : owner; // as it is on a stack
    }
}
