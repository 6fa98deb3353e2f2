using System.Text;
using Easy.Logger.DogStatsd;
using Easy.Logger.DogStatsd.Tags;

namespace Easy.Logger.Tests.DogStatsd.Tags;

/// <summary>
/// The fast way of texts that are plain writes what the way that cleans them writes, whatever the length, and wherever something is that is
/// not plain.
/// </summary>
[Category("DogStatsd")]
internal sealed class TagTextPlainTests
{
    private const int Longest = 40; // several times what is taken in one go, and each rest of it
    private const string Alphabet = "abcdefghijklmnopqrstuvwxyz0123456789:./-";

    [Test]
    public void TryWrite_PlainTextOfEachLength_IsWrittenAsItIs()
    {
        for (int length = 0; length <= Longest; length++)
        {
            string text = Alphabet[..length];

            Assert.That(Written(text, new byte[length]), Is.EqualTo(text));
        }
    }

    [Test]
    public void TryWrite_AByteTooFew_False()
    {
        for (int length = 1; length <= Longest; length++)
        {
            Assert.That(TagText.TryWrite(Alphabet.AsSpan(0, length), new byte[length - 1], TagCleaning.Strip, out _), Is.False);
        }
    }

    [Test]
    public void TryWrite_EachCharacterAtEachPlace_AsByTheWayThatCleans(
        [Values(TagCleaning.Strip, TagCleaning.Replace)] TagCleaning cleaning)
    {
        // Those next to the separators and to the end of ASCII, those that look like a separator in their lower or upper half, and some
        // that take two and three bytes.
        char[] unusual = ['\0', '\t', '\n', '\v', '\f', '\r', '\x0e', '+', ',', '-', '{', '|', '}', '\x7e', '\x7f', '\x80', '\xff', 'ĝ',
            'Ĭ', 'ż', '、', 'ⰲ', '\u2c2c', '\u0a0a', '\u7c00', '\ud83d', '\uffff'];
        List<string> wrong = [];
        for (int length = 1; length <= Longest; length++)
        {
            for (int place = 0; place < length; place++)
            {
                foreach (char one in unusual)
                {
                    char[] text = Alphabet[..length].ToCharArray();
                    text[place] = one;

                    string expected = Clean(text, cleaning);
                    if (Written(text, new byte[3 * length], cleaning) != expected)
                    {
                        wrong.Add(
                            $"U+{(int)one:x4} at {place} of {length}: {Written(text, new byte[3 * length], cleaning)} and not {expected}");
                    }
                }
            }
        }

        Assert.That(wrong, Is.Empty);
    }

    [Test]
    public void TryWrite_EveryCharacter_AsByTheWayThatCleans([Values(1, 5, 8, 13)] int length)
    {
        List<string> wrong = [];
        char[] text = Alphabet[..length].ToCharArray();
        for (int one = 0; one <= char.MaxValue; one++)
        {
            text[length / 2] = (char)one;
            if (Written(text, new byte[64]) != Clean(text, TagCleaning.Strip))
            {
                wrong.Add($"U+{one:x4}");
            }
        }

        Assert.That(wrong, Is.Empty);
    }

    [Test]
    public void TryWrite_MoreRoomThanNeeded_TheRestIsLeftAlone()
    {
        for (int length = 0; length <= Longest; length++)
        {
            byte[] room = new byte[length + 16];

            Written(Alphabet.AsSpan(0, length), room);

            Assert.That(room.AsSpan(length).ToArray(), Is.All.Zero);
        }
    }

    private static string Written(ReadOnlySpan<char> text, byte[] room, TagCleaning cleaning = TagCleaning.Strip)
    {
        Assert.That(TagText.TryWrite(text, room, cleaning, out int written), Is.True);
        return Encoding.UTF8.GetString(room, 0, written);
    }

    private static string Clean(ReadOnlySpan<char> text, TagCleaning cleaning)
    {
        byte[] room = new byte[3 * text.Length];
        Assert.That(TagText.TryWriteClean(text, room, cleaning, out int written), Is.True);
        return Encoding.UTF8.GetString(room, 0, written);
    }
}
