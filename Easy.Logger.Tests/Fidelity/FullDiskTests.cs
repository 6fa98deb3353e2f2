namespace Easy.Logger.Tests.Fidelity;

/// <summary>A file that cannot be written, and one that is only flushed, has what it would have had without the async appender.</summary>
internal sealed class FullDiskTests : FolderTests
{
    private const int Limit = 1_000;

    /// <summary>In a process of its own, which limits how long a file may get, and lifts the limit.</summary>
    [Test]
    [Platform("Linux")]
    public void DiskIsFullAndThenNot_HasTheSameLinesAndFailures()
    {
        string command =
            $"trap '' XFSZ; exec '{TestProgram.ExitProbe.Host}' '{TestProgram.ExitProbe.Path}' disk-full '{Folder.Path}' 2> /dev/null";

        // Without it the runtime has a file in memory that is longer.
        using ProbeRun probe = new("/bin/sh", "-c", $"export DOTNET_EnableWriteXorExecute=0; {command}");

        probe.AssertEndsWith(87);
        Assert.That(
            string.Join('\n', probe.Output), Does.Match("^no difference in 576 comparisons with [1-9][0-9]{3} failures$"));
    }

    /// <summary>What a writer had in its buffer is lost with what it could not write.</summary>
    [Test]
    public void WriterFailsOnce_NothingThatIsNotThereCountsAsForwarded()
    {
        using FailingOnce disk = new();
        using TestRepository repository = new();
        TextWriterAppender child = new() { Layout = new PatternLayout("%m%n"), Writer = new StreamWriter(disk), ImmediateFlush = true };
        child.AddFilter(new StringMatchFilter { StringToMatch = "is filtered", AcceptOnMatch = false });
        AsyncBufferingForwardingAppender appender = Comparison.NewAsync(child, front => front.BufferSize = 1500);
        repository.Attach(appender);

        Write(repository.Log(), 1);
        for (int i = 0; i < 1000; i++)
        {
            repository.Log().Info("is filtered");
        }

        Write(repository.Log(), 499);
        appender.Flush((int)Eventually.Patience.TotalMilliseconds);

        int lines = Encoding.UTF8.GetString(disk.ToArray()).Count(letter => letter == '\n');
        Assert.That(appender.Statistics.Forwarded, Is.LessThanOrEqualTo(lines + 1000));
        Assert.That(appender.Statistics.Failed, Is.InRange(1, 500), "what was filtered has not failed");
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

    private static void AssertEqualAndCounted(Comparison comparison)
    {
        comparison.Change(child => child.Close());
        comparison.AssertEqual();
        BufferStatistics statistics = comparison.Async.Statistics;
        Assert.That(statistics.Forwarded, Is.LessThanOrEqualTo(comparison.Behind.Read().Split('\n').Count(line => line.Contains("line"))));
        Assert.That(statistics.Forwarded + statistics.Failed, Is.EqualTo(statistics.Accepted));
    }

    private sealed class FailingOnce : MemoryStream
    {
        private int _writes;

        public override void Write(byte[] buffer, int offset, int count)
        {
            if (++_writes == 3)
            {
                throw new IOException("The disk is full.");
            }

            base.Write(buffer, offset, count);
        }
    }
}
