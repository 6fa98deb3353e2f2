using System.Text;
using log4net.Appender;

namespace Benchmarker.Stress;

/// <summary>A text appender of log4net's own, which gets whole batches as one text, over a writer that reads the lines.</summary>
internal sealed class RecordingTextAppender : TextWriterAppender
{
    public RecordingTextAppender() => QuietWriter = new log4net.Util.QuietTextWriter(new LineReader(Arrivals), ErrorHandler);

    public Arrivals Arrivals { get; } = new();

    private sealed class LineReader(Arrivals arrivals) : TextWriter
    {
        private readonly StringBuilder _line = new();

        public override Encoding Encoding => Encoding.UTF8;

        public override void Write(char value)
        {
            if (value != '\n')
            {
                _line.Append(value);
                return;
            }

            // Where batch rendering was switched off under way, the child's own layout ends the line that the batch has ended already.
            if (_line.Length > 0)
            {
                arrivals.Add(_line.ToString());
                _line.Clear();
            }
        }
    }
}
