using System.Text;
using Benchmarker.Micro;
using Easy.Logger.DogStatsd;

namespace Easy.Logger.Tests.Benchmarks;

/// <summary>What is compared gives the same text, or the comparison is worth nothing.</summary>
[Category("DogStatsd")]
internal sealed class DogStatsdTagWaysTests
{
    private static readonly string?[] _malformedTexts =
        ["host:storage", null, "network:gigabit", "", "yolo:malformed|tag", ",|", "request:xyz", "another:mal|for,med"];

    private static readonly KeyValuePair<string, string?>[] _malformedPairs =
        [new("host", "storage"), new("", "left out"), new("|", "left out"), new("na,me", null), new("empty", ""), new("request", "x,y|z")];

    private static IEnumerable<TestCaseData<string>> Categories() =>
        TagCategory.All.Select(category => new TestCaseData<string>(category.Name));

    [TestCaseSource(nameof(Categories))]
    public void EachWay_CategoryOfTheArticle_SameText(string name)
    {
        TagCategory category = TagCategory.All.Single(one => one.Name == name);
        TagCalls calls = new(category.Kind, category.HasGlobal);
        string? expected = Expected(category);

        Assert.Multiple(() =>
        {
            Assert.That(calls.AsString(), Is.EqualTo(expected));
            Assert.That(calls.PlainJoin(), Is.EqualTo(expected));
            Assert.That(calls.WithStringBuilder(), Is.EqualTo(expected));
            Assert.That(Encoding.UTF8.GetString(calls.Bytes, 0, calls.IntoSpan()), Is.EqualTo(expected ?? string.Empty));
            Assert.That(calls.IntoBufferWriter(), Is.EqualTo(expected?.Length ?? 0));
            Assert.That(Encoding.UTF8.GetString(calls.Written), Is.EqualTo(expected ?? string.Empty));
        });
    }

    [Test]
    public void Format_TextsThatNeedCleaning_SameText([Values] bool hasGlobal)
    {
        string[] global = hasGlobal ? ["app:fo|o", "", "env:a,bc"] : [];
        string? expected = new DogStatsdTagSerializer(global).Format(_malformedTexts);

        Assert.That(expected, Does.EndWith("host:storage,network:gigabit,yolo:malformedtag,request:xyz,another:malformed"));
        Assert.That(new PlainJoin(global).Format(_malformedTexts), Is.EqualTo(expected));
        Assert.That(new WithStringBuilder(global).Format(_malformedTexts), Is.EqualTo(expected));
    }

    [Test]
    public void Format_PairsThatNeedCleaning_SameText([Values] bool hasGlobal)
    {
        string[] global = hasGlobal ? ["app:fo|o", "", "env:a,bc"] : [];
        string? expected = new DogStatsdTagSerializer(global).Format(_malformedPairs);

        Assert.That(expected, Does.EndWith("host:storage,name,empty:,request:xyz"));
        Assert.That(new PlainJoin(global).Format(_malformedPairs), Is.EqualTo(expected));
        Assert.That(new WithStringBuilder(global).Format(_malformedPairs), Is.EqualTo(expected));
    }

    [Test]
    public void Format_NothingIsLeft_Null()
    {
        string?[] texts = [null, "", ",|"];
        KeyValuePair<string, string?>[] pairs = [new("", "left out"), new(",", "left out")];

        Assert.Multiple(() =>
        {
            Assert.That(new DogStatsdTagSerializer().Format(texts), Is.Null);
            Assert.That(new PlainJoin([]).Format(texts), Is.Null);
            Assert.That(new WithStringBuilder([]).Format(texts), Is.Null);
            Assert.That(new DogStatsdTagSerializer().Format(pairs), Is.Null);
            Assert.That(new PlainJoin([]).Format(pairs), Is.Null);
            Assert.That(new WithStringBuilder([]).Format(pairs), Is.Null);
        });
    }

    [Test]
    public void Measure_AnyCategory_EveryWayWithARatioToStringJoin()
    {
        IReadOnlyList<TagRow> rows = TagRow.Measure(TagCategory.All[^1], seconds: 0.001);

        Assert.That(
            rows.Select(row => row.Way),
            Is.EqualTo([TagWay.Span, TagWay.BufferWriter, TagWay.Text, TagWay.PlainJoin, TagWay.StringBuilder]));
        Assert.That(rows.Single(row => row.Way == TagWay.PlainJoin).TimesAsFast, Is.EqualTo(1));
        Assert.That(rows.Select(row => row.Nanoseconds), Is.All.Positive);
    }

    private static string? Expected(TagCategory category)
    {
        IEnumerable<string> tags =
        [
            .. category.HasGlobal ? ["app:foo", "env:abc", "version:123"] : Array.Empty<string>(),
            .. category.Kind == TagKind.None ? Array.Empty<string>() : ["host:storage", "network:gigabit", "request:xyz"],
        ];
        return tags.Any() ? string.Join(',', tags) : null;
    }
}
