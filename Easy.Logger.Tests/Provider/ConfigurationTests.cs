using Easy.Logger.Extensions.Microsoft;
using Easy.Logger.Extensions.Microsoft.Configuration;

namespace Easy.Logger.Tests.Provider;

/// <summary>Which repository is used, and how it comes to its configuration.</summary>
internal sealed class ConfigurationTests : ProviderScene
{
    [Test]
    public void Configuration_None_DefaultFileIsReadWhereNobodyHasConfigured([Values] bool isConfigured)
    {
        Scene.Write("log4net.config", "default");
        if (isConfigured)
        {
            Collect();
        }

        Assert.That(Prepare(options => options.Watch = false), Is.SameAs(Scene.Repository.Hierarchy));
        Assert.That(Scene.Appenders, isConfigured ? Does.Not.Contain("default").And.Contains("kept") : Is.EqualTo(new[] { "default" }));
    }

    [Test]
    public void Configuration_NoneAndNoDefaultFile_IsReported()
    {
        Assert.That(Prepare().Configured, Is.False);
        Assert.That(
            Scene.Messages.Naming(Name),
            Has.One.Contains(Scene.Folder.File("log4net.config")).And.One.Contains("nothing is written"));
    }

    /// <summary>A FileInfo remembers whether the file was there; and a service is started in another folder than its own.</summary>
    [Test]
    public void Configuration_AskedFor_IsReadAlsoWhereSomebodyHasConfigured([Values] bool isRelative)
    {
        string name = $"{Some.Name("mine")}.config";
        FileInfo file = new(isRelative ? name : Scene.Folder.File(name));
        Assert.That(file.Exists, Is.False);
        Scene.Write(name, "mine");
        Collect();

        Prepare(options => (options.Configuration, options.Watch) = (file, false));

        Assert.That(Scene.Appenders, Is.EqualTo(new[] { "mine" }));
    }

    [Test]
    public void Repository_None_IsThatOfTheEntryAssembly() => Assert.That(
        Prepare(options => options.Repository = null), Is.SameAs(LogManager.GetRepository(Assembly.GetEntryAssembly()!)));

    [TestCase("00:00:00")]
    [TestCase("01:00:00")]
    [TestCase("-00:00:01", "FlushTimeout '-00:00:01' is not between 00:00:00 and 01:00:00; 00:00:02 is used.")]
    public void Options_OutOfBounds_AreReplacedAndNamed(string text, params string[] problemsOfTheTimeout)
    {
        TimeSpan value = TimeSpan.Parse(text, CultureInfo.InvariantCulture);
        string folder = Scene.Folder.Path;
        EasyLoggerOptions options = new() { Repository = " ", FlushTimeout = value, InternalLogFile = folder };

        ProviderSettings settings = ProviderSettings.Of(options, out IReadOnlyList<string> problems);

        Assert.That((settings.Repository, settings.InternalLogFile), Is.EqualTo(((string?)null, (string?)null)));
        Assert.That(settings.FlushTimeout, Is.EqualTo(problemsOfTheTimeout.Length == 0 ? value : TimeSpan.FromSeconds(2)));
        Assert.That(
            problems,
            Is.EqualTo(problemsOfTheTimeout.Prepend("Repository ' ' is not a name; the repository of the entry assembly is used.")
                .Append($"InternalLogFile '{folder}' is not the path of a file; none is written. It is a folder.")));
    }

    private ILoggerRepository Prepare(Action<EasyLoggerOptions>? configure = null) =>
        RepositorySetup.Prepare(ProviderSettings.Of(Options(configure), out _), Scene.Folder.Path).Repository;
}
