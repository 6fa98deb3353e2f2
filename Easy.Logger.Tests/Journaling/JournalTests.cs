using Easy.Logger.Diagnostics;
using Easy.Logger.Journaling;
using Easy.Logger.Tests.Support;
using log4net.Core;

namespace Easy.Logger.Tests.Journaling;

/// <summary>The option <c>journal</c> as a user meets it: what comes back after a kill, what is said about it, and what goes wrong.</summary>
internal sealed partial class JournalTests
{
    private const string Marked = "%level %logger %message %property{easylogger.recovered}%newline";

    private readonly LogScene _scene = new();
    private readonly List<AsyncBufferingForwardingAppender> _appenders = [];

    private string Path => _scene.Folder.File("app.journal");

    private string Option => $"""<journal value="{Path}" />""";

    [TearDown]
    public void End()
    {
        foreach (AsyncBufferingForwardingAppender appender in _appenders)
        {
            appender.Appenders.OfType<GatedAppender>().ToList().ForEach(child => child.OpenGate());
            appender.Close();
        }

        Workers.AssertNoneLeft(_appenders);
        _scene.Dispose();
    }

    [Test]
    public void Activate_EventsOfAnEarlierRun_AreForwardedFirstAndMarked()
    {
        LeaveInJournal("a", "b");

        _scene.ConfigureFile(Option, Marked);
        _scene.Log().Info("new");
        _scene.Shutdown();

        Assert.That(
            _scene.Lines(),
            Is.EqualTo(new[]
            {
                $"WARN Easy.Logger Easy.Logger appender [{_scene.Name}]: 2 event(s) of an earlier run follow, recovered from the journal '{Path}'; "
                    + "0 torn record(s) skipped. (null)",
                "INFO test a true",
                "INFO test b true",
                "INFO test new (null)",
            }));
        Assert.That(_scene.Complaints, Is.Empty);
    }

    [Test]
    public void Statistics_EventsRecovered_AreCountedAsAcceptedAndTheReportIsNot()
    {
        LeaveInJournal("a", "b");

        AsyncBufferingForwardingAppender appender = Activated(out GatedAppender child);
        appender.DoAppend(Some.Event("new"));
        appender.Close();

        BufferStatistics books = appender.Statistics;
        Assert.Multiple(() =>
        {
            Assert.That(books.Recovered, Is.EqualTo(2));
            Assert.That(books.Accepted, Is.EqualTo(3));
            Assert.That(books.Forwarded, Is.EqualTo(3));
            Assert.That(child.Events, Has.Count.EqualTo(4));
        });
    }

    [Test]
    public void Activate_TornRecord_IsSkippedAndTold()
    {
        LeaveInJournal("a", "b");
        using (FileStream file = new(Path, FileMode.Open))
        {
            file.Position = JournalFile.HeaderSize + RecordHeader.Size; // in what the first record says
            int before = file.ReadByte();
            file.Position--;
            file.WriteByte((byte)~before);
        }

        Activated(out GatedAppender child);

        child.AwaitCount(2);
        Assert.That(child.Messages[0], Does.Contain("1 event(s)").And.Contain("1 torn record(s)"));
        Assert.That(child.Messages[1], Is.EqualTo("b"));
    }

    [Test]
    public void Activate_AfterACleanClose_NothingIsRecovered()
    {
        _scene.ConfigureFile(Option);
        _scene.Log().Info("first run");
        _scene.Repository.Hierarchy.ResetConfiguration();

        AsyncBufferingForwardingAppender appender = Activated(out _);

        Assert.That(appender.Statistics.Accepted, Is.Zero);
        Assert.That(_scene.Lines(), Is.EqualTo(new[] { "first run" }));
    }

    /// <summary>What an event shows comes back as it was fixed, and nothing is made up in another process and time.</summary>
    [Test]
    public void Activate_EventOfAnEarlierRun_ShowsWhatItShowedThen()
    {
        LoggingEvent original = new(typeof(JournalTests), null, "some.logger", Level.Error, "text", new InvalidOperationException("broke"))
        {
            Fix = FixFlags.Message | FixFlags.ThreadName | FixFlags.Exception,
        };
        Leave(original);

        Activated(out GatedAppender child);

        child.AwaitCount(2);
        LoggingEvent recovered = child.Events[1];
        Assert.Multiple(() =>
        {
            Assert.That(recovered.RenderedMessage, Is.EqualTo("text"));
            Assert.That(recovered.LoggerName, Is.EqualTo("some.logger"));
            Assert.That(recovered.Level, Is.EqualTo(Level.Error));
            Assert.That(recovered.TimeStampUtc, Is.EqualTo(original.TimeStampUtc));
            Assert.That(recovered.ThreadName, Is.EqualTo(original.ThreadName));
            Assert.That(recovered.GetExceptionString(), Does.Contain("broke"));
            Assert.That(recovered.LookupProperty("easylogger.recovered"), Is.EqualTo("true"));
            Assert.That(recovered.Domain, Is.Null);
            Assert.That(recovered.Identity, Is.Null);
            Assert.That(recovered.LocationInformation, Is.Null);
        });
    }

    [Test]
    public void Close_ChildHangs_WhatWaitsIsLeftForTheNextRun()
    {
        AsyncBufferingForwardingAppender hung = Activated(out GatedAppender child, closeTimeout: 0);
        child.CloseGate();
        hung.DoAppend(Some.Event("hangs", Level.Error));
        child.AwaitEntry();
        hung.DoAppend(Some.Event("waits"));
        hung.Close();

        Activated(out GatedAppender next);

        next.AwaitCount(3);
        Assert.That(next.Messages.Skip(1), Is.EqualTo(new[] { "hangs", "waits" }));
        Assert.That(_scene.Messages.Naming(hung.Name), Has.Some.Contains("1 waiting event(s) were dropped and stay in the journal"));
    }

    /// <summary>As log4net does it on a reload: the new appender is activated before the old one is closed.</summary>
    [Test]
    public void Activate_OldAppenderOfTheSameNameHasIt_TakesOverWhenThatOneIsClosed()
    {
        AsyncBufferingForwardingAppender old = Activated(out GatedAppender oldChild, closeTimeout: 0);
        oldChild.CloseGate();
        old.DoAppend(Some.Event("hangs", Level.Error));
        oldChild.AwaitEntry();
        AsyncBufferingForwardingAppender renewed = Activated(out GatedAppender child);
        Assert.That(renewed.Statistics.Recovered, Is.Zero);

        old.Close();

        child.AwaitCount(2);
        Assert.That(child.Messages[1], Is.EqualTo("hangs"));
        Assert.That(_scene.Messages.Naming(_scene.Name).Where(message => message.Contains("journal is", StringComparison.Ordinal)), Is.Empty);
    }

    [Test]
    public void Reload_JournalSet_TheNewAppenderHasItAndNothingIsSaid()
    {
        _scene.ConfigureFile(Option);
        _scene.Log().Info("before");
        _scene.Configure(_scene.File("file-2"), _scene.Async(Option, "file-2"), LogScene.Root(_scene.Name));
        _scene.Log().Info("after");

        Assert.That(() => JournalFile.Open(Path, 0), Throws.InstanceOf<IOException>(), "somebody has it");
        _scene.Shutdown();
        Assert.That(_scene.Complaints, Is.Empty);
        Assert.That(_scene.Lines("file."), Is.EqualTo(new[] { "before" }));
        Assert.That(_scene.Lines("file-2"), Is.EqualTo(new[] { "after" }));
    }

    /// <summary>Without a child there would be nowhere for what comes back to go.</summary>
    [Test]
    public void Activate_NoChildYet_RecoversWhenTheFirstIsAttached()
    {
        LeaveInJournal("a");
        AsyncBufferingForwardingAppender appender = new() { Name = _scene.Name, Journal = Path };
        _appenders.Add(appender);
        appender.ActivateOptions();
        GatedAppender child = new();

        appender.AddAppender(child);

        child.AwaitCount(2);
        Assert.That(child.Messages[1], Is.EqualTo("a"));
    }

    [TestCase("")]
    [TestCase(" ")]
    public void Activate_EmptyPath_IsNoJournal(string path)
    {
        _scene.ConfigureFile($"""<journal value="{path}" />""");

        Assert.That(_scene.Complaints, Is.Empty);
    }

    [Test]
    public void Activate_Again_KeepsTheJournalItHas()
    {
        AsyncBufferingForwardingAppender appender = Activated(out _, closeTimeout: 0);
        appender.ActivateOptions();
        Assert.That(_scene.Messages.Naming(Path), Is.Empty);

        appender.Journal = _scene.Folder.File("another.journal");
        appender.ActivateOptions();

        Assert.That(_scene.Messages.Naming(Path).Single(), Does.Contain("another.journal").And.Contain("stays in use"));
        Assert.That(File.Exists(appender.Journal), Is.False);
    }

    [Test]
    public void Activate_AgainWithAJournal_EventsAreKeptFromThenOn()
    {
        AsyncBufferingForwardingAppender appender = Activated(out GatedAppender child, closeTimeout: 0, journal: null);
        child.CloseGate();
        appender.DoAppend(Some.Event("hangs", Level.Error));
        child.AwaitEntry();
        appender.DoAppend(Some.Event("not kept"));
        appender.Journal = Path;
        appender.ActivateOptions();
        appender.DoAppend(Some.Event("kept"));
        appender.Close();

        Activated(out GatedAppender next);

        next.AwaitCount(2);
        Assert.That(next.Messages[1], Is.EqualTo("kept"));
    }

    [Test]
    public void Journal_RelativePath_IsBelowTheBaseDirectory()
    {
        string name = $"{Some.Name("journal")}-{Environment.ProcessId}";
        string path = System.IO.Path.Combine(AppContext.BaseDirectory, name);
        Activated(out _, journal: name).Close();

        Assert.That(File.Exists(path), Is.True);
        File.Delete(path);
    }

    [TestCase(1, 1)]
    [TestCase(16_384, 16)]
    [TestCase(int.MaxValue, 256)]
    public void Journal_QueueLimit_DecidesItsSize(int queueLimit, int mebibytes)
    {
        AsyncBufferingForwardingAppender appender = Created(out _, _scene.Name, Path);
        appender.BufferSize = 1;
        appender.QueueLimit = queueLimit;
        appender.ActivateOptions();

        Assert.That(new FileInfo(Path).Length, Is.EqualTo(JournalFile.HeaderSize + (mebibytes * 1024 * 1024)));
    }

    private void LeaveInJournal(params string[] messages) => Leave([.. messages.Select(message => Some.Event(message))]);

    /// <summary>A journal as a killed process leaves it.</summary>
    private void Leave(params LoggingEvent[] events)
    {
        using JournalFile file = JournalFile.Open(Path, 1024 * 1024);
        file.Release = 0;
        JournalRing ring = new(file, tail: 0);
        for (int i = 0; i < events.Length; i++)
        {
            ring.Append(JournalDriver.WriteDown(events[i])!, i);
        }
    }

    private AsyncBufferingForwardingAppender Activated(
        out GatedAppender child, int closeTimeout = 5000, string? name = null, string? journal = "the scene's")
    {
        AsyncBufferingForwardingAppender appender = Created(out child, name ?? _scene.Name, journal == "the scene's" ? Path : journal);
        appender.CloseTimeout = closeTimeout;
        appender.ActivateOptions();
        return appender;
    }

    private AsyncBufferingForwardingAppender Created(out GatedAppender child, string name, string? journal)
    {
        child = new GatedAppender();
        AsyncBufferingForwardingAppender appender = new() { Name = name, Journal = journal, BufferSize = 4, QueueLimit = 1024 };
        appender.AddAppender(child);
        _appenders.Add(appender);
        return appender;
    }
}
