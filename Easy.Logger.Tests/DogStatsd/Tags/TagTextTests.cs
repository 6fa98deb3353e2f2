using System.Text;
using Easy.Logger.DogStatsd;
using Easy.Logger.DogStatsd.Tags;

namespace Easy.Logger.Tests.DogStatsd.Tags;

/// <summary>
/// The fast way of plain texts and the way that cleans them write the same: what ends a tag is left out or replaced, all else is as it is.
/// </summary>
/// <remarks>A fast way looked only for the pipe while the slow one removed commas as well, so a comma alone came through.</remarks>
[Category("DogStatsd")]
internal sealed class TagTextTests
{
    private const int Longest = 40; // several times what is taken in one go, and each rest of it
    private const string Alphabet = "abcdefghijklmnopqrstuvwxyz0123456789:./-";

    /// <summary>
    /// Those next to the separators and to the end of ASCII, those that look like a separator in their lower or upper half, and some that
    /// take two and three bytes.
    /// </summary>
    private const string Unusual =
        "\0\t\n\v\f\r\x0e+,-{|}\x7e\x7f\u0080\u00ff\u011d\u012c\u017c\u3001\u2c32\u2c2c\u0a0a\u7c00\ud83d\uffff";

    [Test]
    public void TryWrite_EveryCharacter_IsAsTheModelHasIt([Values] TagCleaning cleaning, [Values(1, 5, 8, 13)] int length) =>
        AssertWritten(Enumerable.Range(0, char.MaxValue + 1).Select(one => With((char)one, length, length / 2)), cleaning);

    [Test]
    public void TryWrite_UnusualCharacterAtEachPlaceOfEachLength_IsAsTheModelHasIt([Values] TagCleaning cleaning)
    {
        AssertWritten(Enumerable.Range(0, Longest + 1).Select(length => Alphabet[..length]), cleaning);
        AssertWritten(
            from length in Enumerable.Range(1, Longest)
            from place in Enumerable.Range(0, length)
            from one in Unusual
            select With(one, length, place),
            cleaning);
    }

    private static string With(char one, int length, int place) => $"{Alphabet[..place]}{one}{Alphabet[(place + 1)..length]}";

    private static void AssertWritten(IEnumerable<string> texts, TagCleaning cleaning)
    {
        IEnumerable<string> wrong = texts.Where(text => !IsWritten(text, cleaning)).Take(5);

        Assert.That(wrong.Select(text => Convert.ToHexString(Encoding.BigEndianUnicode.GetBytes(text))), Is.Empty, "as UTF-16");
    }

    private static bool IsWritten(string text, TagCleaning cleaning)
    {
        string separated = cleaning == TagCleaning.Replace ? "_" : string.Empty;
        string clean = string.Concat(text.Select(one => one is ',' or '|' or '\r' or '\n' ? separated : $"{one}"));
        byte[] expected = Encoding.UTF8.GetBytes(clean);
        byte[] fast = new byte[(3 * text.Length) + 16];
        byte[] slow = new byte[fast.Length];
        return TagText.TryWrite(text, fast, cleaning, out int written)
            && fast.AsSpan(0, written).SequenceEqual(expected)
            && (written < text.Length || !fast.AsSpan(written).ContainsAnyExcept((byte)0))
            && TagText.TryWriteClean(text, slow, cleaning, out written)
            && slow.AsSpan(0, written).SequenceEqual(expected)
            && (expected.Length == 0 || !TagText.TryWrite(text, new byte[expected.Length - 1], cleaning, out _));
    }
}
