using Easy.Logger.Tests.Support;

namespace Easy.Logger.Tests.Facade;

/// <summary>The file in force is followed when its folder is replaced, as a deployment does it.</summary>
[Category("Facade")]
[Platform("Linux")]
internal sealed class FollowedFolderTests : IDisposable
{
    private readonly FacadeScene _scene = new();

    public void Dispose() => _scene.Dispose();

    [Test]
    public void Change_FolderIsReplacedByAnother_IsSeenThereToo()
    {
        Configure("conf");
        Write("new", "second");

        Directory.Move(PathOf("conf"), PathOf("old"));
        Directory.Move(PathOf("new"), PathOf("conf"));

        _scene.AwaitAppender("second");
        Write("conf", "third");
        _scene.AwaitAppender("third");
    }

    [TestCase("conf", "conf")]
    [TestCase("top", "top/conf")]
    public void Change_FolderIsDeletedAndMadeAgain_IsSeenThereToo(string deleted, string folder)
    {
        Configure(folder);

        Directory.Delete(PathOf(deleted), recursive: true);
        Write(folder, "second");

        _scene.AwaitAppender("second");
        Write(folder, "third");
        _scene.AwaitAppender("third");
    }

    /// <summary>The deletion is acted upon before the folder comes again.</summary>
    [Test]
    public void Change_FolderIsDeletedAndMadeAgainLater_IsSeenThereToo()
    {
        Configure("top/conf");

        Directory.Delete(PathOf("top"), recursive: true);
        Eventually.Holds(() => _scene.Time.PendingTimers == 1, "the deletion is noticed");
        _scene.Time.Advance(TimeSpan.FromSeconds(1));
        Write("top/conf", "second");

        _scene.AwaitAppender("second");
        Write("top/conf", "third");
        _scene.AwaitAppender("third");
    }

    [Test]
    public void Change_LinkLeadsNowhereForAWhile_IsSeenWhenItsTargetComes()
    {
        Write("one", "first");
        Directory.CreateSymbolicLink(PathOf("conf"), "one");
        Configure("conf");

        File.Delete(PathOf("conf"));
        Directory.CreateSymbolicLink(PathOf("conf"), "two");
        Eventually.Holds(() => _scene.Time.PendingTimers == 1, "the new link is noticed");
        _scene.Time.Advance(TimeSpan.FromSeconds(1));
        Write("two", "second");

        _scene.AwaitAppender("second");
        Write("two", "third");
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
