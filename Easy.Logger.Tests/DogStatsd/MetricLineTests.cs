using System.Text;
using Easy.Logger.DogStatsd;
using Easy.Logger.DogStatsd.Configuration;
using Easy.Logger.DogStatsd.Datagrams;
using FsCheck;
using FsCheck.Fluent;

namespace Easy.Logger.Tests.DogStatsd;

/// <summary>Metrics, byte for byte as the documented grammar has them.</summary>
[Category("DogStatsd")]
internal sealed class MetricLineTests
{
    private static readonly string?[] _tags = ["a:b", "c"];
    private static readonly double[] _values = [1, 2.5, -3];
    private static readonly DateTimeOffset _time = DateTimeOffset.FromUnixTimeSeconds(1_656_581_400);

    private static IEnumerable<GoldenLine> Written => GoldenLine.All.Where(line => line.Call is not null);

    /// <summary>What a sender writes is what other people's servers were asked about, byte for byte.</summary>
    [TestCaseSource(nameof(Written))]
    public void Sender_Call_WritesTheLine(GoldenLine line)
    {
        using SenderScene scene = new(line.Configure);

        Assert.That(string.Join('\n', scene.LinesOf(line.Call!)), Is.EqualTo(line.Text));
    }

    [Test]
    public void Timestamps_OfGauges_AreInSecondsAndNotBeforeTheEpoch()
    {
        using SenderScene scene = new();

        Assert.That(scene.LineOf(to => to.Gauge("a", 15, timestamp: _time)), Is.EqualTo("a:15|g|T1656581400"));
        Assert.That(scene.LineOf(to => to.Gauge("a", 15, timestamp: DateTimeOffset.MinValue)), Is.EqualTo("a:15|g"));
    }

    /// <summary>
    /// Servers that know no fields but the sample rate refuse a line with one before the tags, and glue one behind them to the last tag.
    /// </summary>
    [TestCase(false, "|c:83c0a99c|e:it-false,cn-nginx|card:low")]
    [TestCase(true, "")]
    public void Origin_EveryKindOfLine_HasItBehindTheTagsUnlessTheyAreToBeLast(bool tagsLast, string origin)
    {
        using SenderScene scene = new(options =>
        {
            options.ContainerId = "83c0a99c\n";
            options.ExternalData = "it-false,cn-nginx";
            options.Cardinality = DogStatsdCardinality.Low;
            options.TagsLast = tagsLast;
            options.Tags = new DogStatsdTagSerializer(["env:test"]);
        });
        string tags = "|#env:test,a:b,c";
        string timestamp = tagsLast ? string.Empty : "|T1656581400";

        Assert.That(
            scene.LineOf(to => to.Counter("a", 1, _tags, sampleRate: 0.999_999, timestamp: _time)),
            Is.EqualTo($"a:1|c|@0.999999{tags}{timestamp}{origin}"));
        Assert.That(scene.LineOf(to => to.Set("a", "m", _tags)), Is.EqualTo($"a:m|s{tags}{origin}"));
        Assert.That(scene.LineOf(to => to.Event(new DogStatsdEvent("b", "c"), _tags)), Is.EqualTo($"_e{{1,1}}:b|c{tags}{origin}"));
        Assert.That(
            scene.LineOf(to => to.ServiceCheck("d", DogStatsdServiceStatus.Ok, "why", _tags)), Is.EqualTo($"_sc|d|0{tags}{origin}|m:why"));
        Assert.That(scene.Transport.Parsed, Has.Count.EqualTo(4), "as documented");
    }

    [Test]
    public void Tags_BothForms_AreTheSame()
    {
        using SenderScene scene = new(options => options.Tags = new DogStatsdTagSerializer(["env:test"]));
        KeyValuePair<string, string?>[] pairs = [new("a", "b"), new("c", null)];
        ReadOnlySpan<string?> span = _tags;
        scene.Sender.Counter("x", 1, span);
        ReadOnlySpan<KeyValuePair<string, string?>> pairSpan = pairs;
        scene.Sender.Counter("x", 1, pairSpan);
        scene.Sender.Counter("x", 1, pairs);
        scene.Sender.Counter("x", 1, _tags);
        scene.Sender.Counter("x", 1, (string?[]?)null);
        scene.Flush();

        Assert.That(scene.Transport.Lines.Take(4), Is.All.EqualTo("x:1|c|#env:test,a:b,c"));
        Assert.That(scene.Transport.Lines[4], Is.EqualTo("x:1|c|#env:test"));
    }

    [TestCase("Class::Method", "Class.Method")]
    [TestCase("a:b|c@d\r\ne", "a_b_c_d__e")]
    [TestCase(":::", "._")]
    [TestCase("\u00FCmlaut \uD83D\uDE00", "\u00FCmlaut \uD83D\uDE00")]
    public void Name_Characters_EndNothing(string name, string expected)
    {
        using SenderScene scene = new(options => options.Prefix = "p.");

        Assert.That(scene.LineOf(to => to.Counter(name, 1)), Is.EqualTo($"p.{expected}:1|c"));
        Assert.That(scene.LineOf(to => to.Set("a", "::1|x\ny,z")), Is.EqualTo("p.a:__1_x_y,z|s"));
    }

    /// <summary>With <c>_sc</c> a service check begins, with <c>_e{</c> an event.</summary>
    [TestCase("_scheduler.jobs", "scheduler.jobs")]
    [TestCase("_e{1,1", "e{1,1")]
    [TestCase("_events", "_events")]
    public void Name_BeginsLikeAnotherKindOfLine_IsThatOfAMetric(string name, string expected)
    {
        using SenderScene scene = new();
        using SenderScene prefixed = new(options => options.Prefix = name.Substring(0, 2));

        Assert.That(scene.LineOf(to => to.Counter(name, 1)), Is.EqualTo($"{expected}:1|c"));
        Assert.That(scene.LineOf(to => to.Set(name, "a")), Is.EqualTo($"{expected}:a|s"));
        Assert.That(prefixed.LineOf(to => to.Gauge(name.Substring(2), 1)), Is.EqualTo($"{expected}:1|g"));
    }

    /// <summary>What is not written needs no room: neither the mark of tags that are not there nor that of a host.</summary>
    [TestCase(0)]
    [TestCase(1)]
    [TestCase(2)]
    public void Line_AsLongAsItMayBe_IsSent(int less)
    {
        using SenderScene scene = new();
        string name = new('n', LineFormat.MaxBytes - 4 - less);

        Assert.That(scene.LineOf(to => to.Counter(name, 1, new[] { null, "|" })), Is.EqualTo($"{name}:1|c"));
        Assert.That(
            scene.LineOf(to => to.ServiceCheck(name.Substring(2), DogStatsdServiceStatus.Ok, hostname: "|")),
            Is.EqualTo($"_sc|{name.Substring(2)}|0"));
        Assert.That(scene.LinesOf(to => to.Counter(new string('n', LineFormat.MaxBytes - 3), 1)), Is.Empty);
    }

    [Test]
    public void SampleRate_Share_IsSentWithItsRate()
    {
        using SenderScene scene = new(options => options.MaxPacketBytes = OptionBounds.MaxPacketBytes.Max);
        for (int i = 0; i < 20_000; i++)
        {
            scene.Sender.Counter("a", 1, sampleRate: 0.25);
            scene.Sender.Counter("none", 1, sampleRate: 0);
            scene.Sender.Counter("none", 1, sampleRate: -1);
        }

        scene.Sender.Counter("all", 1, sampleRate: 2);
        scene.Flush();

        // 5,000 are expected; with a standard deviation of 61 it will never be 500 off.
        IReadOnlyList<string> sampled = [.. scene.Transport.Lines.Where(line => line == "a:1|c|@0.25")];
        Assert.That(sampled, Has.Count.InRange(4_500, 5_500));
        Assert.That(scene.Transport.Lines.Except(sampled), Is.EqualTo(new[] { "all:1|c" }));
        Assert.That(scene.Sender.Statistics.Accepted, Is.EqualTo(sampled.Count + 1));
    }

    [Test]
    public void Invalid_Calls_AreCountedAndNotSent()
    {
        using SenderScene scene = new();
        DogStatsdSender sender = scene.Sender;

        sender.Counter(string.Empty, 1);
        sender.Gauge("a", double.NaN);
        sender.Histogram("a", [1, double.PositiveInfinity]);
        sender.Distribution("a", [double.NegativeInfinity, 1]);
        sender.Histogram("a", []);
        sender.Set("a", string.Empty);
        sender.Set(string.Empty, "a");
        sender.Set("a", "a", sampleRate: double.NaN);
        sender.Timer("a", 1, sampleRate: double.NaN);
        sender.Event(new DogStatsdEvent(string.Empty, "text"));
        sender.ServiceCheck("|", DogStatsdServiceStatus.Ok);
        sender.ServiceCheck("a", (DogStatsdServiceStatus)4);
        sender.Counter("b", 1);
        scene.Flush();

        Assert.That(scene.Transport.Lines, Is.EqualTo(new[] { "b:1|c" }));
        Assert.That(
            (sender.Statistics.Accepted, sender.Statistics.Invalid, sender.Statistics.Sent, sender.Statistics.Pending),
            Is.EqualTo((13L, 12L, 1L, 0L)));
    }

    [Test]
    public void Null_WhereNoneIsExpected_Throws()
    {
        using SenderScene scene = new();
        DogStatsdSender sender = scene.Sender;

        Assert.That(() => sender.Counter(null!, 1), Throws.ArgumentNullException);
        Assert.That(() => sender.Histogram(null!, _values), Throws.ArgumentNullException);
        Assert.That(() => sender.Distribution(null!, _values), Throws.ArgumentNullException);
        Assert.That(() => sender.Timer(null!, _values), Throws.ArgumentNullException);
        Assert.That(() => sender.Set("a", null!), Throws.ArgumentNullException);
        Assert.That(() => sender.Set(null!, "a"), Throws.ArgumentNullException);
        Assert.That(() => sender.Event(null!), Throws.ArgumentNullException);
        Assert.That(() => sender.ServiceCheck(null!, DogStatsdServiceStatus.Ok), Throws.ArgumentNullException);
        Assert.That(() => new DogStatsdTagSerializer().WriteTo(null!, ReadOnlySpan<string?>.Empty), Throws.ArgumentNullException);
        Assert.That(() => new DogStatsdEvent(null!, "a"), Throws.ArgumentNullException);
        Assert.That(() => new DogStatsdEvent("a", null!), Throws.ArgumentNullException);
        Assert.That(sender.Statistics.Accepted, Is.Zero);
    }

    /// <summary>Numbers as every server reads them: never an exponent, never another culture's point, and the same number again.</summary>
    [TestCase(-0d, "0")]
    [TestCase(3.141592653589793, "3.141592653589793")]
    [TestCase(-1.25e-7, "-0.000000125")]
    [TestCase(9007199254740993d, "9007199254740992")]
    [TestCase(-1.5e22, "-15000000000000000000000")]
    public void TryWrite_Number_IsPlain(double number, string expected) => Assert.That(TextOf(number), Is.EqualTo(expected));

    [Test]
    public void TryWrite_AnyNumber_IsItself()
    {
        Prop.ForAll<double>(number => !NumberText.IsNumber(number) || IsItself(number)).QuickCheckThrowOnFailure();
        Prop.ForAll<long>(bits => !NumberText.IsNumber(BitConverter.Int64BitsToDouble(bits))
            || IsItself(BitConverter.Int64BitsToDouble(bits)))
            .Check(Config.QuickThrowOnFailure.WithMaxTest(2_000));
        double[] extremes = [double.MaxValue, double.MinValue, double.Epsilon, -double.Epsilon, 2.2250738585072014E-308, 5e-324];
        Assert.That(extremes, Is.All.Matches<double>(IsItself));
    }

    [Test]
    public void TryWrite_NoRoom_SaysSo()
    {
        Assert.That(NumberText.TryWrite(123.5, new byte[4], out _), Is.False);
        Assert.That(NumberText.TryWrite(1e-10, new byte[4], out _), Is.False);
        Assert.That(NumberText.TryWrite(12_345L, new byte[4], out _), Is.False);
    }

    [Test]
    [SetCulture("de-DE")]
    public void TryWrite_OtherCulture_IsTheSame() =>
        Assert.That((TextOf(0.5), TextOf(1.5e-7), TextOf(-3)), Is.EqualTo(("0.5", "0.00000015", "-3")));

    private static bool IsItself(double number)
    {
        string text = TextOf(number);
        return text.All(character => character is '-' or '.' or (>= '0' and <= '9'))
            && double.Parse(text, CultureInfo.InvariantCulture).Equals(number == 0 ? 0d : number);
    }

    private static string TextOf(double number)
    {
        byte[] memory = new byte[NumberText.MaxBytes];
        Assert.That(NumberText.TryWrite(number, memory, out int written), Is.True);
        return Encoding.UTF8.GetString(memory, 0, written);
    }
}
