namespace Easy.Logger.Tests.Support;

/// <summary>An appender's own error handler that keeps what it gets.</summary>
internal sealed class CollectingErrorHandler : IErrorHandler
{
    private readonly ConcurrentQueue<string> _errors = [];

    public IReadOnlyList<string> Errors => [.. _errors];

    public void Error(string message) => _errors.Enqueue(message);

    public void Error(string message, Exception e) => _errors.Enqueue($"{message} {e?.GetType().Name}");

    public void Error(string message, Exception? e, ErrorCode errorCode) =>
        _errors.Enqueue($"{message} {e?.GetType().Name} {errorCode}");
}
