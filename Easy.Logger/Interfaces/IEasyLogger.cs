namespace Easy.Logger.Interfaces;

/// <summary>A named logger: what it is told goes to the log4net logger of the same name.</summary>
/// <remarks>
/// No log call throws for what it is given: a format that does not fit its arguments and an object whose <c>ToString</c> throws are told in the line itself, and null is no
/// text. A call below the level of the logger formats and allocates nothing; what the compiler makes of its arguments, boxes and arrays, is made before. A logger follows every later configuration, and may be kept as long as one
/// likes. All members may be used from any thread.
/// </remarks>
public partial interface IEasyLogger
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
    /// The scope is that of the flow of execution, not of this logger: it holds for all loggers of the facade, in the method that began it, in what that calls,
    /// awaits and starts, and not in its caller when the method is asynchronous. Scopes within scopes are written from the outermost to the innermost. A scope
    /// that is disposed is gone wherever it held, also in tasks that still run, and wherever it was disposed; scopes may end in any order, and more than
    /// once. An empty text changes nothing, and neither does a scope within a hundred others.
    /// </remarks>
    /// <param name="name">The text, as it shall stand in the log, brackets included.</param>
    /// <returns>The scope; dispose it to end it.</returns>
    /// <exception cref="ArgumentNullException"><paramref name="name" /> is null.</exception>
    IDisposable GetScopedLogger(string name);
}
