using Easy.Logger.Loki.Batching;
using Easy.Logger.Loki.Lines;

namespace Easy.Logger.Tests.Loki;

/// <summary>Memory that one large event needed is not kept for the small ones after it.</summary>
[Category("Loki")]
internal sealed class BufferTests
{
    [Test]
    public void Clear_AfterALargeText_GivesTheMemoryBack([Values(1_000, 1_500_000, 10_000_000)] int size)
    {
        using ByteBuffer buffer = new(1_024);
        buffer.Write(new byte[size]);

        buffer.Clear();
        buffer.Write("text"u8);

        Assert.That(buffer.Bytes, Has.Length.LessThanOrEqualTo(ByteBuffer.MaxKept));
        Assert.That(buffer.Written.ToArray(), Is.EqualTo("text"u8.ToArray()));
    }

    /// <summary>Rendered by a thread that does nothing else, so what it allocates again shows that nothing was kept.</summary>
    [Test]
    public void Write_ALargeEventAsJson_ItsMemoryIsNotKept()
    {
        using ByteBuffer texts = new(1_024);
        using JsonLine line = new(layout: null, texts, PushBatch.MaxLineBytes, writesTraceContext: false);
        EventBatch batch = new([new LoggingEvent(new LoggingEventData { Message = new string('x', 20_000_000) })]);

        long first = WriteOnce();
        long second = WriteOnce();

        Assert.That(second, Is.GreaterThan(first / 2), "no memory of the first is left");

        long WriteOnce()
        {
            long before = GC.GetAllocatedBytesForCurrentThread();
            line.Write(new BatchItem(batch, 0));
            texts.Clear();
            return GC.GetAllocatedBytesForCurrentThread() - before;
        }
    }
}
