using System.Globalization;
using System.Runtime.InteropServices;
using Easy.Logger;
using log4net;
using log4net.Appender;
using log4net.Core;
using log4net.Layout;
using log4net.Repository.Hierarchy;

namespace ExitProbe;

/// <summary>
/// A file that is full and later not, with the async appender and without it: here because this process may not write beyond a limit, which
/// is the same to who writes. The file itself matters: it has a buffer that keeps what it could not write.
/// </summary>
internal static partial class FullDiskScenarios
{
    private const int FileSizeLimit = 1; // RLIMIT_FSIZE
    private const int Full = 9_000;

    private static readonly string[] _parts = ["before", "full", "later", "end"];
    private static readonly Type[] _models =
    [
        typeof(FileAppender.ExclusiveLock), typeof(FileAppender.NoLock),
        typeof(FileAppender.MinimalLock), typeof(FileAppender.InterProcessLock),
    ];

    private static readonly int[] _bufferSizes = [1, 8, 512];

    private static int _compared, _different;

    /// <summary>Prints what differs, and what was compared.</summary>
    public static int Compare(string folder)
    {
        int failures = 0;
        foreach (Type model in _models)
        {
            foreach (int lines in new[] { 20, 60, 200 })
            {
                foreach (int length in new[] { 20, 700, 6000 })
                {
                    foreach (bool rolls in new[] { false, true })
                    {
                        failures += Compare(folder, model, rolls, lines, length);
                    }
                }
            }
        }

        string differences = _different == 0 ? "no difference" : $"{_different} differences";
        Logging.Print($"{differences} in {_compared} comparisons with {failures} failures");
        return 87;
    }

    private static FileAppender NewAppender(Type model, bool rolls)
    {
        FileAppender appender = rolls
            ? new RollingFileAppender
            {
                RollingStyle = RollingFileAppender.RollingMode.Size,
                MaxFileSize = Full * 4 / 3,
                MaxSizeRollBackups = 5,
            }
            : new FileAppender();
        appender.Layout = new PatternLayout("%m%n");
        appender.LockingModel = (FileAppender.LockingModelBase)Activator.CreateInstance(model)!;
        return appender;
    }

    /// <returns>How often the appender has failed.</returns>
    private static int Compare(string folder, Type model, bool rolls, int lines, int length)
    {
        string direct = Write(Path.Combine(folder, "direct"), NewAppender(model, rolls), lines, length, bufferSize: 0, out int failed);
        foreach (int bufferSize in _bufferSizes)
        {
            string behind = Write(
                Path.Combine(folder, "behind"), NewAppender(model, rolls), lines, length, bufferSize, out int failedBehind);
            _compared++;
            if (behind != direct || failed != failedBehind)
            {
                _different++;
                Console.Write($"{model.Name}, rolls: {rolls}, {lines} lines of {length}, buffer of {bufferSize}: ");
                Console.WriteLine($"{direct.Length} and {behind.Length} characters, {failed} and {failedBehind} failures");
            }
        }

        return failed;
    }

    /// <returns>The files, one after the other.</returns>
    private static string Write(string folder, FileAppender file, int lines, int length, int bufferSize, out int failed)
    {
        Directory.CreateDirectory(folder);
        Array.ForEach(Directory.GetFiles(folder), File.Delete);
        Hierarchy repository = (Hierarchy)LogManager.CreateRepository(Guid.NewGuid().ToString());
        ErrorCounter errors = new();
        file.File = Path.Combine(folder, "file");
        file.ErrorHandler = errors;
        file.ActivateOptions();
        IAppender appender = file;
        if (bufferSize > 0)
        {
            AsyncBufferingForwardingAppender front = new() { BufferSize = bufferSize, IdleTime = 3_600_000 };
            front.AddAppender(file);
            front.ActivateOptions();
            appender = front;
        }

        repository.Root.AddAppender(appender);
        repository.Configured = true;
        ILog log = LogManager.GetLogger(repository.Name, "test");
        foreach (string part in _parts)
        {
            Limit(part == "full" ? Full : long.MaxValue);
            for (int i = 0; i < (part == "end" ? 1 : lines); i++)
            {
                log.Info($"{part} {i.ToString(CultureInfo.InvariantCulture)} {new string('.', length)}");
            }

            (appender as AsyncBufferingForwardingAppender)?.Flush(60_000);
        }

        repository.Shutdown();
        failed = errors.Count;
        return string.Join('\n', Directory.GetFiles(folder).Order(StringComparer.Ordinal)
            .Select(path => $"{Path.GetFileName(path)}: {File.ReadAllText(path)}"));
    }

    private static void Limit(long bytes)
    {
        long[] limits = [bytes, long.MaxValue];
        if (SetLimit(FileSizeLimit, limits) != 0)
        {
            throw new IOException($"The limit could not be set: {Marshal.GetLastPInvokeErrorMessage()}.");
        }
    }

    [LibraryImport("libc", EntryPoint = "setrlimit", SetLastError = true)]
    [DefaultDllImportSearchPaths(DllImportSearchPath.SafeDirectories)]
    private static partial int SetLimit(int resource, [In] long[] limits);

    private sealed class ErrorCounter : IErrorHandler
    {
        public int Count { get; private set; }

        public void Error(string message, Exception? e, ErrorCode errorCode) => Count++;

        public void Error(string message, Exception e) => Count++;

        public void Error(string message) => Count++;
    }
}
