using Easy.Logger.EventSource.Rendering;

namespace Easy.Logger.Tests.EventSource;

/// <summary>A copy in which no NUL is left, a vector at a time.</summary>
[Category("EventSource")]
internal sealed class NulTests
{
    private const char Untouched = '#';

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
