using Easy.Logger.Extensions.Microsoft;
using Easy.Logger.Tests.Facade;
using log4net.Util;

namespace Easy.Logger.Tests.Provider;

/// <summary>Files of the options that are no files: opening a pipe waits for somebody at its other end, who may never come.</summary>
[Category("Provider")]
internal sealed class OddFileTests
{
    private readonly TempFolder _folder = new();
    private readonly ProviderScene _scene = new();

    [SetUp]
    public void Begin()
    {
        if (!OperatingSystem.IsLinux())
        {
            Assert.Ignore("Makes pipes and links.");
        }
    }

    [TearDown]
    public void End()
    {
        _scene.Dispose();
        _folder.Dispose();
    }

    [Test]
    public void Configuration_IsAPipe_IsReported()
    {
        FileInfo pipe = new(MakePipe("log4net.config"));

        EasyLoggerProvider provider = Eventually.Returns(() => _scene.Provider(options => options.Configuration = pipe), "the provider");

        Assert.That(_scene.Scene.Messages.Naming($"[{pipe.FullName}]"), Is.Not.Empty);
        Assert.That(RepositoryConfiguration.ProblemsOf(provider.Repository), Has.Some.Contains("a pipe"));
    }

    [Test]
    public void Configuration_IsReplacedByAPipe_TheRunningOneStaysAndLaterOnesAreRead()
    {
        FileInfo file = new(_folder.File("log4net.config"));
        Write(file, "first");
        EasyLoggerProvider provider = _scene.Provider(options => options.Configuration = file);

        file.Delete();
        MakePipe("log4net.config");
        Eventually.Holds(() => RepositoryConfiguration.ProblemsOf(provider.Repository).Count > 0, "the pipe is seen");
        Assert.That(provider.Repository.GetAppenders().Select(appender => appender.Name), Is.EqualTo(new[] { "first" }));

        file.Delete();
        Write(file, "second");
        Eventually.Holds(() => provider.Repository.GetAppenders().Any(appender => appender.Name == "second"), "the new file is read");
        Eventually.Returns(provider.Dispose, "the end of the provider");
    }

    [Test]
    public void InternalLogFile_IsAPipe_IsReportedAndLaterMessagesAreWritten()
    {
        string pipe = MakePipe("internal.log");
        string text = Some.Name("later");
        EasyLoggerProvider provider = _scene.Provider(options => options.InternalLogFile = pipe);
        LogLog.Warn(GetType(), "to the pipe");
        Eventually.Holds(
            () => _scene.Scene.Messages.Naming($"InternalLogFile '{pipe}' cannot be written").Count == 1, "the pipe is reported");

        using EasyLoggerProvider other = new(_scene.Options(options => options.InternalLogFile = _folder.File("file.log")));
        LogLog.Warn(GetType(), text);
        other.Dispose();
        Eventually.Returns(provider.Dispose, "the end of the provider");

        Assert.That(_folder.Lines("file.log"), Has.Some.Contains(text));
    }

    [Test]
    public void InternalLogFile_IsALinkToAFullFile_IsRenamed()
    {
        string link = _folder.File("internal.log");
        string target = _folder.File("target.log");
        string text = Some.Name("new");
        File.WriteAllText(target, new string('x', 1024 * 1024 + 1));
        File.CreateSymbolicLink(link, target);
        EasyLoggerProvider provider = _scene.Provider(options => options.InternalLogFile = link);
        LogLog.Warn(GetType(), text);
        provider.Dispose();

        Assert.That(new FileInfo(target).Length, Is.EqualTo(1024 * 1024 + 1));
        Assert.That(_folder.Lines("internal.log"), Has.Some.Contains(text));
    }

    private string MakePipe(string name)
    {
        new Command(_folder.Path).Succeeds("mkfifo", name);
        return _folder.File(name);
    }

    private static void Write(FileInfo file, string appender) => File.WriteAllText(file.FullName, FacadeScene.Document(appender));
}
