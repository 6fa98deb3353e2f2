namespace Easy.Logger.Tests.Support;

/// <summary>Keeps the text and counts how it came: what a file would see.</summary>
internal sealed class CountingWriter : StringWriter
{
    public int Writes { get; private set; }

    public int Flushes { get; private set; }

    /// <summary>Runs before each write of text.</summary>
    public Action? OnWrite { get; set; }

    /// <summary>Runs before each flush.</summary>
    public Action? OnFlush { get; set; }

    public override void Write(char value)
    {
        Count();
        base.Write(value);
    }

    public override void Write(char[] buffer, int index, int count)
    {
        Count();
        base.Write(buffer, index, count);
    }

    public override void Write(string? value)
    {
        Count();
        base.Write(value);
    }

    public override void Flush()
    {
        Flushes++;
        OnFlush?.Invoke();
        base.Flush();
    }

    private void Count()
    {
        Writes++;
        OnWrite?.Invoke();
    }
}
