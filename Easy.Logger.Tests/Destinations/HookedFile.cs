namespace Easy.Logger.Tests.Destinations;

/// <summary>
/// A locking model that keeps its file open, as log4net's exclusive one does, and lets a test look at each opening and flush of it.
/// </summary>
internal sealed class HookedFile : FileAppender.LockingModelBase
{
    private Stream? _stream;

    /// <summary>Runs before the file is opened.</summary>
    public Action OnOpen { get; set; } = () => { };

    /// <summary>Runs before the file is flushed.</summary>
    public Action OnFlush { get; set; } = () => { };

    public override void ActivateOptions()
    {
        // Nothing to prepare.
    }

    public override void OpenFile(string filename, bool append, Encoding encoding)
    {
        OnOpen();
        _stream = new HookedStream(this, filename, append);
    }

    public override Stream? AcquireLock() => _stream;

    public override void ReleaseLock()
    {
        // Held until the file is closed.
    }

    public override void CloseFile() => _stream?.Dispose();

    public override void OnClose()
    {
        // The file is closed already.
    }

    private sealed class HookedStream(HookedFile hooks, string path, bool append)
        : FileStream(path, append ? FileMode.Append : FileMode.Create, FileAccess.Write, FileShare.ReadWrite)
    {
        public override void Flush()
        {
            hooks.OnFlush();
            base.Flush();
        }
    }
}
