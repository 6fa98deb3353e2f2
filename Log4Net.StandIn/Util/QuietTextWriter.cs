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

    public override void Write(char value) => Quietly(value, static (writer, c) => writer.Write(c));

    public override void Write(char[] buffer, int index, int count)
        => Quietly((buffer, index, count), static (writer, part) => writer.Write(part.buffer, part.index, part.count));

    public override void Write(string? value) => Quietly(value, static (writer, text) => writer.Write(text));

    // What is written goes along as an argument: a delegate that caught it would be made anew for every write.
    private protected void Quietly<T>(T what, Action<TextWriter, T> write)
    {
        try
        {
            write(Writer, what);
        }
        catch (Exception e) when (Containment.Holds(e))
        {
            _errorHandler.Error($"The text could not be handed to {Writer.GetType().Name}.", e, ErrorCode.WriteFailure);
        }
    }
}
