using System.Buffers;
using Easy.Logger.DogStatsd.Datagrams;
using Easy.Logger.DogStatsd.Tags;
using FsCheck;
using FsCheck.Fluent;

namespace Easy.Logger.Tests.DogStatsd;

/// <summary>Tags are clean in every form. Numbers have no exponent, no other culture's point, and are the same number again.</summary>
[Category("DogStatsd")]
internal sealed class TagAndNumberTests
{
    private const int Longest = 40; // several times what is taken in one go, and each rest of it
    private const string Alphabet = "abcdefghijklmnopqrstuvwxyz0123456789:./-";

    /// <summary>Beside the separators and the end of ASCII, like a separator in one half, and of two and three bytes.</summary>
    private const string Unusual =
        "\0\t\n\v\f\r\x0e+,-{|}\x7e\x7f\u0080\u00ff\u011d\u012c\u017c\u3001\u2c32\u2c2c\u0a0a\u7c00\ud83d\uffff";

    /// <remarks>A global tag with two colons was lost without a word.</remarks>
    [Test]
    public void Format_TagsOfBothForms_AreJoinedCleanAndWithoutAnyTheSameStringEachTime()
    {
        DogStatsdTagSerializer some =
            new(["host:a", "bare", "d::e", "host:storage", "bare", "url:http://a", "url:b:c", "yolo:malformed,tag"]);
        const string Global = "host:storage,bare,d::e,url:b:c,yolo:malformedtag";
        const string Expected = Global + ",request:xyz,f:g:h,another:malformed";

        Assert.That(some.Format(), Is.EqualTo(Global), "of two of one name the later counts");
        Assert.That(some.Format(["request:xyz", "f:g:h", "another:mal|for,med"]), Is.EqualTo(Expected));
        Assert.That(some.Format(Pairs(("request", "xyz"), ("f", "g:h"), ("another", "mal|for,med"))), Is.EqualTo(Expected));
        Assert.That(some.Format(), Is.SameAs(some.Format([null, ""])));
        Assert.That(some.Format(ReadOnlySpan<KeyValuePair<string, string?>>.Empty), Is.SameAs(some.Format(ReadOnlySpan<string?>.Empty)));
        Assert.That(new DogStatsdTagSerializer([null, "", ",|"]).Format([null]), Is.Null);
        Assert.That(new DogStatsdTagSerializer().Format(Pairs((null, "x"), (",", "x"), ("a", null), ("b", ""))), Is.EqualTo("a,b:"));
    }

    [Test]
    public void Constructor_StrictAndSeparator_IsRefusedWithTheTag([Values("a,b", "a|b", "a\nb", "a\rb")] string tag)
    {
        Assert.That(() => new DogStatsdTagSerializer([tag], TagCleaning.Strict), Throws.ArgumentException.With.Message.Contains(tag));
        Assert.That(new DogStatsdTagSerializer(["a:b"], TagCleaning.Strict).Format([tag]), Is.EqualTo("a:b,ab"));
    }

    /// <summary>An agent finds these tags and no others. Exactly enough room is enough, a byte less is reported.</summary>
    [Test]
    public void AllForms_AnyTags_WriteWhatTheModelHas()
    {
        Prop.ForAll<string?[], (string?, string?)[], bool>((global, tags, replaces) =>
        {
            DogStatsdTagSerializer serializer = new(global, replaces ? TagCleaning.Replace : TagCleaning.Strip);
            string?[] texts = [.. tags.Where(tag => Clean(tag.Item1, replaces).Length > 0)
                .Select(tag => tag.Item2 is null ? tag.Item1 : $"{tag.Item1}:{tag.Item2}")];
            string expected = string.Join(',', [.. serializer.Format()?.Split(',') ?? [], .. texts.Select(text => Clean(text, replaces))]);
            byte[] bytes = Encoding.UTF8.GetBytes(expected);
            ArrayBufferWriter<byte> writer = new();
            serializer.WriteTo(writer, texts);
            byte[] exact = new byte[bytes.Length];
            bool fits = serializer.TryWrite(exact, texts, out int written) && written == bytes.Length && exact.SequenceEqual(bytes);
            bool tooSmall = bytes.Length == 0 || !serializer.TryWrite(new byte[bytes.Length - 1], texts, out int none) && none == 0;
            return fits && tooSmall && writer.WrittenSpan.SequenceEqual(bytes)
                && (serializer.Format(texts) ?? string.Empty) == Encoding.UTF8.GetString(bytes)
                && serializer.Format(Pairs(tags)) == serializer.Format(texts);
        }).QuickCheckThrowOnFailure();
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

    /// <summary>The fast way of plain texts and the way that cleans them write the same.</summary>
    /// <remarks>A fast way looked only for the pipe while the slow one removed commas as well, so a comma alone came through.</remarks>
    [Test]
    public void TryWrite_EveryCharacterAndUnusualOnesAtEachPlace_IsAsTheModelHasIt([Values] TagCleaning cleaning)
    {
        IEnumerable<string> texts =
        [
            .. Enumerable.Range(0, Longest + 1).Select(length => Alphabet[..length]),
            .. from length in new[] { 1, 5, 8, 13 }
               from one in Enumerable.Range(0, char.MaxValue + 1)
               select With((char)one, length, length / 2),
            .. from length in Enumerable.Range(1, Longest)
               from place in Enumerable.Range(0, length)
               from one in Unusual
               select With(one, length, place),
        ];
        IEnumerable<string> wrong = texts.Where(text => !IsWritten(text, cleaning)).Take(5);

        Assert.That(wrong.Select(text => Convert.ToHexString(Encoding.BigEndianUnicode.GetBytes(text))), Is.Empty, "as UTF-16");
    }

    private static KeyValuePair<string, string?>[] Pairs(params (string? Name, string? Value)[] tags) =>
        Array.ConvertAll(tags, tag => new KeyValuePair<string, string?>(tag.Name!, tag.Value));

    private static string Clean(string? text, bool replaces) => string.Concat(
        (text ?? string.Empty).Select(one => one is not (',' or '|' or '\r' or '\n') ? $"{one}" : replaces ? "_" : string.Empty));

    private static string With(char one, int length, int place) => $"{Alphabet[..place]}{one}{Alphabet[(place + 1)..length]}";

    private static bool IsWritten(string text, TagCleaning cleaning)
    {
        byte[] expected = Encoding.UTF8.GetBytes(Clean(text, cleaning == TagCleaning.Replace));
        byte[] fast = new byte[(3 * text.Length) + 16];
        byte[] slow = new byte[fast.Length];
        return TagText.TryWrite(text, fast, cleaning, out int written)
            && fast.AsSpan(0, written).SequenceEqual(expected)
            && (written < text.Length || !fast.AsSpan(written).ContainsAnyExcept((byte)0))
            && TagText.TryWriteClean(text, slow, cleaning, out written)
            && slow.AsSpan(0, written).SequenceEqual(expected)
            && (expected.Length == 0 || !TagText.TryWrite(text, new byte[expected.Length - 1], cleaning, out _));
    }

    [Test]
    [SetCulture("de-DE")]
    public void TryWrite_AnyNumber_IsItselfAndPlainInAnyCulture()
    {
        Prop.ForAll<double>(IsItself).QuickCheckThrowOnFailure();
        Prop.ForAll<long>(bits => IsItself(BitConverter.Int64BitsToDouble(bits))).Check(Config.QuickThrowOnFailure.WithMaxTest(2_000));
        double[] extremes = [double.MaxValue, double.MinValue, double.Epsilon, -double.Epsilon, 2.2250738585072014E-308, -0d, -1.5e22];
        Assert.That(extremes, Is.All.Matches<double>(IsItself));
    }

    private static bool IsItself(double number)
    {
        if (!NumberText.IsNumber(number))
        {
            return true;
        }

        string text = TextOf(number);
        return text.All(character => character is '-' or '.' or (>= '0' and <= '9'))
            && !NumberText.TryWrite(number, new byte[text.Length - 1], out _)
            && double.Parse(text, CultureInfo.InvariantCulture).Equals(number == 0 ? 0d : number);
    }

    private static string TextOf(double number)
    {
        byte[] memory = new byte[NumberText.MaxBytes];
        Assert.That(NumberText.TryWrite(number, memory, out int written), Is.True);
        return Encoding.UTF8.GetString(memory, 0, written);
    }
}
