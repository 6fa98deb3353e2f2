using Benchmarker.Running;

namespace Benchmarker.CallerCost;

/// <summary>Per call, on the caller's thread alone.</summary>
/// <param name="Nanoseconds">The time of a call with a worker that keeps up.</param>
/// <param name="Bytes">What such a call allocates.</param>
/// <param name="NanosecondsOfNone">The time of a call into an appender that does nothing.</param>
/// <param name="BytesOfNone">What that one allocates: log4net's own event and message.</param>
internal sealed record CallerCost(Spread Nanoseconds, double Bytes, Spread NanosecondsOfNone, double BytesOfNone);
