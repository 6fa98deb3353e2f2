using log4net.Core;

namespace log4net.Util;

public class QuietTextWriter : TextWriterAdapter
{
    private IErrorHandler _errorHandler;

    public QuietTextWriter(TextWriter writer, IErrorHandler errorHandler)
        : base(writer)
        => _errorHandler = Guard.NotNull(errorHandler, nameof(errorHandler));

    public bool Closed { get; private set; }

    public IErrorHandler ErrorHandler
    {
        get => _errorHandler;
        set => _errorHandler = Guard.NotNull(value, nameof(value));
    }

    // Only writes are quiet: a failing Flush or Close reaches the caller, and the writer counts as closed all the same.
    public override void Close()
    {
        Closed = true;
        base.Close();
    }

    public override void Write(char value)
    {
        try
        {
            base.Write(value);
        }
        catch (Exception e) when (!e.IsFatal())
        {
            ReportFailedWrite(e);
        }
    }

    public override void Write(char[] buffer, int index, int count)
    {
        try
        {
            base.Write(buffer, index, count);
        }
        catch (Exception e) when (!e.IsFatal())
        {
            ReportFailedWrite(e);
        }
    }

    public override void Write(string? value)
    {
        try
        {
            base.Write(value);
        }
        catch (Exception e) when (!e.IsFatal())
        {
            ReportFailedWrite(e);
        }
    }

    private protected void ReportFailedWrite(Exception cause)
        => _errorHandler.Error($"The text could not be handed to {Writer.GetType().Name}.", cause, ErrorCode.WriteFailure);
}
