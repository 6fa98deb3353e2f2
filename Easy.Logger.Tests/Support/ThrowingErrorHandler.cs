namespace Easy.Logger.Tests.Support;

/// <summary>An error handler of an application that fails itself.</summary>
internal sealed class ThrowingErrorHandler : IErrorHandler
{
    public void Error(string message) => throw new InvalidOperationException(message);

    public void Error(string message, Exception e) => Error(message);

    public void Error(string message, Exception? e, ErrorCode errorCode) => Error(message);
}
