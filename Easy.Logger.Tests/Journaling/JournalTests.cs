using System.Runtime.Versioning;
using Benchmarker.Soak.Hostile;

namespace Easy.Logger.Tests.Journaling;

/// <summary>
/// The option <c>journal</c> as a user meets it: what comes back after a kill, what is said about it, and what goes wrong.
/// </summary>
internal sealed class JournalTests : SceneTests<JournalScene>
{
    private LogScene Logs => Scene.Logs;

    private string Path => Scene.Journal;

    private string Option => $"""<journal value="{Path}" />""";

    [Test]
    public void Activate_EventsOfAnEarlierRun_AreForwardedFirstAndMarked()
    {
        Scene.Leave("a", "b");

        Logs.ConfigureFile(Option, "%level %logger %message %property{easylogger.recovered}%newline");
        Logs.Log().Info("new");
        Logs.Shutdown();

        Assert.That(
            Logs.Lines(),
            Is.EqualTo(new[]
            {
                $"WARN Easy.Logger Easy.Logger appender [{Logs.Name}]: events of an earlier run follow, "
                + $"recovered from the journal '{Path}'. (null)",
                "INFO test a true",
                "INFO test b true",
                $"WARN Easy.Logger Easy.Logger appender [{Logs.Name}]: 2 event(s) of an earlier run are above; "
                + "0 record(s) could not be read. (null)",
                "INFO test new (null)",
            }));
        Assert.That(Logs.Complaints, Is.Empty);
    }

    [Test]
    public void Reload_JournalSet_NothingIsSaidAndNothingIsLeft()
    {
        Logs.ConfigureFile(Option);
        Logs.Log().Info("before");
        Logs.Configure(Logs.File("file-2"), Logs.Async(Option, "file-2"), LogScene.Root(Logs.Name));
        Logs.Log().Info("after");

        Logs.Shutdown();
        Assert.That(Logs.Complaints, Is.Empty);
        Assert.That(Logs.Lines("file."), Is.EqualTo(new[] { "before" }));
        Assert.That(Logs.Lines("file-2"), Is.EqualTo(new[] { "after" }));
        Assert.That(Directory.GetFileSystemEntries(Path), Is.Empty);
    }

    [Test]
    public void Activate_Again_KeepsTheJournalItHas()
    {
        AsyncBufferingForwardingAppender appender = Scene.Start(out _);
        appender.ActivateOptions();
        Assert.That(Logs.Messages.Naming(Path), Is.Empty);

        appender.Journal = Logs.Folder.File("another");
        appender.ActivateOptions();

        Assert.That(Logs.Messages.Naming(Path).Single(), Does.Contain("another").And.Contain("stays in use"));
        Assert.That(Directory.Exists(appender.Journal), Is.False);
    }

    [Test]
    public void Journal_RelativePath_IsBelowTheBaseDirectory()
    {
        string name = $"{Some.Name("journal")}-{Environment.ProcessId}";
        string path = System.IO.Path.Combine(AppContext.BaseDirectory, name);
        Scene.Start(out _, one => one.Journal = name).Close();

        Assert.That(Directory.Exists(path), Is.True);
        Directory.Delete(path);
    }

    [TestCase(1, 256, 2)]
    [TestCase(16_384, 256, 16)]
    [TestCase(int.MaxValue, 3, 3)]
    public void Journal_QueueLimit_DecidesWithHowMuchItBegins(int queueLimit, int journalLimit, int segments)
    {
        Scene.Start(out _, one => (one.BufferSize, one.QueueLimit, one.JournalLimit) = (1, queueLimit, journalLimit));

        Assert.That(JournalFiles.SegmentsIn(Path).Select(path => new FileInfo(path).Length),
            Is.EqualTo(Enumerable.Repeat(1L << 20, segments)));
    }

    [Test]
    [Platform(Exclude = "Win", Reason = "modes")]
    [UnsupportedOSPlatform("windows")]
    public void Journal_Files_AreForTheUserAlone()
    {
        Scene.Start(out _);

        Assert.That(new[] { Path }.Concat(Lane.In(Path)).Select(File.GetUnixFileMode),
            Has.All.EqualTo(UnixFileMode.UserRead | UnixFileMode.UserWrite | UnixFileMode.UserExecute));
        Assert.That(Directory.GetFiles(Lane.In(Path).Single()).Select(File.GetUnixFileMode),
            Is.EqualTo(Enumerable.Repeat(UnixFileMode.UserRead | UnixFileMode.UserWrite, 3)));
    }

    /// <summary>Whoever opens a pipe waits for the other end of it.</summary>
    [TestCase(false)]
    [TestCase(true, IncludePlatform = "Linux")]
    public void Activate_PathIsSomethingElse_IsReportedAndLoggingGoesOnWithoutIt(bool isPipe)
    {
        if (isPipe)
        {
            SystemTool.Run("mkfifo", Path);
        }
        else
        {
            File.WriteAllText(Path, "somebody's notes");
        }

        AsyncBufferingForwardingAppender appender = Eventually.Returns(() => Scene.Start(out _), "ActivateOptions");
        appender.DoAppend(Some.Event("logged", Level.Error));
        Eventually.Holds(() => appender.Statistics.Forwarded == 1, "the event is forwarded");

        Assert.That(Scene.Complaints.Single(), Does.Contain($"journal is '{Path}'").And.Contain("events are not journaled"));
        Assert.That(appender.Statistics.Journal!.IsInUse, Is.False);
        Assert.That(appender.Statistics.Journal.Problem, Does.Contain(Path));
        Assert.That(appender.Statistics.Journal.NotJournaledFor(JournalMiss.Unavailable), Is.EqualTo(1));
        if (!isPipe)
        {
            Assert.That(File.ReadAllText(Path), Is.EqualTo("somebody's notes"));
        }
    }

    [Test]
    public void Activate_Lossy_IsReportedAndThereIsNoJournal()
    {
        Logs.ConfigureFile(Option + """<lossy value="true" /><evaluator type="log4net.Core.LevelEvaluator"><threshold value="ERROR" />"""
            + """</evaluator>""");

        Assert.That(Logs.Complaints.Single(), Does.Contain($"journal is '{Path}'"));
        Assert.That(Directory.Exists(Path), Is.False);
    }
}
