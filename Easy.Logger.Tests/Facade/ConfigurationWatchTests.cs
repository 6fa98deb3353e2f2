using System.Runtime.CompilerServices;
using Easy.Logger.Facade;
using Easy.Logger.Interfaces;

namespace Easy.Logger.Tests.Facade;

/// <summary>The file in force is followed, and no other.</summary>
[Category("Facade")]
internal sealed class ConfigurationWatchTests : IDisposable
{
    private static readonly AsyncLocal<object?> _carried = new();

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

        _scene.AwaitReload(() => _scene.Messages.Naming("log4net:ERROR").Count > 0, "the broken file is told");
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
        Eventually.Holds(() => _scene.Time.PendingTimers == 1, "the change is noticed");

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
        Eventually.Holds(() => _scene.Time.PendingTimers == 1, "the change is noticed");

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

    /// <summary>A file may be followed for as long as the process lives; what the flow that configured carries must not.</summary>
    [Test]
    public void TryStart_FlowCarriesAnObject_IsNotKept()
    {
        WeakReference carried = Start(out ConfigurationWatch watch);

        Eventually.Holds(
            () =>
            {
                GC.Collect();
                GC.WaitForPendingFinalizers();
                return !carried.IsAlive;
            },
            "the object is collected");
        watch.Dispose();
    }

    [MethodImpl(MethodImplOptions.NoInlining)]
    private WeakReference Start(out ConfigurationWatch watch)
    {
        object carried = new();
        ConfigurationWatch? started = null;
        string path = _scene.Write("some.config", "first").FullName;
        Thread thread = new(() =>
        {
            _carried.Value = carried;
            started = ConfigurationWatch.TryStart(path, () => { }, TimeProvider.System);
        });
        thread.Start();
        Assert.That(thread.Join(Eventually.Patience), Is.True);
        watch = started!;
        return new WeakReference(carried);
    }

    /// <summary>Changes a file, and waits until the system has told another service of a change that came later.</summary>
    private void ChangeAndAwaitNotice(string file, string appender)
    {
        using FacadeScene other = new();
        other.Service.Configure(_scene.Write("notice.config", "before"));
        _scene.Write(file, appender);
        _scene.Write("notice.config", "after");
        other.AwaitAppender("after");
    }

    private void AssertStays(string appender)
    {
        for (int i = 0; i < 10; i++)
        {
            _scene.Time.Advance(TimeSpan.FromMilliseconds(500));
            Assert.That(_scene.Appenders, Is.EqualTo(new[] { appender }));
        }
    }
}
