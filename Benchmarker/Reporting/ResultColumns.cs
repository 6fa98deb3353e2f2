using Benchmarker.Measuring;

namespace Benchmarker.Reporting;

/// <summary>What the result tables show. All groups side by side are wider than most terminals.</summary>
internal static class ResultColumns
{
    private const string None = "-";

    public static ResultColumn Scenario { get; } = new("scenario", result => result.Scenario.Name);

    public static IReadOnlyList<ResultColumn> Throughput { get; } =
    [
        Measured("accepted", measurement => $"{measurement.Accepted:N0}"),
        Measured("accepted/s", measurement => $"{measurement.AcceptedPerSecond:N0}"),
        Measured("sustained/s", measurement => $"{measurement.SustainedPerSecond:N0}"),
        new("ratio", result => Ratio(result.RatioToBaseline)),
        Measured("lines", measurement => $"{measurement.Lines:N0}"),
        Measured("lost", measurement => $"{measurement.Lost:N0}"),
    ];

    public static IReadOnlyList<ResultColumn> Latency { get; } =
    [
        Measured("ns/call", measurement => $"{measurement.NsPerCall:N0}"),
        Measured("p50", measurement => Duration(measurement.P50Ns)),
        Measured("p99", measurement => Duration(measurement.P99Ns)),
        Measured("p99.9", measurement => Duration(measurement.P999Ns)),
        Measured("max", measurement => Duration(measurement.MaxNs)),
    ];

    public static IReadOnlyList<ResultColumn> Memory { get; } =
    [
        Measured("bytes/event", measurement => $"{measurement.BytesPerEvent:N0}"),
        Measured("gen0", measurement => $"{measurement.Gen0:N0}"),
        Measured("gen1", measurement => $"{measurement.Gen1:N0}"),
        Measured("gen2", measurement => $"{measurement.Gen2:N0}"),
    ];

    public static string Ratio(double? ratio) => ratio is null ? None : $"{ratio:N2}x";

    private static ResultColumn Measured(string header, Func<Measurement, string> text) =>
        new(header, result => result.Measurement is null ? None : text(result.Measurement));

    public static string Duration(double nanoseconds) => nanoseconds switch
    {
        < 1e3 => $"{nanoseconds:N0} ns",
        < 1e6 => $"{nanoseconds / 1e3:N1} us",
        _ => $"{nanoseconds / 1e6:N1} ms",
    };
}
