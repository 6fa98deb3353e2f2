namespace log4net.Util.Patterns;

internal sealed class LiteralConverter : PatternConverter
{
    public override void Convert(TextWriter writer, object? state) => writer.Write(Option);
}
