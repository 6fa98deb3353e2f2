using System.Buffers;
using System.Text;
using Easy.Logger.DogStatsd;
using Easy.Logger.DogStatsd.Tags;
using FsCheck;
using FsCheck.Fluent;

namespace Easy.Logger.Tests.DogStatsd;

/// <summary>The tag serializer writes what the requirement document's does, in every form, and has none of its later defects.</summary>
[Category("DogStatsd")]
internal sealed class TagSerializerTests
{
    private static readonly string[] _global = ["app:foo", "env:abc", "version:123"];
    private static readonly string?[] _texts = ["host:storage", "network:gigabit", "request:xyz"];
    private static readonly KeyValuePair<string, string?>[] _pairs =
        [new("host", "storage"), new("network", "gigabit"), new("request", "xyz")];

    [Test]
    public void Format_SixCategories_AreThoseOfTheArticle()
    {
        DogStatsdTagSerializer none = new();
        DogStatsdTagSerializer some = new(_global);

        Assert.That(none.Format(), Is.Null);
        Assert.That(some.Format(), Is.EqualTo("app:foo,env:abc,version:123"));
        Assert.That(none.Format(_texts), Is.EqualTo("host:storage,network:gigabit,request:xyz"));
        Assert.That(some.Format(_texts), Is.EqualTo("app:foo,env:abc,version:123,host:storage,network:gigabit,request:xyz"));
        Assert.That(none.Format(_pairs), Is.EqualTo("host:storage,network:gigabit,request:xyz"));
        Assert.That(some.Format(_pairs), Is.EqualTo("app:foo,env:abc,version:123,host:storage,network:gigabit,request:xyz"));
    }

    [Test]
    public void Format_NoMessageTags_IsTheSameStringEachTime()
    {
        DogStatsdTagSerializer some = new(_global);

        Assert.That(some.Format(), Is.SameAs(some.Format([null, ""])));
        Assert.That(some.Format(ReadOnlySpan<KeyValuePair<string, string?>>.Empty), Is.SameAs(some.Format(ReadOnlySpan<string?>.Empty)));
    }

    [Test]
    public void Format_TagsWithSeparators_AreMalformedAndNoMore()
    {
        DogStatsdTagSerializer some = new(["host:storage", "network:gigabit", "yolo:malformed,tag"]);

        Assert.That(
            some.Format(["request:xyz", "another:mal|for,med"]),
            Is.EqualTo("host:storage,network:gigabit,yolo:malformedtag,request:xyz,another:malformed"));
        Assert.That(
            some.Format(Pairs(("request", "xyz"), ("another", "mal|for,med"))),
            Is.EqualTo("host:storage,network:gigabit,yolo:malformedtag,request:xyz,another:malformed"));
        Assert.That(new DogStatsdTagSerializer().Format(["name:foo, bar, and foo"]), Is.EqualTo("name:foo bar and foo"));
    }

    /// <summary>A fast way looked only for the pipe while the slow one removed commas as well, so a comma alone came through.</summary>
    [TestCase(TagCleaning.Strip, "ab", "a:b")]
    [TestCase(TagCleaning.Replace, "a_b", "a:b")]
    [TestCase(TagCleaning.Strict, "ab", "a:b")]
    public void Format_EveryCharacter_FastAndSlowWayAgree(TagCleaning cleaning, string separated, string colon)
    {
        DogStatsdTagSerializer serializer = new(null, cleaning);
        byte[] slow = new byte[16];
        List<string> wrong = [];
        for (int i = 0; i <= char.MaxValue; i++)
        {
            string tag = $"a{(char)i}b";
            TagText.TryWriteClean(tag, slow, cleaning, out int written);
            string? formatted = serializer.Format([tag]);
            string expected = i switch
            {
                ',' or '|' or '\r' or '\n' => separated,
                ':' => colon,
                _ => char.IsSurrogate((char)i) ? "a\uFFFDb" : tag,
            };
            if (formatted != expected || Encoding.UTF8.GetString(slow, 0, written) != expected)
            {
                wrong.Add($"U+{i:X4}: {formatted}");
            }
        }

        Assert.That(wrong, Is.Empty);
    }

    /// <summary>A global tag with two colons was lost without a word.</summary>
    [Test]
    public void Format_TwoColons_NothingIsLost()
    {
        Assert.That(new DogStatsdTagSerializer(["a:b:c", "d::e"]).Format(["f:g:h"]), Is.EqualTo("a:b:c,d::e,f:g:h"));
        Assert.That(new DogStatsdTagSerializer(["a:b:c"]).Format(Pairs(("f", "g:h"))), Is.EqualTo("a:b:c,f:g:h"));
    }

    [Test]
    public void Format_NothingInIt_IsLeftOut()
    {
        DogStatsdTagSerializer none = new([null, "", ",|"]);

        Assert.That(none.HasGlobal, Is.False);
        Assert.That(none.GlobalUtf8.Length, Is.Zero);
        Assert.That(none.Format([null, "", "|", "a", "", ","]), Is.EqualTo("a"));
        Assert.That(none.Format(Pairs((null, "x"), ("", "x"), (",", "x"), ("a", null), ("b", ""))), Is.EqualTo("a,b:"));
        Assert.That(none.Format([null]), Is.Null);
        Assert.That(none.Format((string?[]?)null), Is.Null);
    }

    [Test]
    public void Constructor_SameNameTwice_LaterCounts() =>
        Assert.That(
            new DogStatsdTagSerializer(["env:a", "app:x", "env:b", "bare", "bare", "url:http://a", "url:b:c"]).Format(),
            Is.EqualTo("env:b,app:x,bare,url:b:c"));

    [Test]
    public void Constructor_StrictAndSeparator_IsRefusedWithTheTag([Values("a,b", "a|b", "a\nb", "a\rb")] string tag)
    {
        Assert.That(() => new DogStatsdTagSerializer([tag], TagCleaning.Strict), Throws.ArgumentException.With.Message.Contains(tag));
        Assert.That(new DogStatsdTagSerializer(["a:b"], TagCleaning.Strict).Format([tag]), Is.EqualTo("a:b,ab"));
    }

    [Test]
    public void GlobalTags_ListChangesLater_StayAsTheyWere()
    {
        List<string?> given = [.. _global];
        DogStatsdTagSerializer serializer = new(given);
        given.Clear();

        Assert.That(Encoding.UTF8.GetString(serializer.GlobalUtf8), Is.EqualTo("app:foo,env:abc,version:123"));
    }

    [Test]
    public void Format_Input_IsNotChanged()
    {
        string tag = new(['a', ',', 'b']);
        string?[] tags = [tag, null];
        KeyValuePair<string, string?>[] pairs = [new(tag, tag)];

        new DogStatsdTagSerializer(null, TagCleaning.Replace).Format(tags);
        new DogStatsdTagSerializer(null, TagCleaning.Replace).Format(pairs);

        Assert.That(tags, Is.EqualTo(new[] { "a,b", null }));
        Assert.That(tags[0], Is.SameAs(tag));
        Assert.That(pairs[0].Key, Is.EqualTo("a,b"));
    }

    /// <summary>Exactly enough room is enough, a byte less is told; all forms write the same.</summary>
    [Test]
    public void AllForms_AnyTags_WriteTheSame()
    {
        Prop.ForAll<string?[], string?[], int>((global, texts, cleaning) =>
        {
            DogStatsdTagSerializer serializer = new(global, (TagCleaning)(Math.Abs(cleaning % 2)));
            string? formatted = serializer.Format(texts);
            byte[] expected = Encoding.UTF8.GetBytes(formatted ?? string.Empty);
            ArrayBufferWriter<byte> writer = new();
            serializer.WriteTo(writer, texts);
            byte[] exact = new byte[expected.Length];
            bool fits = serializer.TryWrite(exact, texts, out int written);
            bool tooSmall = expected.Length == 0 || !serializer.TryWrite(new byte[expected.Length - 1], texts, out int none) && none == 0;
            KeyValuePair<string, string?>[] pairs =
                [.. texts.Where(text => text is not null).Select(text => new KeyValuePair<string, string?>(text!, null))];
            return fits && tooSmall && written == expected.Length && exact.SequenceEqual(expected)
                && writer.WrittenSpan.SequenceEqual(expected) && serializer.Format(pairs) == formatted;
        }).QuickCheckThrowOnFailure();
    }

    /// <summary>Whatever is in names and values, the agent finds these tags and no others.</summary>
    [Test]
    public void Format_AnyTexts_AreTheSameTagsForTheAgent()
    {
        Prop.ForAll<(string?, string?)[]>(tags =>
        {
            KeyValuePair<string, string?>[] pairs = [.. tags.Select(tag => new KeyValuePair<string, string?>(tag.Item1!, tag.Item2))];
            string? formatted = new DogStatsdTagSerializer().Format(pairs);
            string[] expected = [.. pairs.Select(pair => (Name: Clean(pair.Key), pair.Value)).Where(pair => pair.Name.Length > 0)
                .Select(pair => pair.Value is null ? pair.Name : $"{pair.Name}:{Clean(pair.Value)}")];
            return expected.SequenceEqual(formatted?.Split(',') ?? []);
        }).QuickCheckThrowOnFailure();

        static string Clean(string? text) => Encoding.UTF8.GetString(Encoding.UTF8.GetBytes(
            new string([.. (text ?? string.Empty).Where(character => character is not (',' or '|' or '\r' or '\n'))])));
    }

    [Test]
    public void WriteTo_NoWriter_Throws()
    {
        Assert.That(() => new DogStatsdTagSerializer().WriteTo(null!, ReadOnlySpan<string?>.Empty), Throws.ArgumentNullException);
        Assert.That(
            () => new DogStatsdTagSerializer().WriteTo(null!, ReadOnlySpan<KeyValuePair<string, string?>>.Empty),
            Throws.ArgumentNullException);
    }

    [Test]
    public void Environment_AllVariables_BecomeTagsAndExplicitOnesWin()
    {
        Dictionary<string, string> variables = new()
        {
            ["DD_TAGS"] = "team:shop, env:from-list ,, region:eu",
            ["DD_ENTITY_ID"] = "pod-1",
            ["DD_ENV"] = "prod",
            ["DD_SERVICE"] = "orders",
            ["DD_VERSION"] = " 1.2 ",
        };

        Assert.That(
            DogStatsdTagSerializer.FromVariables(variables.GetValueOrDefault, ["service:mine"], TagCleaning.Strip).Format(),
            Is.EqualTo("team:shop,env:prod,region:eu,dd.internal.entity_id:pod-1,service:mine,version:1.2"));
        Assert.That(new DogStatsdTagSerializer(GlobalTags.FromEnvironment(_ => null)).Format(), Is.Null);
    }

    private static KeyValuePair<string, string?>[] Pairs(params (string? Name, string? Value)[] tags) =>
        Array.ConvertAll(tags, tag => new KeyValuePair<string, string?>(tag.Name!, tag.Value));
}
