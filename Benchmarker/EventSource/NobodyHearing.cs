namespace Benchmarker.EventSource;

/// <summary>No audience.</summary>
internal sealed class NobodyHearing : IHearing
{
    public void AwaitAll(long written)
    {
    }

    public void Dispose()
    {
    }
}
