using Easy.Logger.Facade;
using Easy.Logger.Interfaces;

namespace Easy.Logger.Tests.Facade;

/// <summary>The file in force is followed, and no other; also when its folder is replaced, as a deployment does it.</summary>
internal sealed class ConfigurationWatchTests : FacadeScene
{
    [Test]
    public void Change_FileIsReplacedDeletedOrBroken_WhatIsReadIsInForceUntilTheNextCanBe()
    {
        string path = Scene.Folder.File("some.config");
        FileInfo file = new(path);
        File.WriteAllText(path, "<log4net>");
        Service.Configure(file);
        IEasyLogger logger = Service.GetLogger("test");
        logger.Fatal("nobody hears");
        Assert.That(Service.Configuration, Is.SameAs(file));
        Assert.That(Problems, Is.Not.Empty);
        Assert.That(Scene.Messages.Naming("log4net:ERROR"), Is.Not.Empty);

        Scene.Write("some.config", "put right");
        AwaitAppender("put right");
        Scene.Write("other.tmp", "replaced").MoveTo(path, overwrite: true); // how many editors save
        AwaitAppender("replaced");

        File.Delete(path);
        Time.Advance(TimeSpan.FromSeconds(1));
        logger.Info("still there");
        Assert.That(Texts, Is.EqualTo(new[] { "still there" }));
        Scene.Write("some.config", "made again");
        AwaitAppender("made again");

        File.WriteAllText(path, "<log4net>");
        AwaitReload(() => Problems.Count > 0, "the broken file is reported");
        AssertAppenders("made again");

        // log4net keeps the configuration it has, and says why in a debug message only.
        File.WriteAllText(path, "<configuration />");
        AwaitReload(() => Problems.Any(problem => problem.Contains("no <log4net> element", StringComparison.Ordinal)), "it is reported");
        AssertAppenders("made again");

        Scene.Write("some.config", "second");
        AwaitAppender("second");
    }

    /// <summary>Half a second of quiet comes first, so that no half of a file is read.</summary>
    [Test]
    public void Change_OfAFileThatWasConfiguredAgain_IsReadHalfASecondLater()
    {
        Configured("first");
        Configured("second");
        Scene.Write("some.config", "third");
        AwaitNotice();

        Time.Advance(TimeSpan.FromMilliseconds(499));

        AssertAppenders("second");
        AwaitAppender("third");
    }

    /// <summary>Also where the change came first, then another file; only the waiting was left.</summary>
    [Test]
    public void Change_OfAFileThatIsNotInForceAnyMore_BringsNothingBack()
    {
        Configured("first");
        Scene.Write("some.config", "first again");
        AwaitNotice();
        Service.Configure(Scene.Write("other.config", "second"));
        AssertStays();

        ChangeAndAwaitNotice("some.config");
        AssertStays();
        Scene.Write("other.config", "third");
        AwaitAppender("third");

        Service.Dispose();
        ChangeAndAwaitNotice("other.config");
        Time.Advance(TimeSpan.FromSeconds(1));
        AssertAppenders();

        void AssertStays()
        {
            for (int i = 0; i < 10; i++)
            {
                Time.Advance(Quiet);
                AssertAppenders("second");
            }
        }
    }

    [Test]
    public void TryStart_FolderCannotBeWatched_ReportsItAndGoesOn()
    {
        string path = Scene.Folder.File("no\0where/log4net.config");

        Assert.That(ConfigurationWatch.TryStart(path, () => { }, Time), Is.Null);
        Assert.That(Scene.Messages.Naming(path), Has.Count.EqualTo(1));
        Assert.That(Time.PendingTimers, Is.Zero);
    }

    /// <summary>Later: that it is gone is acted upon before it comes again, or a link leads somewhere again.</summary>
    [TestCase("conf", "mv conf old && mv new conf", null)]
    [TestCase("conf", "rm -r conf", "conf")]
    [TestCase("top/conf", "rm -r top", "top/conf")]
    [TestCase("top/conf", "rm -r top", "top/conf", true)]
    [TestCase("link", "rm link && ln -s later link", "later", true)]
    [TestCase("mounted", "ln -s new data && mv -T data link && rm -r target", null, TestName = "{m}(as Kubernetes updates a ConfigMap)")]
    [Platform("Linux")]
    public void Change_FolderIsReplacedOrComesAgain_IsSeenThereToo(string folder, string command, string? comesAgain, bool isLater = false)
    {
        Write("new", "second");
        Directory.CreateDirectory(Scene.Folder.File("target"));
        Directory.CreateSymbolicLink(Scene.Folder.File("link"), "target");
        Directory.CreateDirectory(Scene.Folder.File("mounted"));
        File.CreateSymbolicLink(Scene.Folder.File("mounted/log4net.config"), "../link/log4net.config");
        Service.Configure(Write(folder, "first"));

        new Command(Scene.Folder.Path).Succeeds("sh", "-c", command);
        if (isLater)
        {
            AwaitNotice();
            Time.Advance(TimeSpan.FromSeconds(1));
        }

        if (comesAgain is not null)
        {
            Write(comesAgain, "second");
        }

        AwaitAppender("second");
        Write(comesAgain ?? folder, "third");
        AwaitAppender("third");
    }

    /// <summary>Changes a file, and waits until the system has notified another service of a change that came later.</summary>
    private void ChangeAndAwaitNotice(string file)
    {
        using FacadeScene other = new();
        other.Service.Configure(Scene.Write("notice.config", "before"));
        Scene.Write(file, "back again");
        Scene.Write("notice.config", "after");
        other.AwaitAppender("after");
    }

    private void AwaitNotice() => Eventually.Holds(() => Time.PendingTimers == 1, "the change is noticed");

    private FileInfo Write(string folder, string appender)
    {
        Directory.CreateDirectory(Scene.Folder.File(folder));
        return Scene.Write($"{folder}/log4net.config", appender);
    }
}
