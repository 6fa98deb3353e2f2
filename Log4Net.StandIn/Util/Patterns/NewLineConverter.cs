using log4net.Core;

namespace log4net.Util.Patterns;

internal sealed class NewLineConverter : PatternConverter, IOptionHandler
{
    private string _lineEnd = SystemInfo.NewLine;

    public void ActivateOptions() => _lineEnd = Option?.ToUpperInvariant() switch
    {
        "DOS" => "\r\n",
        "UNIX" => "\n",
        _ => SystemInfo.NewLine,
    };

    public override void Convert(TextWriter writer, object? state) => writer.Write(_lineEnd);

    // A line ends where it ends, whatever width the pattern asks for.
    public override void Format(TextWriter writer, object? state) => Convert(writer, state);
}
