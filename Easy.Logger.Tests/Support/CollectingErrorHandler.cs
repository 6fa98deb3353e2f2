using log4net.Core;

namespace Easy.Logger.Tests.Support;

/// <summary>An appender's own error handler that keeps what it is told.</summary>
internal sealed class CollectingErrorHandler : IErrorHandler
{
    private readonly Lock _lock = new();
    private readonly List<string> _errors = [];

    public IReadOnlyList<string> Errors
    {
        get
        {
            lock (_lock)
            {
                return [.. _errors];
            }
        }
    }

    public void Error(string message) => Add(message);

    public void Error(string message, Exception e) => Add($"{message} {e?.GetType().Name}");

    public void Error(string message, Exception? e, ErrorCode errorCode) => Add($"{message} {e?.GetType().Name} {errorCode}");

    private void Add(string error)
    {
        lock (_lock)
        {
            _errors.Add(error);
        }
    }
}
