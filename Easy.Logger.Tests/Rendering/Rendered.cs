using Easy.Logger.Rendering;

namespace Easy.Logger.Tests.Rendering;

/// <summary>What one event becomes, or what is thrown in place of it.</summary>
internal static class Rendered
{
    /// <summary>For a writer of the invariant culture, as the texts here are.</summary>
    public static CompiledPattern? Compile(ILayout? layout) => new PatternCompiler([], isConsole: true).Compile(layout);

    public static string ByLog4Net(ILayout layout, LoggingEvent loggingEvent) => Try(text => layout.Format(text, loggingEvent));

    public static string By(CompiledPattern compiled, LoggingEvent loggingEvent)
    {
        _ = loggingEvent.LocationInformation; // the log call has captured it
        return Try(text => compiled.Write(text, loggingEvent));
    }

    public static string By(LinePart part, LoggingEvent loggingEvent) => Try(text => part.Write(text, loggingEvent));

    private static string Try(Action<TextBuffer> render)
    {
        using TextBuffer text = new();
        try
        {
            render(text);
            return text.ToString();
        }
        catch (Exception e)
        {
            return $"throws {e.GetType()}: {e.Message}";
        }
    }
}
