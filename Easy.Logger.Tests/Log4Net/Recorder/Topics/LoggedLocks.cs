using System.Text;
using log4net.Appender;

namespace Recorder;

/// <summary>
/// The library's locking models; each tells which of its methods were called, the ones it calls itself among them, which is why these are subclasses
/// and not one model around another.
/// </summary>
internal static class LoggedLocks
{
    internal sealed class Exclusive(Journal journal) : FileAppender.ExclusiveLock
    {
        public override void OpenFile(string filename, bool append, Encoding encoding)
            => Tell(journal, $"open({append})", () => base.OpenFile(filename, append, encoding));

        public override void CloseFile() => Tell(journal, "closeFile", base.CloseFile);

        public override Stream? AcquireLock() => Tell(journal, "acquire", base.AcquireLock);

        public override void ReleaseLock() => Tell(journal, "release", base.ReleaseLock);

        public override void ActivateOptions() => Tell(journal, "activate", base.ActivateOptions);

        public override void OnClose() => Tell(journal, "onClose", base.OnClose);
    }

    internal sealed class Minimal(Journal journal) : FileAppender.MinimalLock
    {
        public override void OpenFile(string filename, bool append, Encoding encoding)
            => Tell(journal, $"open({append})", () => base.OpenFile(filename, append, encoding));

        public override void CloseFile() => Tell(journal, "closeFile", base.CloseFile);

        public override Stream? AcquireLock() => Tell(journal, "acquire", base.AcquireLock);

        public override void ReleaseLock() => Tell(journal, "release", base.ReleaseLock);

        public override void ActivateOptions() => Tell(journal, "activate", base.ActivateOptions);

        public override void OnClose() => Tell(journal, "onClose", base.OnClose);
    }

    internal sealed class InterProcess(Journal journal) : FileAppender.InterProcessLock
    {
        public override void OpenFile(string filename, bool append, Encoding encoding)
            => Tell(journal, $"open({append})", () => base.OpenFile(filename, append, encoding));

        public override void CloseFile() => Tell(journal, "closeFile", base.CloseFile);

        public override Stream? AcquireLock() => Tell(journal, "acquire", base.AcquireLock);

        public override void ReleaseLock() => Tell(journal, "release", base.ReleaseLock);

        public override void ActivateOptions() => Tell(journal, "activate", base.ActivateOptions);

        public override void OnClose() => Tell(journal, "onClose", base.OnClose);
    }

    internal sealed class None(Journal journal) : FileAppender.NoLock
    {
        public override void OpenFile(string filename, bool append, Encoding encoding)
            => Tell(journal, $"open({append})", () => base.OpenFile(filename, append, encoding));

        public override void CloseFile() => Tell(journal, "closeFile", base.CloseFile);

        public override Stream? AcquireLock() => Tell(journal, "acquire", base.AcquireLock);

        public override void ReleaseLock() => Tell(journal, "release", base.ReleaseLock);

        public override void ActivateOptions() => Tell(journal, "activate", base.ActivateOptions);

        public override void OnClose() => Tell(journal, "onClose", base.OnClose);
    }

    private static void Tell(Journal journal, string call, Action make)
    {
        journal.Add(call);
        make();
    }

    private static Stream? Tell(Journal journal, string call, Func<Stream?> make)
    {
        journal.Add(call);
        return make();
    }
}
