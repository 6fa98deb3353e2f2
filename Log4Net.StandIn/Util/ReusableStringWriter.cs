using System.Text;

namespace log4net.Util;

public class ReusableStringWriter : StringWriter
{
    public ReusableStringWriter(IFormatProvider formatProvider)
        : base(formatProvider)
    {
    }

    // One huge event must not pin its buffer for the rest of the process.
    public void Reset(int maxCapacity, int defaultSize)
    {
        StringBuilder text = GetStringBuilder();
        text.Length = 0;
        if (text.Capacity > maxCapacity)
        {
            text.Capacity = defaultSize;
        }
    }

    protected override void Dispose(bool disposing)
    {
        // A disposed StringWriter refuses writes; this one is meant to be used again.
    }
}
