namespace Easy.Logger.Tests.Fidelity;

/// <summary>Two async appenders share an appender that does not flush each line.</summary>
internal sealed class SharedChildTests
{
    [Test]
    public void Flush_OfAnAppenderThatIsShared_LeavesItsLinesInTheFileAndTheOptionAlone([Values] bool rolling)
    {
        const int Rounds = 8;
        using TempFolder folder = new();
        string path = folder.File("file");
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
}
