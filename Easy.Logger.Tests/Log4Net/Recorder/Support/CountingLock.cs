using System.Text;
using log4net.Appender;

namespace Recorder;

/// <summary>A file locking model over a stream that counts.</summary>
internal sealed class CountingLock(MemoryStream target) : FileAppender.LockingModelBase
{
    private int _opened, _closed, _acquired, _released;

    public CountingStream Stream { get; } = new(target);

    public override void OpenFile(string filename, bool append, Encoding encoding) => _opened++;

    public override void CloseFile() => _closed++;

    public override void ActivateOptions()
    {
    }

    public override void OnClose()
    {
    }

    public override Stream AcquireLock()
    {
        _acquired++;
        return Stream;
    }

    public override void ReleaseLock() => _released++;

    /// <summary>What happened since the last call.</summary>
    public string TakeCounts()
    {
        string text = $"opened {_opened} closed {_closed} acquired {_acquired} released {_released} {Stream.TakeCounts()}";
        _opened = _closed = _acquired = _released = 0;
        return text;
    }
}
