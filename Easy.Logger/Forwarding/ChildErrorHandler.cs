using Easy.Logger.Diagnostics;
using log4net.Appender;
using log4net.Core;

namespace Easy.Logger.Forwarding;

/// <summary>
/// Stands before a child's own error handler. A log4net appender swallows its exceptions into that handler, which logs the first one and
/// ignores all others: without this a forwarder could neither count them nor report that nothing is written.
/// </summary>
internal sealed class ChildErrorHandler : IErrorHandler
{
    private readonly FailureReporter _reporter;
    private readonly string _source;
    private volatile IErrorHandler _inner;
    private volatile Thread? _writer;
    private int _errors;

    public ChildErrorHandler(IErrorHandler inner, FailureReporter reporter, string source)
    {
        _inner = inner;
        _reporter = reporter;
        _source = source;
    }

    /// <summary>The child's own handler: still told about everything, and put back when the child is detached.</summary>
    public IErrorHandler Inner => _inner;

    /// <summary>Takes this handler out of the child again, also when another forwarder of the same child has put its own before it.</summary>
    public void RemoveFrom(AppenderSkeleton child)
    {
        if (ReferenceEquals(child.ErrorHandler, this))
        {
            child.ErrorHandler = Inner;
            return;
        }

        for (ChildErrorHandler? other = child.ErrorHandler as ChildErrorHandler; other is not null; other = other.Inner as ChildErrorHandler)
        {
            if (ReferenceEquals(other.Inner, this))
            {
                other._inner = Inner;
            }
        }
    }

    public void Error(string message)
    {
        Note(message, exception: null);
        Inner.Error(message);
    }

    public void Error(string message, Exception e)
    {
        Note(message, e);
        Inner.Error(message, e);
    }

    public void Error(string message, Exception? e, ErrorCode errorCode)
    {
        Note(message, e);
        Inner.Error(message, e, errorCode);
    }

    /// <summary>Worker only: errors from now until <see cref="EndWatch" /> are its own.</summary>
    public void BeginWatch()
    {
        _errors = 0;
        _writer = Thread.CurrentThread;
    }

    /// <summary>Worker only: ends the watch.</summary>
    /// <returns>Whether the child reported an error meanwhile.</returns>
    public bool EndWatch()
    {
        _writer = null;
        return _errors > 0;
    }

    private void Note(string? message, Exception? exception)
    {
        // A child that is also attached elsewhere fails there too; only what we handed to it is ours to count.
        if (Thread.CurrentThread == _writer)
        {
            _errors++;
            _reporter.Failed(_source, exception, message);
        }
    }
}
