namespace log4net.Util.Patterns;

/// <summary>Writes a text of the process that at most its option decides.</summary>
internal sealed class ProcessTextConverter : PatternConverter
{
    private readonly Func<string?, string?> _text;

    internal ProcessTextConverter(Func<string?, string?> text) => _text = text;

    public override void Convert(TextWriter writer, object? state) => writer.Write(_text(Option));
}
