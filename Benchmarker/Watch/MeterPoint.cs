
namespace Benchmarker.Watch;

/// <summary>One number that the meter gave, and what it belongs to.</summary>
/// <param name="Instrument">The name of the instrument.</param>
/// <param name="Component">The appender.</param>
/// <param name="Value">The number; whole ones are exact up to 2 to the power of 53.</param>
/// <param name="ErrorType">Why events were not forwarded; <see langword="null" /> for those that were.</param>
/// <param name="Child">The attached appender, where the number is about one.</param>
/// <param name="ChildType">Its class.</param>
internal sealed record MeterPoint(
    string Instrument, string Component, double Value, string? ErrorType = null, string? Child = null, string? ChildType = null)
{
    /// <summary>Takes it out of what a listener is called with.</summary>
    public static MeterPoint Of(string instrument, double value, Func<string, string?> tag) => new(
        instrument,
        tag(MeterNames.ComponentName) ?? string.Empty,
        value,
        tag(MeterNames.ErrorType),
        tag(MeterNames.ChildName),
        tag(MeterNames.ChildType));
}
