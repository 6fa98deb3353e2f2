using Easy.Logger.Extensions.Microsoft;
using log4net.Util;
using Microsoft.Extensions.Configuration;
using Microsoft.Extensions.DependencyInjection;
using Microsoft.Extensions.Logging;

namespace Easy.Logger.Tests.Provider;

/// <summary>Settings that change, or cannot be used, while the program runs.</summary>
[Category("Provider")]
internal sealed class ChangedOptionsTests : IDisposable
{
    private const string Section = "EasyLogger:";

    private readonly ProviderScene _scene = new();
    private readonly ChangingSettings _settings = new();
    private ServiceProvider _services = null!;
    private EasyLoggerProvider _provider = null!;

    public void Dispose()
    {
        _provider?.Dispose();
        _services?.Dispose();
        _scene.Dispose();
    }

    [Test]
    public void Watch_IsSwitchedOnAndOff_TheFileIsFollowedAsLongAsItIsOn()
    {
        FileInfo file = _scene.Scene.Write("first.config", "first");
        FileInfo witness = _scene.Scene.Write("witness.config", "witness");
        Make(("Configuration", file.FullName), ("Watch", "false"));
        using ProviderScene other = new();
        other.Provider(options => options.Configuration = witness);

        AssertNotFollowed("first", "second");

        _settings.Set(Section + "Watch", "true");
        _scene.Scene.Write("first.config", "third");
        Eventually.Holds(() => _scene.Scene.Appenders.Contains("third"), "the change is read");

        _settings.Set(Section + "Watch", "false");
        AssertNotFollowed("third", "fourth");

        void AssertNotFollowed(string before, string after)
        {
            _scene.Scene.Write("first.config", after);
            _scene.Scene.Write("witness.config", after);
            Eventually.Holds(() => other.Scene.Appenders.Contains(after), "the watch of another provider sees its file");
            Assert.That(_scene.Scene.Appenders, Is.EqualTo(new[] { before }));
        }
    }

    [Test]
    public void Configuration_FileComesAfterTheSetting_IsReadWithTheNextChange()
    {
        Make(("Configuration", _scene.Scene.Write("first.config", "first").FullName));
        string late = _scene.Scene.Folder.File("late.config");
        _settings.Set(Section + "Configuration", late);
        Assert.That(_scene.Scene.Messages.Naming("the changed options do not apply"), Is.Not.Empty);

        _scene.Scene.Write("late.config", "late");
        _settings.Set(Section + "IncludeActivity", "true");

        Assert.That(_scene.Scene.Appenders, Does.Contain("late"));
    }

    [Test]
    public void Configuration_IsNoPath_IsReportedAndNothingIsThrown()
    {
        string odd = Some.Name("odd");
        Make(("Configuration", _scene.Scene.Write("first.config", "first").FullName));

        Assert.That(() => _settings.Set(Section + "Configuration", $"{odd}\0"), Throws.Nothing);

        Assert.That(_scene.Scene.Messages.Naming(odd), Has.Some.Contains("Configuration ").And.Some.Contains("is not a path"));
        Assert.That(_scene.Scene.Appenders, Is.EqualTo(new[] { "first" }));
    }

    [Test]
    public void OptionsOfAnotherName_Change_ThoseOfTheProviderStay()
    {
        ChangingOptions change = new(_scene.Options(options => options.IncludeScopes = false));
        using EasyLoggerProvider provider = EasyLoggerProvider.Follow(change);

        change.Raise(_scene.Options(), "other");

        Assert.That(provider.Settings.IncludeScopes, Is.False);
    }

    [Test]
    public void Change_ComesAfterTheEnd_OpensNoInternalLogFile()
    {
        string path = _scene.Scene.Folder.File("late.log");
        ChangingOptions change = new(_scene.Options());
        EasyLoggerProvider provider = EasyLoggerProvider.Follow(change);
        provider.Dispose();
        change.Raise(_scene.Options(options => options.InternalLogFile = path));

        LogLog.Warn(GetType(), "after the end");
        InternalLogs.Flush();
        Assert.That(File.Exists(path), Is.False);
    }

    /// <summary>One message, and also in the file that the same section names.</summary>
    [Test]
    public void Section_SeveralProblems_AreOneMessageThatTheInternalLogFileHas()
    {
        string odd = Some.Name("odd");
        string path = _scene.Scene.Folder.File("internal.log");
        Make(("FlushTimeout", odd), ("Watch", odd), ("DegradedAfterLoss", "-1"), ("InternalLogFile", path));

        IReadOnlyList<string> messages = _scene.Scene.Messages.Naming(odd);
        Assert.That(messages, Has.Count.EqualTo(1));
        Assert.That(messages[0], Does.Contain("FlushTimeout").And.Contain("Watch").And.Contain("DegradedAfterLoss"));
        Assert.That(_scene.Scene.Folder.Lines("internal.log"), Has.Some.Contains(odd));
    }

    /// <summary>Each source of settings notifies of a change, and of any change.</summary>
    [Test]
    public void Section_ProblemsStay_AreReportedOnceAndAgainWhenTheyComeBack()
    {
        string odd = Some.Name("odd");
        string missing = _scene.Scene.Folder.File("missing.config");
        Make(("Configuration", _scene.Scene.Write("first.config", "first").FullName), ("Watch", odd));
        _settings.Set(Section + "Configuration", missing);
        for (int i = 0; i < 3; i++)
        {
            _settings.Set(Section + "IncludeActivity", "true");
        }

        Assert.That(_scene.Scene.Messages.Naming(odd), Has.Count.EqualTo(1));
        Assert.That(_scene.Scene.Messages.Naming(missing), Has.Count.EqualTo(1));

        _settings.Set(Section + "Watch", "true");
        _settings.Set(Section + "Watch", odd);
        Assert.That(_scene.Scene.Messages.Naming(odd), Has.Count.EqualTo(2));
    }

    private void Make(params (string Name, string Value)[] options)
    {
        foreach ((string name, string value) in options)
        {
            _settings.Set(Section + name, value);
        }

        IConfigurationRoot root = new ConfigurationBuilder().Add(_settings).Build();
        ServiceCollection services = new();
        services.AddLogging(builder => builder.AddConfiguration(root).AddEasyLogger(
            each => each.Repository = _scene.Scene.Repository.Hierarchy.Name));
        _services = services.BuildServiceProvider();
        _provider = _services.GetRequiredService<EasyLoggerProvider>();
    }

    private sealed class ChangingSettings : ConfigurationProvider, IConfigurationSource
    {
        public IConfigurationProvider Build(IConfigurationBuilder builder) => this;

        public override void Set(string key, string? value)
        {
            base.Set(key, value);
            OnReload();
        }
    }
}
