using log4net.Core;

namespace log4net.Util;

public class CountingQuietTextWriter : QuietTextWriter
{
    public CountingQuietTextWriter(TextWriter writer, IErrorHandler errorHandler)
        : base(writer, errorHandler)
    {
    }

    /// <remarks>In bytes; text that could not be written does not count.</remarks>
    public long Count { get; set; }

    public override void Write(char value) => Write(new string(value, 1));

    public override void Write(char[] buffer, int index, int count) => Quietly((Counter: this, buffer, index, count), static (writer, part) =>
    {
        writer.Write(part.buffer, part.index, part.count);
        part.Counter.Count += writer.Encoding.GetByteCount(part.buffer, part.index, part.count);
    });

    public override void Write(string? value) => Quietly((Counter: this, Text: value ?? ""), static (writer, part) =>
    {
        writer.Write(part.Text);
        part.Counter.Count += writer.Encoding.GetByteCount(part.Text);
    });
}
