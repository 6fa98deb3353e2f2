using log4net.Core;

namespace Benchmarker.Stress;

/// <summary>An error handler of a forwarder: that an event was rejected is no fault, that one could not be taken in is.</summary>
internal sealed class ExceptionCollector : IErrorHandler
{
    private readonly Lock _lock = new();
    private readonly HashSet<string> _exceptions = [];

    public IReadOnlyList<string> Exceptions
    {
        get
        {
            lock (_lock)
            {
                return [.. _exceptions];
            }
        }
    }

    public void Error(string message)
    {
        // An event that came after Close; it is in the counters.
    }

    public void Error(string message, Exception e)
    {
        lock (_lock)
        {
            _exceptions.Add($"{message} {e}");
        }
    }

    public void Error(string message, Exception? e, ErrorCode errorCode) => Error(message, e!);
}
