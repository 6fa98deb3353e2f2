using System.Text;
using Easy.Logger.DogStatsd;
using Easy.Logger.DogStatsd.Configuration;
using Easy.Logger.Tests.DogStatsd.Agent;
using FsCheck;
using FsCheck.Fluent;

namespace Easy.Logger.Tests.DogStatsd;

/// <summary>Whatever the application passes, an agent reads one line of it, with these values and these tags.</summary>
[Category("DogStatsd")]
internal sealed class DatagramPropertyTests
{
    [Test]
    public void Metrics_AnyTexts_AreReadAsTheyWereMeant()
    {
        using SenderScene scene = new(options => options.MaxPacketBytes = OptionBounds.MaxPacketBytes.Max);
        Prop.ForAll<(string? Name, string? Member, (string?, string?)[] Tags), double, bool>((texts, number, isSet) =>
        {
            KeyValuePair<string, string?>[] tags = [.. texts.Tags.Select(tag => new KeyValuePair<string, string?>(tag.Item1!, tag.Item2))];
            long invalid = scene.Sender.Statistics.Invalid;
            IReadOnlyList<string> lines = scene.LinesOf(to =>
            {
                if (isSet)
                {
                    to.Set(texts.Name ?? string.Empty, texts.Member ?? string.Empty, tags);
                }
                else
                {
                    to.Gauge(texts.Name ?? string.Empty, number, tags);
                }
            });
            bool isValid = !string.IsNullOrEmpty(texts.Name) && (isSet ? !string.IsNullOrEmpty(texts.Member) : double.IsFinite(number));
            if (!isValid)
            {
                return scene.Sender.Statistics.Invalid == invalid + 1 && lines.Count == 0;
            }

            ParsedMetric metric = (ParsedMetric)DatagramParser.Parse(Encoding.UTF8.GetBytes(string.Join('\n', lines))).Single();
            string? expected = new DogStatsdTagSerializer().Format(tags);
            return metric.Type == (isSet ? "s" : "g")
                && (isSet || metric.Numbers.Single().Equals(number == 0 ? 0d : number))
                && metric.Tags.SequenceEqual(expected?.Split(',') ?? []);
        }).Check(Config.QuickThrowOnFailure.WithMaxTest(500));
    }

    [Test]
    public void Events_AnyTexts_AreReadAsTheyWereMeant()
    {
        using SenderScene scene = new();
        Prop.ForAll<NonEmptyString, NonEmptyString, (string?, string?, string?)>((title, text, others) =>
        {
            string line = scene.LineOf(to => to.Event(new DogStatsdEvent(title.Get, text.Get)
            {
                AggregationKey = others.Item1,
                Hostname = others.Item2,
                SourceType = others.Item3
            }, new[] { "a:b" }));
            ParsedEvent read = (ParsedEvent)DatagramParser.Parse(Encoding.UTF8.GetBytes(line)).Single();
            return read.Title == Unbroken(title.Get) && read.Text == Unbroken(text.Get) && read.Tags.Single() == "a:b";
        }).Check(Config.QuickThrowOnFailure.WithMaxTest(500));

        // What is written for a line break is read as one, and so is the same in the text: the protocol has no escape for it.
        static string Unbroken(string text) => WellFormed(text).Replace("\r\n", "\n", StringComparison.Ordinal).Replace('\r', '\n').Replace(
            "\\n", "\n", StringComparison.Ordinal);
    }

    [Test]
    public void ServiceChecks_AnyTexts_AreReadAsTheyWereMeant()
    {
        using SenderScene scene = new();
        Prop.ForAll<NonEmptyString, string?, string?>((name, message, host) =>
        {
            string wanted = WellFormed(name.Get).Replace("|", string.Empty, StringComparison.Ordinal)
                .Replace("\r", string.Empty, StringComparison.Ordinal).Replace("\n", string.Empty, StringComparison.Ordinal);
            IReadOnlyList<string> lines =
                scene.LinesOf(to => to.ServiceCheck(name.Get, DogStatsdServiceStatus.Warning, message, new[] { "a:b" }, host));
            if (wanted.Length == 0)
            {
                return lines.Count == 0;
            }

            ParsedServiceCheck read = (ParsedServiceCheck)DatagramParser.Parse(Encoding.UTF8.GetBytes(string.Join('\n', lines))).Single();
            return read.Name == wanted && read.Status == 1 && read.Tags.Single() == "a:b";
        }).Check(Config.QuickThrowOnFailure.WithMaxTest(500));
    }

    private static string WellFormed(string text) => Encoding.UTF8.GetString(Encoding.UTF8.GetBytes(text));
}
