using System.Globalization;
using System.Text;
using log4net.Util;

namespace Easy.Logger.Extensions.Microsoft.Diagnostics;

/// <summary>
/// A file that gets what log4net reports about itself. One for each path, however many providers name it. Messages wait in the queue of
/// <see cref="InternalLog" />, which is bounded, for a thread that writes them; whoever reports one does not wait for the disk. Safe for
/// any thread, throws nothing.
/// </summary>
internal sealed class InternalLogFile : IDisposable
{
    /// <summary>The most bytes of a file, about; it is then renamed, and the one before it is deleted.</summary>
    internal const int MaxBytes = 1024 * 1024;

    private static readonly object _lock = new();
    private static readonly Dictionary<string, Sink> _open = new(StringComparer.Ordinal);

    private readonly Sink _sink;
    private int _hasEnded;

    private InternalLogFile(Sink sink) => _sink = sink;

    /// <summary>Begins to write.</summary>
    /// <param name="path">The full path.</param>
    /// <returns>Ends it, unless other providers write to the same file.</returns>
    public static InternalLogFile Open(string path)
    {
        lock (_lock)
        {
            if (!_open.TryGetValue(path, out Sink? sink))
            {
                _open[path] = sink = new Sink(path);
                LogLog.LogReceived += sink.Receive;
            }

            sink.Users++;
            return new InternalLogFile(sink);
        }
    }

    public void Dispose()
    {
        if (Interlocked.Exchange(ref _hasEnded, 1) != 0)
        {
            return;
        }

        InternalLog.Flush(InternalLog.AtEnd);
        lock (_lock)
        {
            if (--_sink.Users == 0)
            {
                LogLog.LogReceived -= _sink.Receive;
                _ = _open.Remove(_sink.Path);
            }
        }
    }

    private sealed class Sink(string path)
    {
        private bool _hasFailed; // only on the thread that writes
        private long _missing;

        public string Path => path;

        public int Users { get; set; } // under the lock

        public void Receive(object? source, LogReceivedEventArgs args)
        {
            try
            {
                string line = TextOf(args.LogLog);
                InternalLog.Post(() => Write(line));
            }
            catch (Exception)
            {
                Interlocked.Increment(ref _missing); // no memory for it; nothing is thrown into whoever reported something
            }
        }

        private static string TextOf(LogLog message)
        {
            StringBuilder text = new();
            text.Append(message.TimeStampUtc.ToString("yyyy-MM-dd HH:mm:ss.fff'Z '", CultureInfo.InvariantCulture));
            text.Append(message.Prefix).Append(message.Source?.Name).Append(": ").AppendLine(message.Message);
            if (message.Exception is { } exception)
            {
                text.AppendLine(InternalLog.TextOf(exception));
            }

            return text.ToString();
        }

        /// <summary>
        /// Opened for reading too, so that a pipe opens at once and can be refused: nobody may read it, and all messages would wait.
        /// </summary>
        private FileStream Open()
        {
            Directory.CreateDirectory(System.IO.Path.GetDirectoryName(path)!);
            FileStream file = new(path, FileMode.OpenOrCreate, FileAccess.ReadWrite, FileShare.ReadWrite | FileShare.Delete);
            if (file.CanSeek)
            {
                file.Seek(0, SeekOrigin.End);
                return file;
            }

            file.Dispose();
            throw new IOException("It is not a file.");
        }

        private void Write(string line)
        {
            try
            {
                FileStream file = Open();
                if (file.Length > MaxBytes)
                {
                    file.Dispose();
                    File.Delete($"{path}.1");
                    File.Move(path, $"{path}.1");
                    file = Open();
                }

                using StreamWriter writer = new(file);
                long missing = Interlocked.Read(ref _missing);
                if (missing > 0)
                {
                    writer.Write(FormattableString.Invariant($"{missing} message(s) could not be written.\n"));
                }

                writer.Write(line);
                writer.Flush();
                Interlocked.Add(ref _missing, -missing);
            }
            catch (Exception e)
            {
                Interlocked.Increment(ref _missing);
                if (!_hasFailed)
                {
                    _hasFailed = true; // once, because this comes here again
                    InternalLog.Warn($"Easy.Logger provider: InternalLogFile '{path}' cannot be written: {e.Message}");
                }
            }
        }
    }
}
