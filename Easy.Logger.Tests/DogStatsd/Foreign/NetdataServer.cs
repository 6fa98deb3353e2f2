namespace Easy.Logger.Tests.DogStatsd.Foreign;

/// <summary>netdata with its StatsD server alone: of DogStatsD's tags it uses three.</summary>
internal sealed partial class NetdataServer() : StatsdReceiver("netdata")
{
    // A name of the reader's own for each request: a reader that it knows gets what has changed since.
    private const string Query =
        "/api/v1/allmetrics?format=prometheus&source=as-collected&help=no&types=no&timestamps=no"
        + "&filter=statsd_*%20netdata.private_charts%20netdata.statsd_*&server=";

    private int _requests;
    private Dictionary<(string Name, string Family), Dictionary<string, double>> _charts = [];

    /// <summary>Of timers, histograms and sets it has what the last second had, of the rest all. Takes up to a second.</summary>
    public override IReadOnlyList<string> Read(int datagrams)
    {
        Eventually.Holds(
            () =>
            {
                ReadWhole();
                return Own("netdata.statsd_packets", "udp") >= datagrams + Fences;
            },
            $"{datagrams} datagram(s)");
        return
        [
            .. from chart in _charts
               let metric = Metric().Match(chart.Key.Name)
               where metric.Success && !metric.Groups["name"].Value.StartsWith("fence.", StringComparison.Ordinal)
               let type = metric.Groups["type"].Value
               let family = chart.Key.Family == "night" ? " in night" : string.Empty
               select $"{type} {metric.Groups["name"].Value} {Text(type, chart.Value)}{family}",
        ];
    }

    /// <summary>It keeps integers: what may have a fraction, in thousandths.</summary>
    private static string Text(string type, Dictionary<string, double> values) => type switch
    {
        "gauge" => $"{values["gauge"] / 1000}",
        "timer" or "histogram" => $"{values["average"] / 1000} from {values["min"] / 1000} to {values["max"] / 1000}",
        "set" => $"{values["unique"]} of {values["events"]}",
        "dictionary" => string.Join(' ', values.Where(value => value.Key != "events").Select(value => $"{value.Key}={value.Value}")),
        _ => $"{values[type]}",
    };

    // It goes through gauges, counters, and so on, once a second. A gauge that is new is found where that begins, when all that was sent
    // before it has been taken in; the number of metrics is written where it ends.
    private void ReadWhole()
    {
        string fence = SendFence("g");
        Eventually.Holds(
            () =>
            {
                string text = Get($"{Query}{++_requests}");
                _charts = Sample().Matches(text).GroupBy(sample => (sample.Groups["chart"].Value, sample.Groups["family"].Value))
                    .ToDictionary(chart => chart.Key, chart => chart.ToDictionary(Dimension, Value));
                return _charts.Keys.Any(key => Metric().Match(key.Name).Groups["name"].Value == fence)
                    && _charts.Keys.Count(key => Metric().IsMatch(key.Name)) == (int)Own("netdata.private_charts", "charts");
            },
            fence);

        static string Dimension(Match sample) => sample.Groups["dimension"].Value;

        static double Value(Match sample) => double.Parse(sample.Groups["value"].Value, CultureInfo.InvariantCulture);
    }

    private string Get(string path)
    {
        using Socket socket = new(AddressFamily.Unix, SocketType.Stream, ProtocolType.Unspecified);
        socket.ReceiveTimeout = (int)Eventually.Patience.TotalMilliseconds;
        socket.Connect(new UnixDomainSocketEndPoint(Folder.File("api.sock")));
        socket.Send(Encoding.ASCII.GetBytes($"GET {path} HTTP/1.1\r\nHost: netdata\r\nConnection: close\r\n\r\n"));
        using StreamReader reader = new(new NetworkStream(socket));
        return reader.ReadToEnd();
    }

    private double Own(string chart, string dimension) =>
        _charts.SingleOrDefault(found => found.Key.Name == chart).Value?.GetValueOrDefault(dimension) ?? 0;

    [GeneratedRegex(
        """^netdata_\S+\{chart="(?<chart>[^"]*)",family="(?<family>[^"]*)",dimension="(?<dimension>[^"]*)"\} (?<value>\S+)\r?$""",
        RegexOptions.Multiline)]
    private static partial Regex Sample();

    [GeneratedRegex("^statsd_(?<name>.+)[._](?<type>counter|gauge|timer|histogram|set|dictionary|meter)$")]
    private static partial Regex Metric();
}
