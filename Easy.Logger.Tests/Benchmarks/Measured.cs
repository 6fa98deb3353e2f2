using Benchmarker.Throughput;

namespace Easy.Logger.Tests.Benchmarks;

/// <summary>Results as a benchmark would have had them.</summary>
internal static class Measured
{
    public static ScenarioResult Result(string scenario, double sustained, int threads = 1, int run = 1) => new()
    {
        Step = new BenchmarkStep(ScenarioCatalog.Find(scenario)!, threads, run, scenario),
        Measurement = Measurement(sustained),
        Problems = [],
        Output = [],
    };

    public static ScenarioResult Failed(string scenario, int threads = 1, int run = 1) =>
        Result(scenario, sustained: 0, threads, run) with { Measurement = null, Problems = ["It failed."] };

    private static Measurement Measurement(double sustained) => new()
    {
        ServerGc = false,
        Accepted = 100,
        AcceptedPerSecond = sustained * 2,
        SustainedPerSecond = sustained,
        NsPerCall = 1e9 / sustained,
        P50Ns = 500,
        P99Ns = 2_500,
        P999Ns = 3_500_000,
        MaxNs = sustained * 10,
        BytesPerEvent = 264,
        Gen0 = 3,
        Gen1 = 2,
        Gen2 = 1,
        Lines = 99,
        Discrepancies = [],
    };
}
