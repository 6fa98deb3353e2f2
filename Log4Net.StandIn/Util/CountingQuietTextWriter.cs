using log4net.Core;

namespace log4net.Util;

public class CountingQuietTextWriter : QuietTextWriter
{
    public CountingQuietTextWriter(TextWriter writer, IErrorHandler errorHandler)
        : base(writer, errorHandler)
    {
    }

    /// <remarks>In bytes; what could not be written counts all the same.</remarks>
    public long Count { get; set; }

    public override void Write(char value) => Write(new string(value, 1));

    public override void Write(char[] buffer, int index, int count)
    {
        if (count > 0)
        {
            base.Write(buffer, index, count);
            Quietly((Counter: this, buffer, index, count), static (writer, part)
                => part.Counter.Count += writer.Encoding.GetByteCount(part.buffer, part.index, part.count));
        }
    }

    public override void Write(string? value)
    {
        if (value is { Length: > 0 })
        {
            base.Write(value);
            Quietly((Counter: this, value), static (writer, part) => part.Counter.Count += writer.Encoding.GetByteCount(part.value));
        }
    }
}
