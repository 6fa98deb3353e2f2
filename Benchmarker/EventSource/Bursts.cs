namespace Benchmarker.EventSource;

/// <summary>What was measured of a subject. Pure arithmetic.</summary>
internal sealed class Bursts(Subject subject, int capacity)
{
    private readonly double[] _nanoseconds = new double[capacity];
    private int _count;
    private long _calls;
    private long _bytes;

    public Subject Subject { get; } = subject;

    public double Median => Quantile(0.5);

    public double BytesPerEvent => (double)_bytes / _calls;

    public void Add(double nanoseconds, int calls, long bytes)
    {
        _nanoseconds[_count++] = nanoseconds / calls;
        _calls += calls;
        _bytes += bytes;
    }

    public double Quantile(double part) => QuantileOf(_nanoseconds.AsSpan(0, _count).ToArray(), part);

    /// <summary>
    /// How many times the other's time: the median of the ratios of each sample to the other's of the same moment. What the machine does beside meets both samples of a
    /// pair alike.
    /// </summary>
    public double RatioTo(Bursts other) =>
        QuantileOf([.. _nanoseconds.Take(_count).Zip(other._nanoseconds, (own, theirs) => own / theirs)], 0.5);

    private static double QuantileOf(double[] values, double part)
    {
        Array.Sort(values);
        double position = part * (values.Length - 1);
        int below = (int)position;
        double above = values[Math.Min(below + 1, values.Length - 1)];
        return values[below] + ((position - below) * (above - values[below]));
    }
}
