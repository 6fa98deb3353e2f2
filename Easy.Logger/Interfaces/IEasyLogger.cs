#pragma warning disable CA1716 // a keyword of other languages, but the name of the level and of this method in earlier versions
namespace Easy.Logger.Interfaces;

/// <summary>A named logger: its events go to the log4net logger of the same name.</summary>
/// <remarks>
/// No log call throws for what it is given: a format that does not fit its arguments and an object whose <c>ToString</c> throws are
/// reported in the line itself, and null is no text. A call below the level of the logger formats and allocates nothing; what the compiler
/// makes of its arguments, boxes and arrays, is made before. A logger follows every later configuration, and may be kept as long as one
/// likes. All members may be used from any thread.
/// </remarks>
public interface IEasyLogger
{
    /// <summary>Gets the name of the logger, as the configuration knows it.</summary>
    string Name { get; }

    /// <summary>Gets whether TRACE is logged at present.</summary>
    bool IsTraceEnabled { get; }

    /// <summary>Gets whether DEBUG is logged at present.</summary>
    bool IsDebugEnabled { get; }

    /// <summary>Gets whether INFO is logged at present.</summary>
    bool IsInfoEnabled { get; }

    /// <summary>Gets whether WARN is logged at present.</summary>
    bool IsWarnEnabled { get; }

    /// <summary>Gets whether ERROR is logged at present.</summary>
    bool IsErrorEnabled { get; }

    /// <summary>Gets whether FATAL is logged at present.</summary>
    bool IsFatalEnabled { get; }

    /// <summary>Begins a scope: until it is disposed, its text and a space stand before every message.</summary>
    /// <remarks>
    /// The scope is that of the flow of execution, not of this logger: it holds for all loggers of the facade, in the method that began it,
    /// in what that calls, awaits and starts, and not in its caller when the method is asynchronous. Scopes within scopes are written from
    /// the outermost to the innermost. A scope that is disposed is gone wherever it held, also in tasks that still run, and wherever it was
    /// disposed; scopes may end in any order, and more than once. An empty text changes nothing, and neither does a scope within a hundred
    /// others.
    /// </remarks>
    /// <param name="name">The text, as it shall stand in the log, brackets included.</param>
    /// <returns>The scope; dispose it to end it.</returns>
    /// <exception cref="ArgumentNullException"><paramref name="name" /> is null.</exception>
    IDisposable GetScopedLogger(string name);

    /// <summary>
    /// Logs an object at TRACE. Its text is what log4net's renderers make of it; without a scope the object itself goes to the appenders.
    /// </summary>
    /// <param name="message">The object; <see langword="null" /> is an empty text.</param>
    void Trace(object? message);

    /// <summary>Logs an object at TRACE together with an exception, which appenders write after the message.</summary>
    /// <param name="message">The object; <see langword="null" /> is an empty text.</param>
    /// <param name="exception">The exception; <see langword="null" /> is as good as none.</param>
    void Trace(object? message, Exception? exception);

    /// <summary>Logs a text with one argument at TRACE, formatted by the invariant culture.</summary>
    /// <param name="format">The composite format.</param>
    /// <param name="arg">The argument.</param>
    void TraceFormat(string format, object? arg);

    /// <summary>Logs a text with two arguments at TRACE, formatted by the invariant culture.</summary>
    /// <param name="format">The composite format.</param>
    /// <param name="arg1">The first argument.</param>
    /// <param name="arg2">The second argument.</param>
    void TraceFormat(string format, object? arg1, object? arg2);

    /// <summary>Logs a text with three arguments at TRACE, formatted by the invariant culture.</summary>
    /// <param name="format">The composite format.</param>
    /// <param name="arg1">The first argument.</param>
    /// <param name="arg2">The second argument.</param>
    /// <param name="arg3">The third argument.</param>
    void TraceFormat(string format, object? arg1, object? arg2, object? arg3);

    /// <summary>Logs a text with any number of arguments at TRACE, formatted by the invariant culture.</summary>
    /// <param name="format">The composite format.</param>
    /// <param name="args">The arguments; <see langword="null" /> leaves the format as it is.</param>
    void TraceFormat(string format, params object?[]? args);

    /// <summary>Logs a text with any number of arguments at TRACE, formatted by a culture.</summary>
    /// <param name="provider">The culture, or what else formats the arguments; <see langword="null" /> is the current culture.</param>
    /// <param name="format">The composite format.</param>
    /// <param name="args">The arguments; <see langword="null" /> leaves the format as it is.</param>
    void TraceFormat(IFormatProvider? provider, string format, params object?[]? args);

    /// <summary>
    /// Logs an object at DEBUG. Its text is what log4net's renderers make of it; without a scope the object itself goes to the appenders.
    /// </summary>
    /// <param name="message">The object; <see langword="null" /> is an empty text.</param>
    void Debug(object? message);

    /// <summary>Logs an object at DEBUG together with an exception, which appenders write after the message.</summary>
    /// <param name="message">The object; <see langword="null" /> is an empty text.</param>
    /// <param name="exception">The exception; <see langword="null" /> is as good as none.</param>
    void Debug(object? message, Exception? exception);

    /// <summary>Logs a text with one argument at DEBUG, formatted by the invariant culture.</summary>
    /// <param name="format">The composite format.</param>
    /// <param name="arg">The argument.</param>
    void DebugFormat(string format, object? arg);

    /// <summary>Logs a text with two arguments at DEBUG, formatted by the invariant culture.</summary>
    /// <param name="format">The composite format.</param>
    /// <param name="arg1">The first argument.</param>
    /// <param name="arg2">The second argument.</param>
    void DebugFormat(string format, object? arg1, object? arg2);

    /// <summary>Logs a text with three arguments at DEBUG, formatted by the invariant culture.</summary>
    /// <param name="format">The composite format.</param>
    /// <param name="arg1">The first argument.</param>
    /// <param name="arg2">The second argument.</param>
    /// <param name="arg3">The third argument.</param>
    void DebugFormat(string format, object? arg1, object? arg2, object? arg3);

    /// <summary>Logs a text with any number of arguments at DEBUG, formatted by the invariant culture.</summary>
    /// <param name="format">The composite format.</param>
    /// <param name="args">The arguments; <see langword="null" /> leaves the format as it is.</param>
    void DebugFormat(string format, params object?[]? args);

    /// <summary>Logs a text with any number of arguments at DEBUG, formatted by a culture.</summary>
    /// <param name="provider">The culture, or what else formats the arguments; <see langword="null" /> is the current culture.</param>
    /// <param name="format">The composite format.</param>
    /// <param name="args">The arguments; <see langword="null" /> leaves the format as it is.</param>
    void DebugFormat(IFormatProvider? provider, string format, params object?[]? args);

    /// <summary>
    /// Logs an object at INFO. Its text is what log4net's renderers make of it; without a scope the object itself goes to the appenders.
    /// </summary>
    /// <param name="message">The object; <see langword="null" /> is an empty text.</param>
    void Info(object? message);

    /// <summary>Logs an object at INFO together with an exception, which appenders write after the message.</summary>
    /// <param name="message">The object; <see langword="null" /> is an empty text.</param>
    /// <param name="exception">The exception; <see langword="null" /> is as good as none.</param>
    void Info(object? message, Exception? exception);

    /// <summary>Logs a text with one argument at INFO, formatted by the invariant culture.</summary>
    /// <param name="format">The composite format.</param>
    /// <param name="arg">The argument.</param>
    void InfoFormat(string format, object? arg);

    /// <summary>Logs a text with two arguments at INFO, formatted by the invariant culture.</summary>
    /// <param name="format">The composite format.</param>
    /// <param name="arg1">The first argument.</param>
    /// <param name="arg2">The second argument.</param>
    void InfoFormat(string format, object? arg1, object? arg2);

    /// <summary>Logs a text with three arguments at INFO, formatted by the invariant culture.</summary>
    /// <param name="format">The composite format.</param>
    /// <param name="arg1">The first argument.</param>
    /// <param name="arg2">The second argument.</param>
    /// <param name="arg3">The third argument.</param>
    void InfoFormat(string format, object? arg1, object? arg2, object? arg3);

    /// <summary>Logs a text with any number of arguments at INFO, formatted by the invariant culture.</summary>
    /// <param name="format">The composite format.</param>
    /// <param name="args">The arguments; <see langword="null" /> leaves the format as it is.</param>
    void InfoFormat(string format, params object?[]? args);

    /// <summary>Logs a text with any number of arguments at INFO, formatted by a culture.</summary>
    /// <param name="provider">The culture, or what else formats the arguments; <see langword="null" /> is the current culture.</param>
    /// <param name="format">The composite format.</param>
    /// <param name="args">The arguments; <see langword="null" /> leaves the format as it is.</param>
    void InfoFormat(IFormatProvider? provider, string format, params object?[]? args);

    /// <summary>
    /// Logs an object at WARN. Its text is what log4net's renderers make of it; without a scope the object itself goes to the appenders.
    /// </summary>
    /// <param name="message">The object; <see langword="null" /> is an empty text.</param>
    void Warn(object? message);

    /// <summary>Logs an object at WARN together with an exception, which appenders write after the message.</summary>
    /// <param name="message">The object; <see langword="null" /> is an empty text.</param>
    /// <param name="exception">The exception; <see langword="null" /> is as good as none.</param>
    void Warn(object? message, Exception? exception);

    /// <summary>Logs a text with one argument at WARN, formatted by the invariant culture.</summary>
    /// <param name="format">The composite format.</param>
    /// <param name="arg">The argument.</param>
    void WarnFormat(string format, object? arg);

    /// <summary>Logs a text with two arguments at WARN, formatted by the invariant culture.</summary>
    /// <param name="format">The composite format.</param>
    /// <param name="arg1">The first argument.</param>
    /// <param name="arg2">The second argument.</param>
    void WarnFormat(string format, object? arg1, object? arg2);

    /// <summary>Logs a text with three arguments at WARN, formatted by the invariant culture.</summary>
    /// <param name="format">The composite format.</param>
    /// <param name="arg1">The first argument.</param>
    /// <param name="arg2">The second argument.</param>
    /// <param name="arg3">The third argument.</param>
    void WarnFormat(string format, object? arg1, object? arg2, object? arg3);

    /// <summary>Logs a text with any number of arguments at WARN, formatted by the invariant culture.</summary>
    /// <param name="format">The composite format.</param>
    /// <param name="args">The arguments; <see langword="null" /> leaves the format as it is.</param>
    void WarnFormat(string format, params object?[]? args);

    /// <summary>Logs a text with any number of arguments at WARN, formatted by a culture.</summary>
    /// <param name="provider">The culture, or what else formats the arguments; <see langword="null" /> is the current culture.</param>
    /// <param name="format">The composite format.</param>
    /// <param name="args">The arguments; <see langword="null" /> leaves the format as it is.</param>
    void WarnFormat(IFormatProvider? provider, string format, params object?[]? args);

    /// <summary>
    /// Logs an object at ERROR. Its text is what log4net's renderers make of it; without a scope the object itself goes to the appenders.
    /// </summary>
    /// <param name="message">The object; <see langword="null" /> is an empty text.</param>
    void Error(object? message);

    /// <summary>Logs an object at ERROR together with an exception, which appenders write after the message.</summary>
    /// <param name="message">The object; <see langword="null" /> is an empty text.</param>
    /// <param name="exception">The exception; <see langword="null" /> is as good as none.</param>
    void Error(object? message, Exception? exception);

    /// <summary>Logs a text with one argument at ERROR, formatted by the invariant culture.</summary>
    /// <param name="format">The composite format.</param>
    /// <param name="arg">The argument.</param>
    void ErrorFormat(string format, object? arg);

    /// <summary>Logs a text with two arguments at ERROR, formatted by the invariant culture.</summary>
    /// <param name="format">The composite format.</param>
    /// <param name="arg1">The first argument.</param>
    /// <param name="arg2">The second argument.</param>
    void ErrorFormat(string format, object? arg1, object? arg2);

    /// <summary>Logs a text with three arguments at ERROR, formatted by the invariant culture.</summary>
    /// <param name="format">The composite format.</param>
    /// <param name="arg1">The first argument.</param>
    /// <param name="arg2">The second argument.</param>
    /// <param name="arg3">The third argument.</param>
    void ErrorFormat(string format, object? arg1, object? arg2, object? arg3);

    /// <summary>Logs a text with any number of arguments at ERROR, formatted by the invariant culture.</summary>
    /// <param name="format">The composite format.</param>
    /// <param name="args">The arguments; <see langword="null" /> leaves the format as it is.</param>
    void ErrorFormat(string format, params object?[]? args);

    /// <summary>Logs a text with any number of arguments at ERROR, formatted by a culture.</summary>
    /// <param name="provider">The culture, or what else formats the arguments; <see langword="null" /> is the current culture.</param>
    /// <param name="format">The composite format.</param>
    /// <param name="args">The arguments; <see langword="null" /> leaves the format as it is.</param>
    void ErrorFormat(IFormatProvider? provider, string format, params object?[]? args);

    /// <summary>
    /// Logs an object at FATAL. Its text is what log4net's renderers make of it; without a scope the object itself goes to the appenders.
    /// </summary>
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

/// <summary>The logger of a type, for classes that get their logger from a container. All members may be used from any thread.</summary>
/// <typeparam name="T">The type that logs; its full name is the name of the logger.</typeparam>
public interface IEasyLogger<out T> : IEasyLogger
{
}
