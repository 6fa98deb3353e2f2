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
    /// <remarks>A global tag with two colons was lost without a word.</remarks>
    [Test]
    public void Format_TagsOfBothForms_AreJoinedWithoutWhatWouldEndThem()
    {
        DogStatsdTagSerializer some = new(["host:storage", "d::e", "yolo:malformed,tag"]);
        string expected = "host:storage,d::e,yolo:malformedtag,request:xyz,f:g:h,another:malformed";

        Assert.That(some.Format(), Is.EqualTo("host:storage,d::e,yolo:malformedtag"));
        Assert.That(some.Format(["request:xyz", "f:g:h", "another:mal|for,med"]), Is.EqualTo(expected));
        Assert.That(some.Format(Pairs(("request", "xyz"), ("f", "g:h"), ("another", "mal|for,med"))), Is.EqualTo(expected));
        Assert.That(new DogStatsdTagSerializer().Format(), Is.Null);
    }

    [Test]
    public void Format_NoMessageTags_IsTheSameStringEachTime()
    {
        DogStatsdTagSerializer some = new(["app:foo", "env:abc"]);

        Assert.That(some.Format(), Is.SameAs(some.Format([null, ""])));
        Assert.That(some.Format(ReadOnlySpan<KeyValuePair<string, string?>>.Empty), Is.SameAs(some.Format(ReadOnlySpan<string?>.Empty)));
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

    /// <summary>Exactly enough room is enough, a byte less is told; all forms write the same.</summary>
    [Test]
    public void AllForms_AnyTags_WriteTheSame()
    {
        Prop.ForAll<string?[], string?[], bool>((global, texts, replaces) =>
        {
            DogStatsdTagSerializer serializer = new(global, replaces ? TagCleaning.Replace : TagCleaning.Strip);
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
