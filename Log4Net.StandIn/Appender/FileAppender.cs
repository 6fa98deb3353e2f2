using System.Text;
using log4net.Core;
using log4net.Util;

namespace log4net.Appender;

public partial class FileAppender : TextWriterAppender
{
    private static Func<LockingModelBase> _makeDefaultModel = static () => new ExclusiveLock();

    private BorrowedStream? _stream;

    public bool AppendToFile { get; set; } = true;

    /// <remarks>Code page 0: UTF-8 without a mark on .NET, the ANSI code page on .NET Framework.</remarks>
    public Encoding Encoding { get; set; } = Encoding.GetEncoding(0);

    public virtual string? File { get; set; }

    public LockingModelBase LockingModel { get; set; } = _makeDefaultModel();

    public SecurityContext? SecurityContext { get; set; }

    public static void SetDefaultLockingModelType<TLockingModel>()
        where TLockingModel : LockingModelBase
        => _makeDefaultModel = static () => Activator.CreateInstance<TLockingModel>();

    public override void ActivateOptions()
    {
        base.ActivateOptions();
        SecurityContext ??= SecurityContextProvider.DefaultProvider.CreateSecurityContext(this);
        LockingModel.CurrentAppender = this;
        if (File is not { } file)
        {
            LockingModel.ActivateOptions();
            LogLog.Warn(typeof(FileAppender), $"Appender [{Name}] was activated without a File.");
            LogLog.Warn(typeof(FileAppender), $"Appender [{Name}] drops all events until a File is set.");
            return;
        }
        File = ConvertToFullPath(file.Trim());
        LockingModel.ActivateOptions();
        SafeOpenFile(File, AppendToFile);
    }

    protected static string ConvertToFullPath(string path) => SystemInfo.ConvertToFullPath(path);

    protected override void Append(LoggingEvent loggingEvent)
    {
        if (_stream is not { } stream || !stream.TryBorrow())
        {
            return;
        }
        try
        {
            base.Append(loggingEvent);
        }
        finally
        {
            stream.GiveBack();
        }
    }

    protected override void Append(LoggingEvent[] loggingEvents) => WithStream(() => base.Append(loggingEvents));

    protected void CloseFile() => WriteFooterAndCloseWriter();

    protected override void CloseWriter()
    {
        WithStream(base.CloseWriter);
        _stream = null;
    }

    protected override void OnClose()
    {
        base.OnClose();
        LockingModel.OnClose();
    }

    protected virtual void OpenFile(string fileName, bool append)
    {
        lock (LockObj)
        {
            Reset();

            // before opening: they must survive a failure, the next append tries again with them
            File = fileName;
            AppendToFile = append;
            LockingModel.CurrentAppender = this;
            LockingModel.OpenFile(fileName, append, Encoding);
            BorrowedStream stream = new(LockingModel);
            if (!stream.TryBorrow())
            {
                throw new LockStateException($"The locking model of appender [{Name}] has no stream for the file [{fileName}].");
            }
            _stream = stream;
            try
            {
                SetQWForFiles(stream);
            }
            finally
            {
                stream.GiveBack();
            }
            WriteHeader();
        }
    }

    protected override void PrepareWriter()
    {
        if (File is { } file)
        {
            SafeOpenFile(file, AppendToFile);
        }
    }

    protected override void Reset()
    {
        base.Reset();
        File = null;
    }

    protected virtual void SafeOpenFile(string fileName, bool append) => Containment.Run(() => OpenFile(fileName, append), e =>
    {
        string purpose = append ? "to append to" : "to start anew";
        ErrorHandler.Error($"Appender [{Name}] has no open file [{fileName}] {purpose}.", e, ErrorCode.FileOpenFailure);
    });

    // The writer sees by the position whether the file is empty; then the mark of the encoding goes before what is flushed first.
    protected virtual void SetQWForFiles(Stream fileStream) => SetQWForFiles(new StreamWriter(fileStream, Encoding));

    protected virtual void SetQWForFiles(TextWriter writer) => QuietWriter = new QuietTextWriter(writer, ErrorHandler);

    protected override void WriteFooter() => WithStream(base.WriteFooter);

    protected override void WriteHeader() => WithStream(base.WriteHeader);

    /// <summary>Does nothing without a file: the model has told the error handler when it could not lend one.</summary>
    private void WithStream(Action use)
    {
        if (_stream is not { } stream || !stream.TryBorrow())
        {
            return;
        }
        try
        {
            use();
        }
        finally
        {
            stream.GiveBack();
        }
    }
}
