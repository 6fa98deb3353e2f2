using System.Reflection;
using Easy.Logger.Extensions.Microsoft;
using Easy.Logger.Extensions.Microsoft.Configuration;
using log4net.Repository;
using Microsoft.Extensions.Logging;

namespace Easy.Logger.Tests.Provider;

/// <summary>Which repository is used, and how it comes to its configuration.</summary>
[Category("Provider")]
internal sealed class ConfigurationTests
{
    private readonly ProviderScene _scene = new();

    private string Name => _scene.Scene.Repository.Hierarchy.Name;

    [TearDown]
    public void End() => _scene.Dispose();

    [Test]
    public void Configuration_None_DefaultFileIsReadWhereNobodyHasConfigured()
    {
        Write("log4net.config", "default");

        ILoggerRepository repository = Prepare(options => options.Watch = false);

        Assert.That(repository, Is.SameAs(_scene.Scene.Repository.Hierarchy));
        Assert.That(repository.GetAppenders().Select(appender => appender.Name), Is.EqualTo(new[] { "default" }));
    }

    [Test]
    public void Configuration_NoneAndConfiguredAlready_StaysAsItIs()
    {
        Write("log4net.config", "default");
        _scene.Collect();

        Assert.That(Prepare().GetAppenders().Select(appender => appender.Name), Does.Not.Contain("default").And.Contains("kept"));
    }

    [Test]
    public void Configuration_NoneAndNoDefaultFile_IsTold()
    {
        ILoggerRepository repository = Prepare();

        Assert.That(repository.Configured, Is.False);
        Assert.That(
            _scene.Scene.Messages.Naming(Name),
            Has.One.Contains(_scene.Scene.Folder.File("log4net.config")).And.One.Contains("nothing is written"));
    }

    [Test]
    public void Configuration_AskedFor_IsReadAlsoWhereSomebodyHasConfigured()
    {
        FileInfo file = Write("my.config", "mine");
        _scene.Collect();

        ILoggerRepository repository = Prepare(options => (options.Configuration, options.Watch) = (file, false));

        Assert.That(repository.GetAppenders().Select(appender => appender.Name), Is.EqualTo(new[] { "mine" }));
    }

    /// <summary>A FileInfo remembers whether the file was there when it was first asked.</summary>
    [Test]
    public void Configuration_FileMadeAfterItWasNamed_IsRead()
    {
        FileInfo file = new(_scene.Scene.Folder.File("my.config"));
        Assert.That(file.Exists, Is.False);
        Write("my.config", "mine");

        Assert.That(
            Prepare(options => (options.Configuration, options.Watch) = (file, false)).GetAppenders().Select(appender => appender.Name),
            Is.EqualTo(new[] { "mine" }));
    }

    /// <summary>A service is started in another folder than its own.</summary>
    [Test]
    public void Configuration_RelativePath_BeginsAtTheApplicationsFolder()
    {
        string name = $"{Some.Name("relative")}.config";
        Write(name, "mine");

        Assert.That(
            Prepare(options => (options.Configuration, options.Watch) = (new FileInfo(name), false)).GetAppenders().Select(
                appender => appender.Name),
            Is.EqualTo(new[] { "mine" }));
    }

    [TestCase(true)]
    [TestCase(false)]
    public void Watch_FileChanges_TakesEffectWhereAskedFor(bool watch)
    {
        FileInfo file = Write("my.config", "before");
        ILoggerRepository repository = Prepare(options => (options.Configuration, options.Watch) = (file, watch));
        using ProviderScene witness = new();
        ILoggerRepository watched = RepositorySetup.Prepare(
            Settings(options => (options.Configuration, options.Repository) = (
                Write("witness.config", "before"), witness.Scene.Repository.Hierarchy.Name)),
            _scene.Scene.Folder.Path).Repository;

        Write("my.config", "after");
        Write("witness.config", "after");

        Eventually.Holds(() => watched.GetAppenders().Single().Name == "after", "the witness has seen its change");
        if (watch)
        {
            Eventually.Holds(() => repository.GetAppenders().Single().Name == "after", "the change is seen");
        }

        Assert.That(repository.GetAppenders().Single().Name, Is.EqualTo(watch ? "after" : "before"));
    }

    [Test]
    public void Watch_Default_IsOn() => Assert.That(new EasyLoggerOptions().Watch, Is.True);

    [Test]
    public void Repository_None_IsThatOfTheEntryAssembly() => Assert.That(
        RepositorySetup.Prepare(Settings(options => options.Repository = null), _scene.Scene.Folder.Path).Repository,
        Is.SameAs(LogManager.GetRepository(Assembly.GetEntryAssembly()!)));

    [Test]
    public void Repository_DoesNotExist_IsMade()
    {
        string name = $"made-{Guid.NewGuid():N}";

        ILoggerRepository made =
            RepositorySetup.Prepare(Settings(options => options.Repository = name), _scene.Scene.Folder.Path).Repository;

        Assert.That(made.Name, Is.EqualTo(name));
        Assert.That(LogManager.GetRepository(name), Is.SameAs(made));
    }

    [Test]
    public void Options_OutOfBounds_AreReplacedAndNamed()
    {
        EasyLoggerOptions options = new() { Repository = " ", FlushTimeout = TimeSpan.FromSeconds(-1) };

        ProviderSettings settings = ProviderSettings.Of(options, out IReadOnlyList<string> problems);

        Assert.That((settings.Repository, settings.FlushTimeout), Is.EqualTo(((string?)null, TimeSpan.FromSeconds(2))));
        Assert.That(problems, Is.EqualTo(new[]
        {
            "Repository ' ' is not a name; the repository of the entry assembly is used.",
            "FlushTimeout '-00:00:01' is not between 00:00:00 and 01:00:00; 00:00:02 is used.",
        }));
    }

    [TestCase("00:00:00")]
    [TestCase("01:00:00")]
    public void FlushTimeout_AtItsBounds_IsTaken(string text)
    {
        TimeSpan value = TimeSpan.Parse(text, CultureInfo.InvariantCulture);

        Assert.That(
            ProviderSettings.Of(new EasyLoggerOptions { FlushTimeout = value }, out IReadOnlyList<string> problems).FlushTimeout,
            Is.EqualTo(value));
        Assert.That(problems, Is.Empty);
    }

    [Test]
    public void Options_OutOfBounds_AreToldInOneMessage()
    {
        string odd = "02:03:04.0506070"; // no other test sets it
        using EasyLoggerProvider provider =
            new(_scene.Collect().Options(options => options.FlushTimeout = TimeSpan.Parse(odd, CultureInfo.InvariantCulture)));

        Assert.That(_scene.Scene.Messages.Naming($"'{odd}'"), Has.Count.EqualTo(1));
        Assert.That(provider.CreateLogger("a").IsEnabled(LogLevel.Information), Is.True);
    }

    private ILoggerRepository Prepare(Action<EasyLoggerOptions>? configure = null) =>
        RepositorySetup.Prepare(Settings(configure), _scene.Scene.Folder.Path).Repository;

    private ProviderSettings Settings(Action<EasyLoggerOptions>? configure) => ProviderSettings.Of(_scene.Options(configure), out _);

    private FileInfo Write(string file, string appender)
    {
        string path = _scene.Scene.Folder.File(file);
        File.WriteAllText(
            path,
            $"""
            <log4net>
              <appender name="{appender}" type="Easy.Logger.Tests.Support.GatedAppender, Easy.Logger.Tests" />
              <root><level value="ALL" /><appender-ref ref="{appender}" /></root>
            </log4net>
            """);
        return new FileInfo(path);
    }
}
