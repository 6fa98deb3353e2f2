namespace log4net.Util;

public class ReusableStringWriter : StringWriter
{
    // Room for a line with a stack trace stays; a line without one needs no more than the start.
    private const int KeptCapacity = 4096;
    private const int StartCapacity = 160;

    public ReusableStringWriter(IFormatProvider formatProvider)
        : base(formatProvider)
    {
    }

    // One huge event must not pin its buffer for the rest of the process.
    public void Reset(int maxCapacity, int defaultSize)
    {
        bool tooLarge = GetStringBuilder().Clear().Capacity > maxCapacity;
        GetStringBuilder().Capacity = tooLarge ? defaultSize : GetStringBuilder().Capacity;
    }

    internal void Reset() => Reset(KeptCapacity, StartCapacity);

    protected override void Dispose(bool disposing)
    {
        // A disposed StringWriter refuses writes; this one is meant to be used again.
    }
}
