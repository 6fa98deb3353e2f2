
namespace Benchmarker.Watch;

/// <summary>All that the meter gave in one collection. Immutable.</summary>
/// <param name="Points">The numbers.</param>
/// <param name="Took">How long the collection took.</param>
internal sealed record MeterReading(IReadOnlyList<MeterPoint> Points, TimeSpan Took)
{
    /// <summary>The appenders, in the order of their names.</summary>
    public IReadOnlyList<string> Components => [.. Points.Select(point => point.Component).Distinct().Order(StringComparer.Ordinal)];

    /// <summary>All numbers of one instrument about one appender.</summary>
    public IEnumerable<MeterPoint> Of(string component, string instrument) =>
        Points.Where(point => point.Component == component && point.Instrument == instrument);

    /// <summary>The one number of an instrument without attributes; not a number when it is not there.</summary>
    public double Value(string component, string instrument) => Of(component, instrument).SingleOrDefault()?.Value ?? double.NaN;

    /// <summary>Events that were forwarded, or with a reason those that were not; not a number when nothing is reported of them.</summary>
    public double Processed(string component, string? errorType = null) =>
        Of(component, MeterNames.Processed).SingleOrDefault(point => point.ErrorType == errorType)?.Value ?? double.NaN;

    /// <summary>The reasons why events were not forwarded, with how many.</summary>
    public IReadOnlyDictionary<string, double> Errors(string component) =>
        Of(component, MeterNames.Processed).Where(point => point.ErrorType is not null).ToDictionary(
            point => point.ErrorType!, point => point.Value, StringComparer.Ordinal);

    /// <summary>
    /// What is wrong with the numbers of an appender, all of one moment: enqueued is processed, with and without error, and what is queued.
    /// </summary>
    public string? Imbalance(string component)
    {
        double enqueued = Value(component, MeterNames.Enqueued);
        double waiting = Value(component, MeterNames.QueueSize);
        double processed = Of(component, MeterNames.Processed).Sum(point => point.Value);
        return enqueued == processed + waiting
            ? null
            : $"{component} does not balance: {enqueued:N0} enqueued, {processed:N0} processed, {waiting:N0} in the queue";
    }
}
