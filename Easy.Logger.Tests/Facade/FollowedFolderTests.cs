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

        AssertFollowed("conf");
    }

    /// <summary>Later: the deletion is acted upon before the folder comes again.</summary>
    [TestCase("conf", "conf", false)]
    [TestCase("top", "top/conf", false)]
    [TestCase("top", "top/conf", true)]
    public void Change_FolderIsDeletedAndMadeAgain_IsSeenThereToo(string deleted, string folder, bool isLater)
    {
        Configure(folder);

        Directory.Delete(PathOf(deleted), recursive: true);
        if (isLater)
        {
            AwaitNotice("the deletion");
        }

        Write(folder, "second");
        AssertFollowed(folder);
    }

    [Test]
    public void Change_LinkLeadsNowhereForAWhile_IsSeenWhenItsTargetComes()
    {
        Write("one", "first");
        Directory.CreateSymbolicLink(PathOf("conf"), "one");
        Configure("conf");

        File.Delete(PathOf("conf"));
        Directory.CreateSymbolicLink(PathOf("conf"), "two");
        AwaitNotice("the new link");
        Write("two", "second");

        AssertFollowed("two");
    }

    private void AwaitNotice(string what)
    {
        Eventually.Holds(() => _scene.Time.PendingTimers == 1, $"{what} is noticed");
        _scene.Time.Advance(TimeSpan.FromSeconds(1));
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
