namespace Easy.Logger.Tests.Journaling;

/// <content>A journal that cannot be used, or not for this event, is reported and never breaks logging.</content>
internal sealed partial class JournalTests
{
    [Test]
    public void Activate_PathIsSomethingElse_IsToldAndLogsWithoutIt()
    {
        File.WriteAllText(Path, "somebody's notes");

        Logs.ConfigureFile(Option);
        Logs.Log().Error("logged");

        Logs.AwaitLines("logged");
        Assert.That(Scene.Complaints.Single(), Does.Contain($"journal is '{Path}'").And.Contain("events are not journaled"));
        Assert.That(File.ReadAllText(Path), Is.EqualTo("somebody's notes"));
    }

    [Test]
    public void Activate_Lossy_IsToldAndThereIsNoJournal()
    {
        Logs.ConfigureFile(Option + """<lossy value="true" /><evaluator type="log4net.Core.LevelEvaluator"><threshold value="ERROR" />"""
            + """</evaluator>""");

        Assert.That(Logs.Complaints.Single(), Does.Contain($"journal is '{Path}'"));
        Assert.That(Directory.Exists(Path), Is.False);
    }

    /// <summary>The first one of its size finds no segment for it, the next one does.</summary>
    [Test]
    public void Append_EventLargerThanASegment_IsForwardedAndCounted()
    {
        AsyncBufferingForwardingAppender appender = Activated(out GatedAppender child);

        appender.DoAppend(Some.Event(new string('x', 3_000_000), Level.Error));
        child.AwaitCount(1);
        Eventually.Holds(
            () => JournalFiles.SegmentsIn(Path).Any(path => new FileInfo(path).Length > 3_000_000), "there is a segment for such an event");
        child.CloseGate();
        appender.DoAppend(Some.Event(new string('y', 3_000_000), Level.Error));
        child.AwaitEntry();

        Assert.That(appender.Statistics.Journal!.NotJournaledFor(JournalMiss.Full), Is.EqualTo(1));
        Assert.That(JournalFiles.EventsIn(Path).Single().RenderedMessage, Does.StartWith("yyy").And.Length.EqualTo(3_000_000));
    }

    [Test]
    public void Append_ValueThatCannotBeRendered_IsTheTextOfItsError()
    {
        AsyncBufferingForwardingAppender appender = Activated(out GatedAppender child);
        child.CloseGate();
        LoggingEvent loggingEvent = Some.Event(level: Level.Error);
        loggingEvent.Properties["bad"] = new Unreadable();

        appender.DoAppend(loggingEvent);

        child.AwaitEntry();
        Assert.That(JournalFiles.EventsIn(Path).Single().Properties["bad"],
            Does.Contain("InvalidOperationException").And.Contain("cannot be read"));
    }

    private sealed class Unreadable
    {
        public override string ToString() => throw new InvalidOperationException("the value cannot be read");
    }
}
