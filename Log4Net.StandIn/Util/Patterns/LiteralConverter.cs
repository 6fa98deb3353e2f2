namespace log4net.Util.Patterns;

internal sealed class LiteralConverter : PatternConverter
{
    public override void Convert(TextWriter writer, object? state) => writer.Write(Option);

    // A width says nothing to a text that is given.
    public override void Format(TextWriter writer, object? state) => Convert(writer, state);
}
