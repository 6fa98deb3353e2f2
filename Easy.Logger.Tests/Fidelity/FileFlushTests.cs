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

    private sealed class Subclass : FileAppender;

    private sealed class OwnFlush : FileAppender, IFlushable
    {
        public int Flushes { get; private set; }

        bool IFlushable.Flush(int millisecondsTimeout) => ++Flushes < 0;
    }
}
