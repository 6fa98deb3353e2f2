using log4net.Core;

namespace Recorder;

/// <summary>Records calls of an error handler: code, exception type, whether a name is mentioned.</summary>
internal sealed class ProbeErrorHandler(Journal journal, string? mention = null) : IErrorHandler
{
    public void Error(string message, Exception? e, ErrorCode errorCode)
        => journal.Add($"error code={errorCode} ex={(e is null ? "<null>" : e.GetType().Name)}{Mention(message)}");

    public void Error(string message, Exception? e)
        => journal.Add($"error ex={(e is null ? "<null>" : e.GetType().Name)}{Mention(message)}");

    public void Error(string message) => journal.Add($"error{Mention(message)}");

    private string Mention(string message)
        => mention is not null && message.Contains(mention, StringComparison.Ordinal) ? " mentions " + mention : "";
}
