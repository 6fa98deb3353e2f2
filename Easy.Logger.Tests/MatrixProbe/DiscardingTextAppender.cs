using log4net.Appender;

namespace MatrixProbe;

/// <summary>A stock text appender, to be served with one write per batch, whose text goes nowhere.</summary>
internal sealed class DiscardingTextAppender : TextWriterAppender
{
    public DiscardingTextAppender() => Writer = TextWriter.Null;
}
