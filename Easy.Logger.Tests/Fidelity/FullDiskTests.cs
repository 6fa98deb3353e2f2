namespace Easy.Logger.Tests.Fidelity;

/// <summary>A file that cannot be written, and one that is only flushed, has what it would have had without the async appender.</summary>
internal sealed class FullDiskTests : FolderTests
{
    private const int Limit = 1_000;

    /// <summary>log4net counts what it could not write: the file rolls, and there may be room elsewhere.</summary>
    [Test]
    public void DiskIsFull_FileRollsBySize_RollsAtTheSameEvent([Values(1, 8, 64)] int bufferSize)
    {
        using Comparison comparison = Rolling(appender => appender.BufferSize = bufferSize);
        LimitDisk(comparison, 300);

        comparison.Log(log => Write(log, 100));

        AssertEqualAndCounted(comparison);
        Assert.That(comparison.Async.Statistics.Failed, Is.Positive);
    }

    [Test]
    public void DiskIsFullAndThenNot_FileIsKeptOpen_HasTheSameLines(
        [Values(1, 8, 64)] int bufferSize,
        [Values(typeof(FileAppender.ExclusiveLock), typeof(FileAppender.NoLock))] Type model)
    {
        FileAppender Create() => new() { LockingModel = (FileAppender.LockingModelBase)Activator.CreateInstance(model)! };
        using Comparison comparison = new(
            () => Output.File(Path.Combine(Folder.Path, Some.Name("file")), new PatternLayout("%m%n"), Create()),
            appender => appender.BufferSize = bufferSize);
        FullDisk[] disks = LimitDisk(comparison, 325); // half a line at the end
        comparison.Log(log => Write(log, 40));

        Array.ForEach(disks, disk => disk.Room = long.MaxValue);
        comparison.Log(log => Write(log, 40));

        AssertEqualAndCounted(comparison);
    }

    /// <summary>What a writer had in its buffer is lost with what it could not write.</summary>
    [Test]
    public void WriterFailsOnce_NothingThatIsNotThereCountsAsForwarded()
    {
        using MemoryStream memory = new();
        using FullDisk disk = new(memory) { FailsOnceAt = 3 };
        using TestRepository repository = new();
        TextWriterAppender child = new() { Layout = new PatternLayout("%m%n"), Writer = new StreamWriter(disk), ImmediateFlush = true };
        AsyncBufferingForwardingAppender appender = Comparison.NewAsync(child);
        repository.Attach(appender);

        Write(repository.Log(), 500);
        appender.Flush((int)Eventually.Patience.TotalMilliseconds);

        int lines = Encoding.UTF8.GetString(memory.ToArray()).Count(letter => letter == '\n');
        Assert.That(appender.Statistics.Forwarded, Is.LessThanOrEqualTo(lines));
        Assert.That(appender.Statistics.Failed, Is.Positive);
    }

    /// <summary>A flush is no append, before which a file may roll: there may be nothing to write.</summary>
    [Test]
    public void Flush_WithoutImmediateFlush_RollsNothing([Values] bool batchRendering, [Values(0, 20)] int lines)
    {
        using Comparison comparison = Rolling(appender => appender.BatchRendering = batchRendering, immediateFlush: false);
        for (int round = 0; round < 3; round++)
        {
            comparison.Log(log => Write(log, lines));
        }

        AssertEqualAndCounted(comparison);
    }

    /// <summary>The writer keeps what it could not encode, and fails from then on; not so that of the next file.</summary>
    [Test]
    public void EncodingThrows_OneLineCannotBeWritten_HasTheSameLines([Values(1, 8, 64)] int bufferSize)
    {
        using Comparison comparison = Rolling(
            appender => appender.BufferSize = bufferSize,
            new UTF8Encoding(encoderShouldEmitUTF8Identifier: false, throwOnInvalidBytes: true));

        comparison.Log(log =>
        {
            Write(log, 7);
            log.Info("half a letter \uD83D!");
            Write(log, 60);
        });

        AssertEqualAndCounted(comparison);
    }

    private Comparison Rolling(
        Action<AsyncBufferingForwardingAppender> configure, Encoding? encoding = null, bool immediateFlush = true) => new(
        () =>
        {
            string side = Path.Combine(Folder.Path, Some.Name("side"));
            Directory.CreateDirectory(side);
            string file = Path.Combine(side, "file");
            File.WriteAllText(file, new string('x', 2 * Limit)); // of an earlier run
            File.WriteAllText(file + ".1", "one that is to be kept");
            RollingFileAppender appender = new()
            {
                RollingStyle = RollingFileAppender.RollingMode.Size,
                MaxFileSize = Limit,
                MaxSizeRollBackups = 10,
                ImmediateFlush = immediateFlush,
                AppendToFile = !immediateFlush,
                Encoding = encoding ?? new UTF8Encoding(encoderShouldEmitUTF8Identifier: false),
            };
            return Output.File(file, new PatternLayout("%m%n"), appender) with
            {
                Read = () => string.Join('\n', Directory.GetFiles(side).Order(StringComparer.Ordinal)
                    .Select(path => $"{Path.GetFileName(path)}: {Output.ReadShared(path)}")),
            };
        },
        configure);

    private static void Write(ILog log, int lines)
    {
        for (int i = 0; i < lines; i++)
        {
            log.Info($"line {i} {new string('.', 40)}");
        }
    }

    private static FullDisk[] LimitDisk(Comparison comparison, long room) => [.. comparison.Both.Select(output =>
    {
        FileAppender.LockingModelBase model = ((FileAppender)output.Appender).LockingModel;
        FieldInfo stream = model.GetType().GetField("_stream", BindingFlags.Instance | BindingFlags.NonPublic)!;
        FullDisk disk = new((Stream)stream.GetValue(model)!) { Room = room };
        stream.SetValue(model, disk);
        return disk;
    })];

    private static void AssertEqualAndCounted(Comparison comparison)
    {
        comparison.Change(child => child.Close());
        comparison.AssertEqual();
        BufferStatistics statistics = comparison.Async.Statistics;
        Assert.That(statistics.Forwarded, Is.LessThanOrEqualTo(comparison.Behind.Read().Split('\n').Count(line => line.Contains("line"))));
        Assert.That(statistics.Forwarded + statistics.Failed, Is.EqualTo(statistics.Accepted));
    }

    /// <summary>Writes what there is room for, and fails.</summary>
    private sealed class FullDisk(Stream stream) : Stream
    {
        private int _writes;

        public long Room { get; set; } = long.MaxValue;

        public int FailsOnceAt { get; init; }

        public override bool CanRead => false;

        public override bool CanSeek => stream.CanSeek;

        public override bool CanWrite => true;

        public override long Length => stream.Length;

        public override long Position
        {
            get => stream.Position;
            set => stream.Position = value;
        }

        public override void Flush() => stream.Flush();

        public override long Seek(long offset, SeekOrigin origin) => stream.Seek(offset, origin);

        public override void SetLength(long value) => stream.SetLength(value);

        public override int Read(byte[] buffer, int offset, int count) => throw new NotSupportedException();

        public override void Write(byte[] buffer, int offset, int count)
        {
            int room = ++_writes == FailsOnceAt ? 0 : (int)Math.Min(count, Math.Max(0, Room - Position));
            stream.Write(buffer, offset, room);
            if (room < count)
            {
                throw new IOException("The disk is full.");
            }
        }

        protected override void Dispose(bool disposing)
        {
            if (disposing)
            {
                stream.Dispose();
            }

            base.Dispose(disposing);
        }
    }
}
