using log4net.Core;
using log4net.Layout;

namespace Easy.Logger.Forwarding;

/// <summary>
/// Stands before a child's own layout: writes the text of a <see cref="BatchEvent" />, and leaves every other event to the layout behind it, so that
/// a child which is also attached elsewhere keeps working. Shared by all forwarders of one child.
/// </summary>
internal sealed class BatchLayout : ILayout
{
    public BatchLayout(ILayout inner) => Inner = inner;

    public ILayout Inner { get; }

    /// <summary>Forwarders that need this layout at the child. Guarded by the lock of <see cref="TextBatchWriter" />.</summary>
    public int Users { get; set; }

    public string ContentType => Inner.ContentType;

    public string? Header => Inner.Header;

    public string? Footer => Inner.Footer;

    public bool IgnoresException => Inner.IgnoresException;

    public void Format(TextWriter writer, LoggingEvent loggingEvent)
    {
        if (loggingEvent is BatchEvent batch)
        {
            batch.WriteTo(writer);
        }
        else
        {
            Inner.Format(writer, loggingEvent);
        }
    }
}
