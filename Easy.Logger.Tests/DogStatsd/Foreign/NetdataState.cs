using System.Globalization;
using System.Text.RegularExpressions;

namespace Easy.Logger.Tests.DogStatsd.Foreign;

/// <summary>
/// What netdata has accepted: metrics of a name and a type, each with several dimensions. Names are in lower case, with <c>_</c> for what
/// it does not allow; the first of all dots and <c>_</c> is a dot.
/// </summary>
internal sealed partial class NetdataState
{
    private static readonly Dictionary<string, double> _none = [];

    private readonly Dictionary<(string Metric, string Type), Dictionary<string, double>> _metrics = [];
    private readonly Dictionary<(string Metric, string Type), string> _families = [];
    private readonly Dictionary<(string Chart, string Dimension), double> _own = [];

    /// <summary>How many datagrams it has received.</summary>
    public int Datagrams => (int)_own.GetValueOrDefault(("netdata.statsd_packets", "udp"));

    /// <summary>How many metrics there are.</summary>
    public int Metrics => _metrics.Count;

    /// <summary>How many metrics it has, as it last said.</summary>
    public int MetricsSaid => (int)_own.GetValueOrDefault(("netdata.private_charts", "charts"));

    /// <summary>The dimensions of a metric, none when there is no such; <c>events</c> counts its lines.</summary>
    /// <param name="metric">The name.</param>
    /// <param name="type"><c>counter</c>, <c>gauge</c>, <c>timer</c>, <c>histogram</c>, <c>set</c> or <c>dictionary</c>.</param>
    public IReadOnlyDictionary<string, double> this[string metric, string type] => _metrics.GetValueOrDefault((metric, type), _none);

    public static NetdataState Parse(string text)
    {
        NetdataState state = new();
        foreach (Match sample in Sample().Matches(text))
        {
            string dimension = sample.Groups["dimension"].Value;
            double value = double.Parse(sample.Groups["value"].Value, CultureInfo.InvariantCulture);
            if (Private().Match(sample.Groups["chart"].Value) is { Success: true } chart)
            {
                (string, string Type) key = (chart.Groups["metric"].Value, chart.Groups["type"].Value);
                state._families[key] = sample.Groups["family"].Value;
                state._metrics.TryAdd(key, []);
                // It keeps integers: what may have a fraction, in thousandths.
                state._metrics[key][dimension] = key.Type is "gauge" or "timer" or "histogram"
                    && dimension != "events" ? value / 1000 : value;
            }
            else
            {
                state._own[(sample.Groups["chart"].Value, dimension)] = value;
            }
        }

        return state;
    }

    /// <summary>One dimension of all metrics of a type, by their names.</summary>
    public IReadOnlyDictionary<string, double> All(string type, string dimension) => _metrics
        .Where(metric => metric.Key.Type == type && metric.Value.ContainsKey(dimension)
            && !metric.Key.Metric.StartsWith("fence.", StringComparison.Ordinal))
        .ToDictionary(metric => metric.Key.Metric, metric => metric.Value[dimension]);

    /// <summary>The menu that a metric is shown in: that of its type, unless a tag says which.</summary>
    public string? Family(string metric, string type) => _families.GetValueOrDefault((metric, type));

    [GeneratedRegex(
        """^netdata_\S+\{chart="(?<chart>[^"]*)",family="(?<family>[^"]*)",dimension="(?<dimension>[^"]*)"\} (?<value>\S+)\r?$""",
        RegexOptions.Multiline)]
    private static partial Regex Sample();

    [GeneratedRegex("^statsd_(?<metric>.+)[._](?<type>counter|gauge|timer|histogram|set|dictionary|meter)$")]
    private static partial Regex Private();
}
