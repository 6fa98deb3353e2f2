using Easy.Logger.EventSource.Rendering;

namespace Easy.Logger.Tests.EventSource;

/// <summary>What no event shows of texts in memory of the thread, and of their copies without a NUL, a vector at a time.</summary>
[Category("EventSource")]
internal sealed class EventTextTests
{
    private const char Untouched = '#';

    [Test]
    public void CutAt_AMark_KeepsNothingBehindIt()
    {
        using EventText text = EventText.Rent();
        text.BeginField(most: 100);
        text.Write("kept");
        int mark = text.Mark;
        text.Write(" not");

        text.CutAt(mark);
        text.Write(" this neither");
        TextField field = text.EndField();

        text.Return();
        Assert.That(text.Buffer.AsSpan(field.Start, field.Length).ToString(), Is.EqualTo("kept"));
        Assert.That(field.OriginalLength, Is.EqualTo(21));
    }

    /// <summary>Every length around those of vectors, and each place in it.</summary>
    [Test]
    public void Copy_NulAnywhere_IsReplacedAndAllElseIsCopied()
    {
        for (int length = 0; length <= 150; length++)
        {
            char[] text = [.. Enumerable.Range(1, length).Select(number => (char)(number * 397 % 0xFFFF | 1))];
            for (int place = -1; place < length; place++)
            {
                char[] given = [.. text];
                char[] expected = [.. text, Untouched, Untouched];
                if (place >= 0)
                {
                    given[place] = '\0';
                    expected[place] = Nul.Replacement;
                }

                char[] copy = [.. Enumerable.Repeat(Untouched, length + 2)];
                Nul.Copy(given, copy);

                Assert.That(copy.AsSpan().SequenceEqual(expected), Is.True, $"{length} characters, NUL at {place}");
                Assert.That(Nul.IsIn(new string(given)), Is.EqualTo(place >= 0));
            }
        }
    }
}
