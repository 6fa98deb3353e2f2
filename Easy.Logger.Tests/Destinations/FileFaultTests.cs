using Easy.Logger.Diagnostics;
using Easy.Logger.Tests.Support;
using log4net.Appender;

namespace Easy.Logger.Tests.Destinations;

/// <summary>A file that cannot be written for a while: what failed is counted and told, and lines resume by themselves.</summary>
internal sealed class FileFaultTests
{
    private const int Count = 100;
    private const string Minimal = """<lockingModel type="log4net.Appender.FileAppender+MinimalLock" />""";

    private readonly LogScene _scene = new();

    [TearDown]
    public void EndScene() => _scene.Dispose();

    /// <summary>The file stays open all the time, as it does by default.</summary>
    [Test]
    public void J3_DiskFullForAWhile_LinesResumeAndTheGapIsCounted(
        [Values("FileAppender", "RollingFileAppender")] string type, [Values] bool batchRendering)
    {
        _scene.ConfigureFile(
            $"""<batchRendering value="{batchRendering}" />""",
            more: $"""<lockingModel type="{typeof(HookedFile).AssemblyQualifiedName}" />""",
            type: type);
        HookedFile file = (HookedFile)_scene.Repository.Appender<FileAppender>().LockingModel;

        LogAndFlush("before");
        file.OnWrite = () => throw new IOException("No space left on device");
        LogAndFlush("while");
        file.OnWrite = () => { };
        LogAndFlush("after");

        AssertGap();
    }

    /// <summary>
    /// With the system's own full device in place of the file. log4net's minimal lock may fail once more on the stream that failed before.
    /// </summary>
    [Test]
    [Platform("Linux")]
    public void J3_DeviceFullForAWhile_LinesResumeAndTheGapIsCounted([Values] bool batchRendering)
    {
        string path = _scene.Folder.File("file.log");
        string aside = _scene.Folder.File("aside.log");
        _scene.ConfigureFile($"""<batchRendering value="{batchRendering}" />""", more: Minimal);

        LogAndFlush("before");
        File.Move(path, aside);
        File.CreateSymbolicLink(path, "/dev/full");
        LogAndFlush("while");
        File.Delete(path);
        File.Move(aside, path);
        LogAndFlush("after");
        LogAndFlush("last");

        BufferStatistics counters = _scene.Appender.Statistics;
        string[] lines = File.ReadAllLines(path);
        Assert.That(counters.Failed, Is.InRange(Count, 2 * Count));
        Assert.That(counters.Forwarded, Is.EqualTo((4 * Count) - counters.Failed));
        Assert.That(lines, Has.Length.EqualTo(counters.Forwarded).And.None.Contains("while"));
        Assert.That(lines.TakeLast(Count), Is.EqualTo(Numbered("last")));
        Assert.That(_scene.Complaints, Has.Count.EqualTo(2));
    }

    /// <summary>The folder is gone and cannot be made again, as when a share is not there.</summary>
    [Test]
    public void J4_FolderGoneForAWhile_LinesResumeAndTheGapIsCounted([Values] bool batchRendering)
    {
        string folder = Directory.CreateDirectory(_scene.Folder.File("share")).FullName;
        string aside = _scene.Folder.File("aside");
        string child = Path.Combine("share", "file");
        string options = $"""<batchRendering value="{batchRendering}" />""";
        _scene.Configure(_scene.File(child, more: Minimal), _scene.Async(options, child), LogScene.Root(_scene.Name));

        LogAndFlush("before");
        Directory.Move(folder, aside);
        File.WriteAllText(folder, "not a folder");
        LogAndFlush("while");
        File.Delete(folder);
        Directory.Move(aside, folder);
        LogAndFlush("after");

        AssertGap();
    }

    /// <summary>
    /// A file that is kept open takes every write after it was deleted, without an error; so it is said, and that it is there again too.
    /// </summary>
    [Test]
    [Platform(Exclude = "Win")]
    public void J4_FileDeletedWhileItIsOpen_IsToldUntilItIsThereAgain(
        [Values("FileAppender", "RollingFileAppender")] string type, [Values] bool batchRendering)
    {
        string path = _scene.Folder.File("file.log");
        _scene.ConfigureFile($"""<batchRendering value="{batchRendering}" />""", type: type);
        LogAndFlush("before");
        Assert.That(_scene.Complaints, Is.Empty);

        File.Delete(path);
        LogAndFlush("while");
        LogAndFlush("while");
        Assert.That(_scene.Complaints, Has.Count.EqualTo(1));
        File.WriteAllText(path, string.Empty);
        LogAndFlush("after");

        Assert.That(_scene.Complaints, Has.Count.EqualTo(2));
        Assert.That(_scene.Complaints[0], Does.Contain("the file of child appender 'file'").And.Contains($"'{path}' is not there"));
        Assert.That(_scene.Complaints[1], Does.Contain($"works again after it failed on {2 * Count} event(s)"));
    }

    private void AssertGap()
    {
        AsyncBufferingForwardingAppender appender = _scene.Appender;
        _scene.Shutdown();
        BufferStatistics counters = appender.Statistics;
        string file = Directory.GetFiles(_scene.Folder.Path, "file.log", SearchOption.AllDirectories).Single();
        Assert.That(File.ReadLines(file), Is.EqualTo(Numbered("before").Concat(Numbered("after"))));
        Assert.That((counters.Forwarded, counters.Failed, counters.Dropped), Is.EqualTo((2 * Count, Count, 0)));
        Assert.That(_scene.Complaints, Has.Count.EqualTo(2));
        Assert.That(_scene.Complaints[1], Does.Contain($"works again after it failed on {Count} event(s)"));
    }

    private void LogAndFlush(string prefix)
    {
        foreach (string line in Numbered(prefix))
        {
            _scene.Log().Info(line);
        }

        _ = _scene.Appender.Flush(-1);
    }

    private static IEnumerable<string> Numbered(string prefix) => Enumerable.Range(0, Count).Select(i => $"{prefix} {i}");
}
