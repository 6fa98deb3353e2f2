using System.Text.Json;
using System.Text.RegularExpressions;

namespace Easy.Logger.Tests.Documents;

/// <summary>The dashboard and the alert rules name instruments and attributes that exist, as Prometheus has them.</summary>
[Category("Documents")]
internal sealed class MonitoringFileTests
{
    private const string Dashboard = "docs/monitoring/grafana-dashboard.json";
    private const string Rules = "docs/monitoring/prometheus-rules.yml";

    [TestCase(Dashboard)]
    [TestCase(Rules)]
    public void Names_AreThoseOfTheInstrumentsAndTheirAttributes(string file)
    {
        string[] used = [.. Regex.Matches(Text(file), "easy_logger_[a-z_]+").Select(match => match.Value).Distinct()];

        Assert.That(() => JsonDocument.Parse(Text(Dashboard)).Dispose(), Throws.Nothing);
        Assert.That(used, Has.Length.GreaterThan(5));
        Assert.That(used.Except(Known()), Is.Empty);
    }

    /// <summary>By the rules of OpenTelemetry: https://opentelemetry.io/docs/specs/otel/compatibility/prometheus_and_openmetrics.</summary>
    private static IEnumerable<string> Known()
    {
        foreach (string[] row in MarkdownFile.Named("docs/monitoring.md").Rows("instrument"))
        {
            string name = Prometheus(row[0]) + row[2].Trim('`') switch
            {
                "s" => "_seconds",
                "By" => "_bytes",
                _ => string.Empty,
            };
            foreach (string suffix in row[1] switch
            {
                "counter" => ["_total"],
                "histogram" => ["_bucket", "_sum", "_count"],
                _ => new[] { string.Empty }
            })
            {
                yield return name + suffix;
            }

            foreach (string attribute in row[3].Split(','))
            {
                yield return Prometheus(attribute);
            }
        }
    }

    private static string Prometheus(string name) => name.Trim(' ', '`').Replace('.', '_');

    private static string Text(string file) => File.ReadAllText(Path.Combine(Repository.Root, file));
}
