namespace log4net.Util;

public class ProtectCloseTextWriter : TextWriterAdapter
{
    public ProtectCloseTextWriter(TextWriter writer)
        : base(writer)
    {
    }

    public void Attach(TextWriter writer) => Writer = writer;

    public override void Close()
    {
        // The wrapped writer is lent: its owner closes it.
    }
}
