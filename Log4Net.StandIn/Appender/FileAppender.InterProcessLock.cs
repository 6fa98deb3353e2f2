using System.Text;

namespace log4net.Appender;

public partial class FileAppender
{
    public class InterProcessLock : LockingModelBase
    {
        private FileMutex? _mutex;
        private int _entered;

        public override Stream? AcquireLock()
        {
            if (_mutex is { } mutex)
            {
                return Locked(mutex);
            }
            Complain("cannot be locked: the model was not activated for a file.");
            return null;
        }

        public override void ActivateOptions()
        {
            if (_mutex is not null)
            {
                CurrentAppender?.ErrorHandler.Error("InterProcessLock is active already, it is not activated again.");
            }
            else if (CurrentAppender?.File is { } path)
            {
                _mutex = new FileMutex(path);
            }
        }

        public override void CloseFile()
        {
            try
            {
                CloseCurrent();
            }
            finally
            {
                // in addition to the release by the appender that follows, which then finds nothing to do
                ReleaseLock();
            }
        }

        public override void OnClose()
        {
            _mutex?.Dispose();
            _mutex = null;
        }

        public override void OpenFile(string filename, bool append, Encoding encoding) => TryOpenCurrent(filename, append, FileShare.ReadWrite);

        public override void ReleaseLock()
        {
            if (_entered > 0)
            {
                _entered--;
                _mutex?.Exit();
            }
        }

        private Stream? Locked(FileMutex mutex)
        {
            mutex.Enter();
            _entered++;
            switch (Current)
            {
                case null:
                    ReleaseLock();
                    return null;
                case { CanSeek: true } stream:
                    // another process may have made the file longer
                    stream.Seek(0, SeekOrigin.End);
                    return stream;
                case { } stream:
                    return stream;
            }
        }
    }
}
