namespace Easy.Logger.Tests.DogStatsd.Agent;

/// <summary>Lines of metrics.</summary>
internal sealed partial class DatagramParserTests
{
    [Test]
    public void Parse_BareMetric_HasNothingElse()
    {
        ParsedMetric metric = Only<ParsedMetric>("page.views:1|c");

        using (Assert.EnterMultipleScope())
        {
            Assert.That((metric.Line, metric.Name, metric.Type), Is.EqualTo(("page.views:1|c", "page.views", "c")));
            Assert.That(metric.Values, Is.EqualTo(["1"]));
            Assert.That(metric.Numbers, Is.EqualTo([1.0]));
            Assert.That(metric.Tags, Is.Empty);
            Assert.That((metric.SampleRate, metric.Timestamp), Is.EqualTo(((double?)null, (long?)null)));
            Assert.That(
                (metric.ContainerId, metric.ExternalData, metric.Cardinality), Is.EqualTo(((string?)null, (string?)null, (string?)null)));
        }
    }

    [TestCase("a:1|c|@0.5|#x:y,z|T1656581409|c:id|e:it-false,cn-app|card:orchestrator")]
    [TestCase("a:1|c|card:orchestrator|e:it-false,cn-app|c:id|T1656581409|#x:y,z|@0.5")]
    [TestCase("a:1|c|#x:y,z|c:id|@0.5|card:orchestrator|T1656581409|e:it-false,cn-app")]
    public void Parse_MetricFieldsInAnyOrder_AreTaken(string line)
    {
        ParsedMetric metric = Only<ParsedMetric>(line);

        using (Assert.EnterMultipleScope())
        {
            Assert.That((metric.SampleRate, metric.Timestamp), Is.EqualTo(((double?)0.5, (long?)1656581409)));
            Assert.That(metric.Tags, Is.EqualTo(["x:y", "z"]));
            Assert.That(
                (metric.ContainerId, metric.ExternalData, metric.Cardinality), Is.EqualTo(("id", "it-false,cn-app", "orchestrator")));
        }
    }

    [Test]
    public void Parse_PackedValues_AreTaken([Values("c", "g", "ms", "h", "d")] string type)
    {
        ParsedMetric metric = Only<ParsedMetric>($"a:1:-2.50:+3|{type}");

        Assert.That(metric.Type, Is.EqualTo(type));
        Assert.That(metric.Values, Is.EqualTo(["1", "-2.50", "+3"]));
        Assert.That(metric.Numbers, Is.EqualTo([1, -2.5, 3]));
    }

    [Test]
    public void Parse_Set_HasOneText()
    {
        ParsedMetric metric = Only<ParsedMetric>("users:Müller 1e5|s");

        Assert.That(metric.Values, Is.EqualTo(["Müller 1e5"]));
        Assert.That(metric.Numbers, Is.Empty);
    }

    [Test]
    public void Parse_Timestamp_IsOfCountsAndGauges([Values("c", "g")] string type) =>
        Assert.That(Only<ParsedMetric>($"a:1|{type}|T1656581409").Timestamp, Is.EqualTo(1656581409));

    [Test]
    public void Parse_Cardinality_IsTaken([Values("none", "low", "orchestrator", "high")] string word) =>
        Assert.That(Only<ParsedMetric>($"a:1|c|card:{word}").Cardinality, Is.EqualTo(word));

    [TestCase("0", 0)]
    [TestCase("007", 7)]
    [TestCase("9007199254740993", 9007199254740992)]
    [TestCase("0.1", 0.1)]
    [TestCase("+1.50", 1.5)]
    [TestCase("-123456789012345678901234567890", -123456789012345678901234567890d)]
    public void Parse_Number_IsTaken(string text, double expected) =>
        Assert.That(Only<ParsedMetric>($"a:{text}|g").Numbers, Is.EqualTo([expected]));

    [TestCase("1e5")]
    [TestCase("1E-7")]
    [TestCase("NaN")]
    [TestCase("Infinity")]
    [TestCase("∞")]
    [TestCase("-")]
    [TestCase("")]
    [TestCase(" 1")]
    [TestCase("1 ")]
    [TestCase("1,5")]
    [TestCase("1.")]
    [TestCase(".5")]
    [TestCase("--1")]
    [TestCase("0x1")]
    [TestCase("1.2.3")]
    [TestCase("١")] // a digit, but none of ours
    [TestCase("1:")]
    [TestCase(":1")]
    [TestCase("1::2")]
    public void Parse_NoNumber_Throws(string text) => AssertRefused($"a:{text}|h", "is no number");

    [Test]
    public void Parse_NumberBeyondDoubles_Throws() => AssertRefused($"a:{new string('9', 400)}|g", "is no number");

    [TestCase(":1|c", "'' is no name")]
    [TestCase("a@b:1|c", "'a@b' is no name")]
    [TestCase("a|b:1|c", "no colon")]
    [TestCase("a", "no colon")]
    [TestCase("|", "no colon")]
    [TestCase("a:b:1|c", "'b' is no number")]
    [TestCase("a:b:1|s", "a set has one value")]
    [TestCase("a:1:2|s", "a set has one value")]
    [TestCase("a:|s", "a set has one value")]
    [TestCase("a:1", "no type")]
    [TestCase("a:1|", "no type")]
    [TestCase("a:1|C", "no type")]
    [TestCase("a:1|m", "no type")]
    [TestCase("a:1|c ", "no type")]
    [TestCase("a:1|@0.5|c", "no type")]
    [TestCase("a:1|c|", "unknown field ''")]
    [TestCase("a:1|c||#x", "unknown field ''")]
    [TestCase("a:1|c|x:y", "unknown field 'x:y'")]
    [TestCase("a:1|c|C:id", "unknown field 'C:id'")]
    [TestCase("a:1|c| #x", "unknown field ' #x'")]
    [TestCase("a:1|c|d:1656581409", "unknown field 'd:1656581409'")]
    [TestCase("a:1|c|#x|#y", "more than one '#'")]
    [TestCase("a:1|c|@1|@1", "more than one '@'")]
    [TestCase("a:1|c|T1|T1", "more than one 'T'")]
    [TestCase("a:1|c|c:1|c:2", "more than one 'c:'")]
    [TestCase("a:1|c|e:1|e:2", "more than one 'e:'")]
    [TestCase("a:1|c|card:low|card:low", "more than one 'card:'")]
    [TestCase("a:1|c|c:", "nothing behind 'c:'")]
    [TestCase("a:1|c|e:", "nothing behind 'e:'")]
    [TestCase("a:1|c|T", "nothing behind 'T'")]
    [TestCase("a:1|c|@", "nothing behind '@'")]
    [TestCase("a:1|c|#", "nothing behind '#'")]
    [TestCase("a:1|c|card:", "nothing behind 'card:'")]
    [TestCase("a:1|c|card:Low", "'card:' has 'Low'")]
    [TestCase("a:1|c|#,", "empty tag")]
    [TestCase("a:1|c|#x,", "empty tag")]
    [TestCase("a:1|c|#x,,y", "empty tag")]
    [TestCase("a:1|c|@0", "sample rate")]
    [TestCase("a:1|c|@1.01", "sample rate")]
    [TestCase("a:1|c|@-0.5", "sample rate")]
    [TestCase("a:1|c|@1e-1", "is no number")]
    [TestCase("a:1|c|T0", "not Unix seconds")]
    [TestCase("a:1|c|T-1", "not Unix seconds")]
    [TestCase("a:1|c|T1.5", "not Unix seconds")]
    [TestCase("a:1|c|T99999999999999999999", "not Unix seconds")]
    [TestCase("a:1|ms|T1", "only counts and gauges")]
    [TestCase("a:1|h|T1", "only counts and gauges")]
    [TestCase("a:1|d|T1", "only counts and gauges")]
    [TestCase("a:1|s|T1", "only counts and gauges")]
    public void Parse_MetricAgainstTheGrammar_Throws(string line, string why) => AssertRefused(line, why);

    [Test]
    public void Parse_Tags_AreSplitAtCommasOnly()
    {
        ParsedMetric metric = Only<ParsedMetric>(@"a:1|g|#x:1:2,y\,z, w ,größe:µ,:v,k:");

        Assert.That(metric.Tags, Is.EqualTo(["x:1:2", @"y\", "z", " w ", "größe:µ", ":v", "k:"]));
        Assert.That(
            metric.TagPairs.Select(pair => (pair.Key, pair.Value)),
            Is.EqualTo(new (string, string?)[] { ("x", "1:2"), (@"y\", null), ("z", null), (" w ", null), ("größe", "µ"), ("", "v"),
                ("k", "") }));
    }
}
