using System.Runtime.InteropServices;
using log4net.Core;
using log4net.Layout;

namespace Easy.Logger.Loki.Batching;

/// <summary>One event of a batch, whose texts come out of the batch.</summary>
/// <param name="batch">The batch.</param>
/// <param name="index">The place of the event in it.</param>
[StructLayout(LayoutKind.Auto)]
internal readonly struct BatchItem(EventBatch batch, int index)
{
    public LoggingEvent Event => batch[index];

    public void WriteMessage(TextWriter writer) => batch.WriteMessage(index, writer);

    public void Format(ILayout layout, TextWriter writer) => batch.Format(index, layout, writer);
}
