using System.Runtime.InteropServices;
using log4net.Core;
using log4net.Layout;

namespace Easy.Logger.Loki.Batching;

/// <summary>One event of a batch, whose texts come out of the batch.</summary>
[StructLayout(LayoutKind.Auto)]
internal readonly struct BatchItem(EventBatch batch, int index)
{
    public LoggingEvent Event => batch[index];

    /// <summary>Writes what a layout makes of it; its message where there is none.</summary>
    public void Format(ILayout? layout, TextWriter writer)
    {
        if (layout is null)
        {
            batch.WriteMessage(index, writer);
        }
        else
        {
            batch.Format(index, layout, writer);
        }
    }
}
