namespace Benchmarker.EventSource;

/// <summary>An audience that is there until it is disposed of.</summary>
internal interface IHearing : IDisposable
{
    /// <summary>Waits until all events have arrived that were written so far. One that did not arrive was cheaper than it may be.</summary>
    /// <param name="written">How many they are since the beginning.</param>
    /// <exception cref="InvalidDataException">Some are missing.</exception>
    void AwaitAll(long written);
}
