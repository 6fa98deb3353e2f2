using Easy.Logger.Facade;
using Easy.Logger.Interfaces;

namespace Easy.Logger.Tests.Facade;

/// <summary>The file in force is followed, and no other; also when its folder is replaced, as a deployment does it.</summary>
[Category("Facade")]
internal sealed class ConfigurationWatchTests : IDisposable
{
    private readonly FacadeScene _scene = new();

    public void Dispose() => _scene.Dispose();

    /// <summary>How many editors save.</summary>
    [Test]
    public void Change_FileIsReplacedByAnother_IsSeen()
    {
        _scene.Configured("first");
        FileInfo other = _scene.Write("other.tmp", "second");

        other.MoveTo(_scene.Folder.File("some.config"), overwrite: true);

        _scene.AwaitAppender("second");
    }

    [Test]
    public void Change_FileIsDeletedAndMadeAgain_IsSeen()
    {
        IEasyLogger logger = _scene.Configured("first");
        File.Delete(_scene.Folder.File("some.config"));
        _scene.Time.Advance(TimeSpan.FromSeconds(1));
        logger.Info("still there");
        Assert.That(_scene.Texts, Is.EqualTo(new[] { "still there" }));

        _scene.Write("some.config", "second");

        _scene.AwaitAppender("second");
    }

    [Test]
    public void Change_FileIsBroken_LeavesTheConfigurationAndIsTold()
    {
        _scene.Configured("first");

        File.WriteAllText(_scene.Folder.File("some.config"), "<log4net>");

        _scene.AwaitReload(() => _scene.Messages.Naming("log4net:ERROR").Count > 0, "the broken file is reported");
        Assert.That(_scene.Appenders, Is.EqualTo(new[] { "first" }));
        _scene.Write("some.config", "second");
        _scene.AwaitAppender("second");
    }

    /// <summary>Half a second of quiet comes first, so that no half of a file is read.</summary>
    [Test]
    public void Change_UnderWay_IsNotReadYet()
    {
        _scene.Configured("first");
        _scene.Write("some.config", "second");
        AwaitNotice();

        _scene.Time.Advance(TimeSpan.FromMilliseconds(499));

        Assert.That(_scene.Appenders, Is.EqualTo(new[] { "first" }));
        _scene.AwaitAppender("second");
    }

    [Test]
    public void Change_FileOfBefore_ChangesNothing()
    {
        _scene.Configured("first");
        _scene.Service.Configure(_scene.Write("other.config", "second"));

        ChangeAndAwaitNotice("some.config", "first again");

        AssertStays("second");
    }

    [Test]
    public void Change_AfterDispose_BringsNothingBack()
    {
        _scene.Configured("first");
        _scene.Service.Dispose();

        ChangeAndAwaitNotice("some.config", "first again");

        _scene.Time.Advance(TimeSpan.FromSeconds(1));
        Assert.That(_scene.Appenders, Is.Empty);
    }

    /// <summary>The change came first, then another file; only the waiting was left.</summary>
    [Test]
    public void Change_AnotherFileTookOverMeanwhile_ChangesNothing()
    {
        _scene.Configured("first");
        _scene.Write("some.config", "first again");
        AwaitNotice();

        _scene.Service.Configure(_scene.Write("other.config", "second"));

        AssertStays("second");
    }

    [Test]
    public void Configure_SameFileAgain_IsStillFollowed()
    {
        _scene.Configured("first");
        _scene.Configured("second");

        _scene.Write("some.config", "third");

        _scene.AwaitAppender("third");
    }

    [Test]
    public void TryStart_FolderCannotBeWatched_TellsAndGoesOn()
    {
        string path = Path.Combine(_scene.Folder.Path, "no\0where", "log4net.config");

        Assert.That(ConfigurationWatch.TryStart(path, () => { }, _scene.Time), Is.Null);
        Assert.That(_scene.Messages.Naming(path), Has.Count.EqualTo(1));
        Assert.That(_scene.Time.PendingTimers, Is.Zero);
    }

    [Test]
    [Platform("Linux")]
    public void Change_FolderIsReplacedByAnother_IsSeenThereToo()
    {
        Configure("conf");
        Write("new", "second");

        Directory.Move(PathOf("conf"), PathOf("old"));
        Directory.Move(PathOf("new"), PathOf("conf"));

        AssertFollowed("conf");
    }

    /// <summary>Later: the deletion is acted upon before the folder comes again.</summary>
    [TestCase("conf", "conf", false)]
    [TestCase("top", "top/conf", false)]
    [TestCase("top", "top/conf", true)]
    [Platform("Linux")]
    public void Change_FolderIsDeletedAndMadeAgain_IsSeenThereToo(string deleted, string folder, bool isLater)
    {
        Configure(folder);

        Directory.Delete(PathOf(deleted), recursive: true);
        if (isLater)
        {
            AwaitNotice();
            _scene.Time.Advance(TimeSpan.FromSeconds(1));
        }

        Write(folder, "second");
        AssertFollowed(folder);
    }

    [Test]
    [Platform("Linux")]
    public void Change_LinkLeadsNowhereForAWhile_IsSeenWhenItsTargetComes()
    {
        Write("one", "first");
        Directory.CreateSymbolicLink(PathOf("conf"), "one");
        Configure("conf");

        File.Delete(PathOf("conf"));
        Directory.CreateSymbolicLink(PathOf("conf"), "two");
        AwaitNotice();
        _scene.Time.Advance(TimeSpan.FromSeconds(1));
        Write("two", "second");

        AssertFollowed("two");
    }

    /// <summary>Changes a file, and waits until the system has notified another service of a change that came later.</summary>
    private void ChangeAndAwaitNotice(string file, string appender)
    {
        using FacadeScene other = new();
        other.Service.Configure(_scene.Write("notice.config", "before"));
        _scene.Write(file, appender);
        _scene.Write("notice.config", "after");
        other.AwaitAppender("after");
    }

    private void AwaitNotice() => Eventually.Holds(() => _scene.Time.PendingTimers == 1, "the change is noticed");

    private void AssertStays(string appender)
    {
        for (int i = 0; i < 10; i++)
        {
            _scene.Time.Advance(TimeSpan.FromMilliseconds(500));
            Assert.That(_scene.Appenders, Is.EqualTo(new[] { appender }));
        }
    }

    private void AssertFollowed(string folder)
    {
        _scene.AwaitAppender("second");
        Write(folder, "third");
        _scene.AwaitAppender("third");
    }

    private string PathOf(string folder) => Path.Combine(_scene.Folder.Path, folder);

    private void Configure(string folder) => _scene.Service.Configure(Write(folder, "first"));

    private FileInfo Write(string folder, string appender)
    {
        Directory.CreateDirectory(PathOf(folder));
        return _scene.Write(Path.Combine(folder, "log4net.config"), appender);
    }
}
