namespace Easy.Logger.Interfaces;

/// <content>What logs at FATAL.</content>
public partial interface IEasyLogger
{
    /// <summary>Logs an object at FATAL. Its text is what log4net's renderers make of it; without a scope the object itself goes to the appenders.</summary>
    /// <param name="message">The object; <see langword="null" /> is an empty text.</param>
    void Fatal(object? message);

    /// <summary>Logs an object at FATAL together with an exception, which appenders write after the message.</summary>
    /// <param name="message">The object; <see langword="null" /> is an empty text.</param>
    /// <param name="exception">The exception; <see langword="null" /> is as good as none.</param>
    void Fatal(object? message, Exception? exception);

    /// <summary>Logs a text with one argument at FATAL, formatted by the invariant culture.</summary>
    /// <param name="format">The composite format.</param>
    /// <param name="arg">The argument.</param>
    void FatalFormat(string format, object? arg);

    /// <summary>Logs a text with two arguments at FATAL, formatted by the invariant culture.</summary>
    /// <param name="format">The composite format.</param>
    /// <param name="arg1">The first argument.</param>
    /// <param name="arg2">The second argument.</param>
    void FatalFormat(string format, object? arg1, object? arg2);

    /// <summary>Logs a text with three arguments at FATAL, formatted by the invariant culture.</summary>
    /// <param name="format">The composite format.</param>
    /// <param name="arg1">The first argument.</param>
    /// <param name="arg2">The second argument.</param>
    /// <param name="arg3">The third argument.</param>
    void FatalFormat(string format, object? arg1, object? arg2, object? arg3);

    /// <summary>Logs a text with any number of arguments at FATAL, formatted by the invariant culture.</summary>
    /// <param name="format">The composite format.</param>
    /// <param name="args">The arguments; <see langword="null" /> leaves the format as it is.</param>
    void FatalFormat(string format, params object?[]? args);

    /// <summary>Logs a text with any number of arguments at FATAL, formatted by a culture.</summary>
    /// <param name="provider">The culture, or what else formats the arguments; <see langword="null" /> is the current culture.</param>
    /// <param name="format">The composite format.</param>
    /// <param name="args">The arguments; <see langword="null" /> leaves the format as it is.</param>
    void FatalFormat(IFormatProvider? provider, string format, params object?[]? args);
}
