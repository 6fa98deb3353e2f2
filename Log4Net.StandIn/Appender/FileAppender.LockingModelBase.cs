using System.Text;
using log4net.Util;
using IOFile = System.IO.File;

namespace log4net.Appender;

public partial class FileAppender
{
    public abstract class LockingModelBase
    {
        public FileAppender? CurrentAppender { get; set; }

        /// <summary>The open file of a model that keeps or reopens one.</summary>
        private protected Stream? Current { get; set; }

        public abstract Stream? AcquireLock();

        public abstract void ActivateOptions();

        public abstract void CloseFile();

        public abstract void OnClose();

        public abstract void OpenFile(string filename, bool append, Encoding encoding);

        public abstract void ReleaseLock();

        protected void CloseStream(Stream stream)
        {
            using (CurrentAppender?.SecurityContext?.Impersonate(this))
            {
                stream.Dispose();
            }
        }

        protected Stream CreateStream(string filename, bool append, FileShare fileShare)
        {
            string path = Environment.ExpandEnvironmentVariables(filename);
            using (CurrentAppender?.SecurityContext?.Impersonate(this))
            {
                if (!IOFile.Exists(path) && Path.GetDirectoryName(path) is { Length: > 0 } folder)
                {
                    Directory.CreateDirectory(folder);
                }
                return new FileStream(path, append ? FileMode.Append : FileMode.Create, FileAccess.Write, fileShare);
            }
        }

        private protected void TryOpenCurrent(string filename, bool append, FileShare share)
            => Containment.Run(() => Current = CreateStream(filename, append, share), e => Complain($"cannot open the file [{filename}]: {e.Message}"));

        private protected void CloseCurrent()
        {
            if (Current is { } stream)
            {
                Current = null;
                CloseStream(stream);
            }
        }

        private protected void Complain(string problem) => CurrentAppender?.ErrorHandler.Error($"{GetType().Name} [{CurrentAppender.Name}] {problem}");
    }
}
