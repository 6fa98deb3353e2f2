namespace Easy.Logger.Tests.Fidelity;

/// <summary>What Flush does to a file.</summary>
internal sealed class FileFlushTests : FolderTests
{
    /// <summary>log4net's own Flush of a subclass loses what is in its buffer; its own classes are flushed after each batch.</summary>
    [Test]
    [Platform(Exclude = "Win", Reason = "nobody else can write there")]
    public void Flush_AppenderThatGetsSingleEventsDoesNotFlush_TextIsInTheFile([Values] bool isSubclass)
    {
        FileAppender child = isSubclass ? new Subclass() : new FileAppender();
        child.ImmediateFlush = false;
        Output output = Output.File(Folder.File("file"), new PatternLayout("%m%n"), child);
        AsyncBufferingForwardingAppender appender = Comparison.NewAsync(
            child, async => (async.BatchRendering, async.BufferSize) = (false, 1));
        appender.DoAppend(Some.Event("a"));
        Eventually.Holds(() => appender.Statistics.Forwarded == 1, "the event is in the buffer of the file");
        using (FileStream other = new(child.File!, FileMode.Append, FileAccess.Write, FileShare.ReadWrite))
        {
            other.Write("other\n"u8);
        }

        Assert.That(appender.Flush(-1), Is.True);

        Assert.That((output.Read(), child.ImmediateFlush), Is.EqualTo((isSubclass ? "other\na\n" : "a\nother\n", false)));
        appender.Close();
    }

    /// <summary>A class may implement the interface anew.</summary>
    [Test]
    public void Flush_OfASubclass_IsItsOwn()
    {
        OwnFlush child = new() { ImmediateFlush = false };
        Output.File(Folder.File("file"), new PatternLayout("%m%n"), child);
        AsyncBufferingForwardingAppender appender = Comparison.NewAsync(child);
        appender.DoAppend(Some.Event("a"));

        Assert.That((appender.Flush(-1), child.Flushes), Is.EqualTo((false, 1)));

        appender.Close();
    }

    /// <summary>Neither flushes each line.</summary>
    [Test]
    public void Flush_OfAnAppenderThatTwoShare_LeavesItsLinesInTheFileAndTheOptionAlone([Values] bool rolling)
    {
        const int Rounds = 8;
        string path = Folder.File("file");
        MeetingPoint meeting = new();
        FileAppender child = rolling ? new RollingFileAppender() : new FileAppender();
        child.ImmediateFlush = false;
        child.LockingModel = meeting;
        Output output = Output.File(path, new DelegatingLayout((writer, e) => meeting.Format(writer, e)), child);
        AsyncBufferingForwardingAppender one = Comparison.NewAsync(child);
        AsyncBufferingForwardingAppender two = Comparison.NewAsync(child);
        List<string> missing = [];
        for (int i = 0; i < Rounds; i++)
        {
            string[] lines = [$"one {i}.", $"two {i}."];
            meeting.Begin();
            one.DoAppend(Some.Event(lines[0]));
            using BackgroundCall<bool> first = new(() => one.Flush(-1));
            meeting.AwaitFirst();
            two.DoAppend(Some.Event(lines[1]));
            Assert.That(two.Flush(-1) & first.Result, Is.True, "both are flushed");
            Assert.That(child.ImmediateFlush, Is.False, "as the application set it");
            string text = output.Read();
            missing.AddRange(lines.Where(line => !text.Contains(line, StringComparison.Ordinal)));
        }

        one.RemoveAppender(child);
        two.RemoveAppender(child);
        one.Close();
        two.Close();
        child.Close();

        Assert.That(missing, Is.Empty, "lines that were not in the file after both had flushed");
    }

    /// <summary>Holds whoever writes first until the other one has come as far as it can.</summary>
    private sealed class MeetingPoint : FileAppender.ExclusiveLock
    {
        private readonly ManualResetEventSlim _isInside = new();
        private readonly ManualResetEventSlim _otherCame = new();
        private readonly ManualResetEventSlim _isOver = new();
        private int _isArmed;

        public void Begin()
        {
            _isInside.Reset();
            _otherCame.Reset();
            Volatile.Write(ref _isArmed, 1);
        }

        public void AwaitFirst() => Assert.That(_isInside.Wait(Eventually.Patience), Is.True, "Nobody writes.");

        public override Stream? AcquireLock()
        {
            if (Interlocked.Exchange(ref _isArmed, 0) == 1)
            {
                _isInside.Set();
                _otherCame.Wait(TimeSpan.FromMilliseconds(100)); // it may have to wait for this one
                _isOver.Wait(TimeSpan.FromMilliseconds(25)); // never set: the other one goes as far as the lock meanwhile
            }

            return base.AcquireLock();
        }

        public void Format(TextWriter writer, LoggingEvent loggingEvent)
        {
            if (loggingEvent.RenderedMessage!.StartsWith("two", StringComparison.Ordinal))
            {
                _otherCame.Set();
            }

            writer.Write($"{loggingEvent.RenderedMessage}\n");
        }
    }

    private sealed class Subclass : FileAppender;

    private sealed class OwnFlush : FileAppender, IFlushable
    {
        public int Flushes { get; private set; }

        bool IFlushable.Flush(int millisecondsTimeout) => ++Flushes < 0;
    }
}
