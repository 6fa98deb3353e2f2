using System.Text;

namespace log4net.Appender;

public partial class FileAppender
{
    public class MinimalLock : LockingModelBase
    {
        private string _path = "";
        private bool _append;

        public override Stream? AcquireLock()
        {
            if (Current is null)
            {
                TryOpenCurrent(_path, _append, FileShare.Read);

                // only the first use may start the file anew
                _append |= Current is not null;
            }
            return Current;
        }

        public override void ActivateOptions()
        {
        }

        public override void CloseFile()
        {
        }

        public override void OnClose()
        {
        }

        public override void OpenFile(string filename, bool append, Encoding encoding) => (_path, _append) = (filename, append);

        public override void ReleaseLock() => CloseCurrent();
    }
}
