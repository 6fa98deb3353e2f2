using System.Globalization;
using System.Runtime.InteropServices;
using System.Text;
using System.Text.RegularExpressions;
using Easy.Logger;
using log4net;
using log4net.Appender;
using log4net.Core;
using log4net.Filter;
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
    private const int FullAt = 9_000; // bytes of a file

    private static readonly string[] _parts = ["full", "later", "end"];
    private static readonly Type[] _models =
    [
        typeof(FileAppender.ExclusiveLock), typeof(FileAppender.NoLock),
        typeof(FileAppender.MinimalLock), typeof(FileAppender.InterProcessLock),
    ];

    private static readonly int[] _bufferSizes = [1, 8, 512];

    private static int _compared, _different;
    private static long _forwarded;

    /// <summary>Prints what differs, and what was compared.</summary>
    public static int Compare(string folder)
    {
        int failures = 0;
        foreach (Type model in _models)
        {
            foreach (int lines in new[] { 20, 60, 120 })
            {
                foreach (int length in new[] { 20, 700, 1_500, 10_000 })
                {
                    failures += Compare(folder, () => NewAppender(model), lines, length)
                        + Compare(folder, () => Rolling(NewAppender(model)), lines, length)
                        + Compare(folder, () => WithOwnLayout(NewAppender(model)), lines, length);
                    if (lines == 60)
                    {
                        failures += Compare(folder, () => WithLongLetters(NewAppender(model)), lines, length);
                        CountLines(folder, () => WithoutImmediateFlush(Rolling(NewAppender(model))), lines, length);
                        CountLines(folder, () => WithoutImmediateFlush(WithOwnLayout(Rolling(NewAppender(model)))), lines, length);
                    }
                }
            }
        }

        string differences = _different == 0 ? "no difference" : $"{_different} differences";
        Logging.Print($"{differences} in {_compared} comparisons with {failures} failures");
        return 87;
    }

    private static RollingFileAppender NewAppender(Type model)
    {
        RollingFileAppender appender = new()
        {
            RollingStyle = RollingFileAppender.RollingMode.Once,
            LockingModel = (FileAppender.LockingModelBase)Activator.CreateInstance(model)!,
            Encoding = Encoding.UTF8, // with a mark at the begin
            Layout = new PatternLayout("%m%n") { Header = "head\n", Footer = "foot\n" },
        };
        appender.AddFilter(new LevelRangeFilter { LevelMin = Level.Info });
        return appender;
    }

    private static RollingFileAppender Rolling(RollingFileAppender appender)
    {
        appender.RollingStyle = RollingFileAppender.RollingMode.Size;
        appender.MaxFileSize = FullAt * 4 / 3;
        appender.MaxSizeRollBackups = 5;
        return appender;
    }

    private static RollingFileAppender WithOwnLayout(RollingFileAppender appender)
    {
        appender.Layout = new OwnLayout();
        return appender;
    }

    /// <summary>A thousand of its letters fill the file's buffer, so what is cut off does not wait there for the next line.</summary>
    private static RollingFileAppender WithLongLetters(RollingFileAppender appender)
    {
        appender.Encoding = Encoding.UTF32;
        return appender;
    }

    private static RollingFileAppender WithoutImmediateFlush(RollingFileAppender appender)
    {
        appender.ImmediateFlush = false;
        appender.MaxSizeRollBackups = -1;
        return appender;
    }

    /// <summary>Which lines are lost is not the same there: log4net's Flush loses some. What counts as forwarded is in a file.</summary>
    private static void CountLines(string folder, Func<RollingFileAppender> create, int lines, int length)
    {
        foreach (int bufferSize in _bufferSizes)
        {
            RollingFileAppender appender = create();
            int written = WholeLine().Count(Write(Path.Combine(folder, "behind"), appender, lines, length, bufferSize, out _));
            _compared++;
            int filtered = lines + lines + 1; // one with each line; they count as forwarded, too
            if (_forwarded > written + filtered)
            {
                _different++;
                Console.Write($"{appender.LockingModel.GetType().Name}, {appender.Layout?.GetType().Name}, {lines} lines of {length}, ");
                Console.WriteLine($"buffer of {bufferSize}: {_forwarded} forwarded, {written} lines");
            }
        }
    }

    /// <returns>How often the appender has failed.</returns>
    private static int Compare(string folder, Func<RollingFileAppender> create, int lines, int length)
    {
        string direct = Write(Path.Combine(folder, "direct"), create(), lines, length, bufferSize: 0, out int failed);
        foreach (int bufferSize in _bufferSizes)
        {
            RollingFileAppender appender = create();
            string behind = Write(Path.Combine(folder, "behind"), appender, lines, length, bufferSize, out int failedBehind);
            _compared++;
            if (behind != direct || failed != failedBehind)
            {
                _different++;
                Console.Write($"{appender.LockingModel.GetType().Name}, {appender.Layout?.GetType().Name}, {appender.Encoding.WebName}, ");
                Console.Write($"rolls: {appender.RollingStyle}, {lines} lines of {length}, buffer of {bufferSize}: ");
                Console.WriteLine($"{direct.Length} and {behind.Length} characters, {failed} and {failedBehind} failures");
            }
        }

        return failed;
    }

    /// <returns>How many events have failed, and the files, one after the other.</returns>
    private static string Write(string folder, RollingFileAppender file, int lines, int length, int bufferSize, out int failed)
    {
        Directory.CreateDirectory(folder);
        Array.ForEach(Directory.GetFiles(folder), File.Delete);
        Hierarchy repository = (Hierarchy)LogManager.CreateRepository(Guid.NewGuid().ToString());
        ErrorCounter errors = new();
        file.File = Path.Combine(folder, "file");
        file.ErrorHandler = errors;
        file.ActivateOptions();
        AsyncBufferingForwardingAppender front = new() { BufferSize = Math.Max(1, bufferSize), IdleTime = 3_600_000 };
        front.AddAppender(file);
        front.ActivateOptions();
        repository.Root.AddAppender(bufferSize > 0 ? front : file);
        repository.Configured = true;
        ILog log = LogManager.GetLogger(repository.Name, "test");
        long failedEvents = 0;
        foreach (string part in _parts)
        {
            Limit(part == "full" ? FullAt : long.MaxValue);
            for (int i = 0; i < (part == "end" ? 1 : lines); i++)
            {
                int errorsBefore = errors.Count;
                log.Info($"{part} {i.ToString(CultureInfo.InvariantCulture)} {new string('.', i % 3 == 0 ? length : 20)}");
                log.Debug("is filtered");
                failedEvents += errors.Count > errorsBefore ? 1 : 0;
            }

            front.Flush(60_000);
        }

        if (file.RollingStyle == RollingFileAppender.RollingMode.Size)
        {
            failedEvents = 0; // closing a file that is full fails, and the event is in the next one
        }
        else if (bufferSize > 0)
        {
            failedEvents = front.Statistics.Failed;
        }

        _forwarded = front.Statistics.Forwarded;
        repository.Shutdown();
        failed = errors.Count;
        return $"{failedEvents} failed\n" + string.Join('\n', Directory.GetFiles(folder).Order(StringComparer.Ordinal)
            .Select(path => $"{Path.GetFileName(path)}: {File.ReadAllText(path)}"));
    }

    [GeneratedRegex(@"(full|later|end) \d+ \.*\n")]
    private static partial Regex WholeLine();

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

    private sealed class OwnLayout : LayoutSkeleton
    {
        public override void ActivateOptions()
        {
        }

        public override void Format(TextWriter writer, LoggingEvent loggingEvent)
        {
            writer.Write("own: ");
            loggingEvent.WriteRenderedMessage(writer);
            writer.WriteLine();
        }
    }

    private sealed class ErrorCounter : IErrorHandler
    {
        public int Count { get; private set; }

        public void Error(string message, Exception? e, ErrorCode errorCode) => Count++;

        public void Error(string message, Exception e) => Count++;

        public void Error(string message) => Count++;
    }
}
