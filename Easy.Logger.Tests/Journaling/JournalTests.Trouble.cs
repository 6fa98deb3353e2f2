using Easy.Logger.Journaling;
using Easy.Logger.Tests.Support;
using log4net.Core;

namespace Easy.Logger.Tests.Journaling;

/// <content>H5: a journal that cannot be used, or not for this event, is told and never breaks logging.</content>
internal sealed partial class JournalTests
{
    [Test]
    public void Append_AnotherAppenderOfTheSameNameKeepsIt_IsToldOnce()
    {
        Activated(out _);
        AsyncBufferingForwardingAppender second = Activated(out GatedAppender child);
        Assert.That(_scene.Messages.Naming(Path), Is.Empty);

        second.DoAppend(Some.Event("logged"));
        second.DoAppend(Some.Event("logged", Level.Error));

        child.AwaitCount(2);
        Assert.That(_scene.Messages.Naming(Path), Has.Count.EqualTo(1));
    }

    [Test]
    public void Activate_AnotherAppenderHasIt_IsToldAndLogsWithoutIt()
    {
        AsyncBufferingForwardingAppender first = Activated(out _);
        AsyncBufferingForwardingAppender second = Activated(out GatedAppender child, name: Some.Name("second"));

        second.DoAppend(Some.Event("logged", Level.Error));

        child.AwaitCount(1);
        Assert.That(_scene.Messages.Naming($"[{second.Name}]").Single(), Does.Contain($"journal is '{Path}'").And.Contain($"[{first.Name}]"));
    }

    [Test]
    public void Activate_AnotherProcessHasIt_IsToldAndLogsWithoutIt()
    {
        using JournalFile other = JournalFile.Open(Path, 1024 * 1024);

        AssertLogsWithoutJournal(Path);
    }

    [Test]
    public void Activate_PathIsAFolder_IsToldAndLogsWithoutIt() => AssertLogsWithoutJournal(_scene.Folder.Path);

    [Test]
    public void Activate_PathIsSomethingElse_IsToldAndLogsWithoutIt()
    {
        File.WriteAllText(Path, "somebody's notes");

        AssertLogsWithoutJournal(Path);
        Assert.That(File.ReadAllText(Path), Is.EqualTo("somebody's notes"));
    }

    [Test]
    public void Activate_Lossy_IsToldAndThereIsNoJournal()
    {
        _scene.ConfigureFile(Option + """<lossy value="true" /><evaluator type="log4net.Core.LevelEvaluator"><threshold value="ERROR" /></evaluator>""");

        Assert.That(_scene.Complaints.Single(), Does.Contain($"journal is '{Path}'"));
        Assert.That(File.Exists(Path), Is.False);
    }

    /// <summary>The ring of a queue limit of 1,024 and less is 1 MiB, of which one event may take a sixteenth.</summary>
    [Test]
    public void Append_EventTooLarge_IsForwardedAndToldOnce()
    {
        AsyncBufferingForwardingAppender appender = Activated(out GatedAppender child);

        appender.DoAppend(Some.Event(new string('x', 100_000)));
        appender.DoAppend(Some.Event(new string('y', 100_000), Level.Error));

        child.AwaitCount(2);
        Assert.That(_scene.Messages.Naming($"[{appender.Name}]").Single(), Does.Contain("not journaled").And.Contain("65,536"));
    }

    [Test]
    public void Append_ValueThatCannotBeRead_IsForwardedAndTold()
    {
        AsyncBufferingForwardingAppender appender = Activated(out GatedAppender child);
        LoggingEvent loggingEvent = Some.Event(level: Level.Error);
        loggingEvent.Properties["bad"] = new Unreadable();

        appender.DoAppend(loggingEvent);

        child.AwaitCount(1);
        Assert.That(_scene.Messages.Naming($"[{appender.Name}]").Single(), Does.Contain("not journaled").And.Contain("cannot be read"));
    }

    private void AssertLogsWithoutJournal(string path)
    {
        _scene.ConfigureFile($"""<journal value="{path}" />""");
        _scene.Log().Error("logged");

        _scene.AwaitLines("logged");
        Assert.That(_scene.Complaints.Single(), Does.Contain($"journal is '{path}'").And.Contain("events are not journaled"));
    }

    private sealed class Unreadable
    {
        public override string ToString() => throw new InvalidOperationException("the value cannot be read");
    }
}
