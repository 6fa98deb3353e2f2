using Microsoft.Extensions.Logging;

namespace Easy.Logger.Extensions.Microsoft.State;

/// <summary>
/// Messages from a template and captured values. Microsoft's own formatter writes them, so that they are the same as without the capture.
/// Thread-safe.
/// </summary>
internal static class TemplateMessage
{
    /// <summary>As a delegate, because this is no log call, whatever the analyzers take it for.</summary>
    private static readonly Action<ILogger, LogLevel, string?, object?[]> _log = LoggerExtensions.Log;

    /// <summary>How the message of a scope comes about.</summary>
    public static StateFormat FormatOf(object scope) =>
        scope.GetType().Assembly == typeof(LoggerExtensions).Assembly ? StateFormat.Template : StateFormat.Unknown;

    /// <summary>
    /// How the message of a call comes about. A logger around this one may have put another formatter in place of the state's own.
    /// </summary>
    public static StateFormat FormatOf<TState>(Delegate formatter)
    {
        try
        {
            Type? owner = formatter.Method.DeclaringType;
            if (typeof(TState).Assembly == typeof(LoggerExtensions).Assembly)
            {
                return owner?.Assembly == typeof(LoggerExtensions).Assembly ? StateFormat.Template : StateFormat.Unknown;
            }

            string name = typeof(TState).Name;
            return name.StartsWith("__", StringComparison.Ordinal) && name.EndsWith("Struct", StringComparison.Ordinal)
                && Definition(owner?.DeclaringType) == Definition(typeof(TState))
                ? StateFormat.Generated
                : StateFormat.Unknown;
        }
        catch (Exception)
        {
            return StateFormat.Unknown; // compiled ahead of time, the method may be nameless
        }
    }

    /// <summary>A type within a generic one names that without its arguments as the type that declares it.</summary>
    private static Type? Definition(Type? type) => type is { IsGenericType: true } ? type.GetGenericTypeDefinition() : type;

    /// <summary>Writes the message.</summary>
    /// <param name="template">The text with placeholders.</param>
    /// <param name="pairs">The captured pairs of the state, without the template.</param>
    /// <param name="format">How they go into the template.</param>
    /// <returns>The message; <see langword="null" /> when a placeholder has no value here.</returns>
    public static string? Format(string template, List<KeyValuePair<string, object?>> pairs, StateFormat format)
    {
        MessageSink sink = new();
        object?[] arguments = [.. pairs.Select(pair => pair.Value)];
        if (format == StateFormat.Generated)
        {
            // A placeholder may be there more than once, and have a sign that the name of its pair does not have.
            _log(sink, LogLevel.None, template, new object?[template.Count(character => character == '{')]);
            string[] names = [.. sink.Names.Select(PropertyNames.WithoutSign)];
            int[] places = Array.ConvertAll(names, name => PlaceOf(name, pairs));
            if (Array.IndexOf(places, -1) >= 0)
            {
                return null;
            }

            arguments = [.. places.Select(place => pairs[place].Value ?? string.Empty)];
        }

        _log(sink, LogLevel.None, template, arguments);
        return sink.Message;
    }

    /// <summary>The compiler does not look at the case of a name either.</summary>
    private static int PlaceOf(string name, List<KeyValuePair<string, object?>> pairs) =>
        pairs.FindIndex(pair => pair.Key == name) is >= 0 and int place ? place
            : pairs.FindIndex(pair => PropertyNames.WithoutSign(pair.Key).Equals(name, StringComparison.OrdinalIgnoreCase));

    private sealed class MessageSink : ILogger
    {
        private Func<string>? _format;

        /// <summary>The names of the placeholders, in the order of the template.</summary>
        public IEnumerable<string> Names { get; private set; } = [];

        public string Message => _format?.Invoke() ?? string.Empty;

        public IDisposable? BeginScope<TState>(TState state)
            where TState : notnull => null;

        public bool IsEnabled(LogLevel logLevel) => true;

        public void Log<TState>(
            LogLevel logLevel, EventId eventId, TState state, Exception? exception, Func<TState, Exception?, string> formatter)
        {
            _format = () => formatter(state, exception);
            Names = state is IReadOnlyList<KeyValuePair<string, object?>> { Count: var count } list
                ? Enumerable.Range(0, count - 1).Select(i => list[i].Key) : [];
        }
    }
}
