using Easy.Logger.EventSource.Rendering;

namespace Easy.Logger.Tests.EventSource;

/// <summary>What no event shows of texts in memory of the thread.</summary>
[Category("EventSource")]
internal sealed class EventTextTests
{
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
}
