using log4net.Core;

namespace Benchmarker.HandOff;

/// <summary>One way of getting events from many threads to one, bounded, blocking when full.</summary>
internal interface IHandOff
{
    string Name { get; }

    /// <summary>Any thread: hands one event over, waits while there is no room.</summary>
    void Post(LoggingEvent loggingEvent);

    /// <summary>After the last event.</summary>
    void Complete();

    /// <summary>The one consumer: takes everything until completed.</summary>
    /// <returns>How many events came.</returns>
    long Drain();
}
