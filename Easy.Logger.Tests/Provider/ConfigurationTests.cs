using System.Reflection;
using Easy.Logger.Extensions.Microsoft;
using Easy.Logger.Extensions.Microsoft.Configuration;
using log4net.Repository;

namespace Easy.Logger.Tests.Provider;

/// <summary>Which repository is used, and how it comes to its configuration.</summary>
[Category("Provider")]
internal sealed class ConfigurationTests : IDisposable
{
    private readonly ProviderScene _scene = new();

    private string Name => _scene.Scene.Repository.Hierarchy.Name;

    public void Dispose() => _scene.Dispose();

    [Test]
    public void Configuration_None_DefaultFileIsReadWhereNobodyHasConfigured()
    {
        _scene.Scene.Write("log4net.config", "default");

        ILoggerRepository repository = Prepare(options => options.Watch = false);

        Assert.That(repository, Is.SameAs(_scene.Scene.Repository.Hierarchy));
        Assert.That(_scene.Scene.Appenders, Is.EqualTo(new[] { "default" }));
    }

    [Test]
    public void Configuration_NoneAndConfiguredAlready_StaysAsItIs()
    {
        _scene.Scene.Write("log4net.config", "default");
        _scene.Collect();

        Prepare();

        Assert.That(_scene.Scene.Appenders, Does.Not.Contain("default").And.Contains("kept"));
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

    /// <summary>
    /// A FileInfo remembers whether the file was there when it was first asked; and a service is started in another folder than its own.
    /// </summary>
    [Test]
    public void Configuration_AskedFor_IsReadAlsoWhereSomebodyHasConfigured([Values] bool isRelative)
    {
        string name = $"{Some.Name("mine")}.config";
        FileInfo file = new(isRelative ? name : _scene.Scene.Folder.File(name));
        Assert.That(file.Exists, Is.False);
        _scene.Scene.Write(name, "mine");
        _scene.Collect();

        Prepare(options => (options.Configuration, options.Watch) = (file, false));

        Assert.That(_scene.Scene.Appenders, Is.EqualTo(new[] { "mine" }));
    }

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

    private ILoggerRepository Prepare(Action<EasyLoggerOptions>? configure = null) =>
        RepositorySetup.Prepare(Settings(configure), _scene.Scene.Folder.Path).Repository;

    private ProviderSettings Settings(Action<EasyLoggerOptions>? configure) => ProviderSettings.Of(_scene.Options(configure), out _);
}
