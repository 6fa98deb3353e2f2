using System.Text;

namespace log4net.Appender;

public partial class FileAppender
{
    public class ExclusiveLock : LockingModelBase
    {
        public override Stream? AcquireLock() => Current;

        public override void ActivateOptions()
        {
        }

        public override void CloseFile() => CloseCurrent();

        public override void OnClose()
        {
        }

        public override void OpenFile(string filename, bool append, Encoding encoding) => TryOpenCurrent(filename, append, FileShare.Read);

        public override void ReleaseLock()
        {
        }
    }
}
