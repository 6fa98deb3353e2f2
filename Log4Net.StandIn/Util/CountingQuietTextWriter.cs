using log4net.Core;

namespace log4net.Util;

public class CountingQuietTextWriter : QuietTextWriter
{
    // Reused so that counting a single character does not allocate; writers are used under their owner's lock.
    private readonly char[] _single = new char[1];

    public CountingQuietTextWriter(TextWriter writer, IErrorHandler errorHandler)
        : base(writer, errorHandler)
    {
    }

    public long Count { get; set; }

    public override void Write(char value)
    {
        _single[0] = value;
        Write(_single, 0, 1);
    }

    public override void Write(char[] buffer, int index, int count)
    {
        try
        {
            Writer.Write(buffer, index, count);
            Count += Encoding.GetByteCount(buffer, index, count);
        }
        catch (Exception e) when (!e.IsFatal())
        {
            ReportFailedWrite(e);
        }
    }

    public override void Write(string? value)
    {
        if (value is null or "")
        {
            return;
        }

        try
        {
            Writer.Write(value);
            Count += Encoding.GetByteCount(value);
        }
        catch (Exception e) when (!e.IsFatal())
        {
            ReportFailedWrite(e);
        }
    }
}
