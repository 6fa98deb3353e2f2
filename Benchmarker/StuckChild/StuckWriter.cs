using System.Text;

namespace Benchmarker.StuckChild;

/// <summary>A disk that stands still: every write waits until the measurement is over.</summary>
internal sealed class StuckWriter : TextWriter
{
    private readonly ManualResetEventSlim _released = new();

    public override Encoding Encoding => Encoding.UTF8;

    public override void Write(char value) => _released.Wait();

    public override void Write(char[] buffer, int index, int count) => _released.Wait();

    public override void Write(string? value) => _released.Wait();

    public void Release() => _released.Set();

    /// <summary>The appender's own close, on the thread that waited.</summary>
    protected override void Dispose(bool disposing)
    {
        if (disposing)
        {
            _released.Dispose();
        }

        base.Dispose(disposing);
    }
}
