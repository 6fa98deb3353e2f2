namespace Easy.Logger.Tests.Support;

/// <summary>An error handler of the application that does something with each message.</summary>
internal sealed class DelegatingErrorHandler(Action<string> onError) : IErrorHandler
{
    public void Error(string message) => onError(message);

    public void Error(string message, Exception e) => onError(message);

    public void Error(string message, Exception? e, ErrorCode errorCode) => onError(message);
}
