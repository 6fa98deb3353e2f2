using log4net.Core;
using log4net.Util;

namespace Easy.Logger.Facade;

/// <summary>Messages with the text of their scope before them.</summary>
internal static class ScopedMessage
{
    /// <summary>Puts the text of the scope before the text of an object, which log4net's renderers make here and now.</summary>
    public static string Of(string prefix, object? message, ILogger logger) => prefix + (message as string ?? Render(message, logger));

    /// <summary>Puts the text of the scope before a format, so that the whole is still rendered when and where a format without a scope would be.</summary>
    public static SystemStringFormat Of(string prefix, IFormatProvider? provider, string format, object?[]? args) =>
        new(provider, (args is null ? prefix : Escape(prefix)) + format, args); // without arguments log4net takes the format as it is

    /// <summary>A message that is null is an empty text when it is the whole message, and a logger that has lost its repository logs nothing.</summary>
    private static string Render(object? message, ILogger logger) =>
        message is null ? string.Empty : logger.Repository?.RendererMap.FindAndRender(message) ?? string.Empty;

#if NET
    private static string Escape(string text) =>
        text.Replace("{", "{{", StringComparison.Ordinal).Replace("}", "}}", StringComparison.Ordinal);
#else
    private static string Escape(string text) => text.Replace("{", "{{").Replace("}", "}}");
#endif
}
