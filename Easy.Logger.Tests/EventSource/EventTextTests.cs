using Easy.Logger.EventSource.Rendering;
using FsCheck;
using FsCheck.Fluent;

namespace Easy.Logger.Tests.EventSource;

/// <summary>Texts in memory of the thread.</summary>
[Category("EventSource")]
internal sealed class EventTextTests
{
    private EventText _text = null!;

    [SetUp]
    public void Rent() => _text = EventText.Rent();

    [TearDown]
    public void Return()
    {
        _text.Return();
        _text.Dispose();
    }

    [Test]
    public void TryOf_String_IsTheStringItself()
    {
        string text = new('x', 10);

        Assert.That(TextField.TryOf(text, most: 10, out TextField field), Is.True);
        Assert.That(field.Whole, Is.SameAs(text));
        Assert.That((field.Length, field.OriginalLength, field.Bytes), Is.EqualTo((10, 10, 22)));
    }

    [TestCase("abc\0", 10)]
    [TestCase("\0", 10)]
    [TestCase("abc", 2)]
    public void TryOf_StringThatCannotBeSentAsItIs_IsNone(string text, int most) =>
        Assert.That(TextField.TryOf(text, most, out _), Is.False);

    [TestCase("abc\0", 10, "abc␀", 4)]
    [TestCase("abcdef", 4, "abcd", 6)]
    [TestCase("abc😀", 4, "abc", 5)]
    [TestCase("abc😀", 5, "abc😀", 5)]
    [TestCase("abc😀\0", 5, "abc😀", 6)]
    [TestCase("abc", 0, "", 3)]
    public void Field_ThatHasToBeCopied_IsWhatFits(string given, int most, string expected, int originalLength)
    {
        TextField field = _text.Field(given.AsSpan(), most);

        Assert.That((Text(field), field.OriginalLength), Is.EqualTo((expected, originalLength)));
    }

    [Test]
    public void TryOf_Null_IsEmpty()
    {
        Assert.That(TextField.TryOf(text: null, most: 0, out TextField field), Is.True);
        Assert.That(field, Is.EqualTo(TextField.Empty));
    }

    /// <summary>However a text is written, in whatever pieces, it is what one string would be.</summary>
    [Test]
    public void Write_AnyPieces_AreTheFieldOfTheWholeText() => Prop.ForAll(
        Gen.Zip(Gen.ListOf(Gen.Elements("a", "b\0", "", "😀", new string('x', 300), "\r\n")), Gen.Choose(0, 2_000)).ToArbitrary(),
        given =>
        {
            (IEnumerable<string> pieces, int most) = given;
            using EventText whole = EventText.Rent();
            TextField expected = whole.Field(string.Concat(pieces).AsSpan(), most);

            _text.BeginField(most);
            int way = 0;
            foreach (string piece in pieces)
            {
                Write(piece, way++);
            }

            TextField field = _text.EndField();
            whole.Return();
            return (Text(field), field.OriginalLength) == (
                whole.Buffer.AsSpan(expected.Start, expected.Length).ToString(), expected.OriginalLength);
        }).QuickCheckThrowOnFailure();

    [Test]
    public void Field_AfterAnother_LeavesThatWhole()
    {
        TextField first = _text.Field("first".AsSpan(), most: 10);
        TextField second = _text.Field(new string('s', 5_000).AsSpan(), most: 6_000); // more than there is room for at first
        _text.BeginField(most: 10);
        _text.Write("third");
        TextField third = _text.EndField();

        Assert.That((Text(first), Text(second), Text(third)), Is.EqualTo(("first", new string('s', 5_000), "third")));
    }

    [Test]
    public void EndField_WithALastCharacter_HasItBehindWhatFits()
    {
        _text.BeginField(most: 3);
        _text.Write("abcdef");

        TextField field = _text.EndField('}');

        Assert.That((Text(field), field.OriginalLength), Is.EqualTo(("abc}", 7)));
    }

    [Test]
    public void CutAt_AMark_KeepsNothingBehindIt()
    {
        _text.BeginField(most: 100);
        _text.Write("kept");
        int mark = _text.Mark;
        _text.Write(" not");

        _text.CutAt(mark);
        _text.Write(" this neither");
        TextField field = _text.EndField();

        Assert.That((Text(field), field.OriginalLength), Is.EqualTo(("kept", 21)));
    }

    [Test]
    public void Rent_InUse_IsAnotherAndTheSameOneAgain()
    {
        EventText second = EventText.Rent();
        second.Return();
        EventText again = EventText.Rent();
        EventText third = EventText.Rent();
        third.Return();
        again.Return();

        Assert.That(second, Is.Not.SameAs(_text));
        Assert.That(again, Is.SameAs(second));
        Assert.That(third, Is.Not.SameAs(second).And.Not.SameAs(_text));
    }

    private void Write(string piece, int way)
    {
        switch (way % 4)
        {
            case 0:
                _text.Write(piece);
                break;
            case 1:
                _text.Write(piece.AsSpan());
                break;
            case 2:
                _text.Write(piece.ToCharArray(), 0, piece.Length);
                break;
            default:
                foreach (char character in piece)
                {
                    _text.Write(character);
                }

                break;
        }
    }

    private string Text(TextField field)
    {
        if (field.Whole is { } whole)
        {
            return whole;
        }

        Assert.That(_text.Buffer[field.Start + field.Length], Is.EqualTo('\0'), "the terminator");
        return _text.Buffer.AsSpan(field.Start, field.Length).ToString();
    }
}
