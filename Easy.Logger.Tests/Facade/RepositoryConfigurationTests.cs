namespace Easy.Logger.Tests.Facade;

/// <summary>Several users of the configuration of one repository.</summary>
[Category("Facade")]
internal sealed class RepositoryConfigurationTests : IDisposable
{
    private readonly FacadeScene _scene = new();

    public void Dispose() => _scene.Dispose();

    [Test]
    public void ProblemsOf_AnAppenderOfTheFileUsesIt_AreThoseOfTheFile()
    {
        string asking = Some.Name("asking");
        FileInfo file = _scene.Write("some.config", asking, typeof(ActivatedAppender).AssemblyQualifiedName!);
        string text = File.ReadAllText(file.FullName);
        File.WriteAllText(file.FullName, text.Replace("<root>", "<root><noSuchOption />", StringComparison.Ordinal));
        ActivatedAppender.OnActivate[asking] = () => RepositoryConfiguration.Use(_scene.Repository.Hierarchy, file, watch: false).Dispose();

        using (RepositoryConfiguration.Use(_scene.Repository.Hierarchy, file, watch: false))
        {
            IReadOnlyList<string> problems = RepositoryConfiguration.ProblemsOf(_scene.Repository.Hierarchy);
            Assert.That(problems, Has.Count.EqualTo(1).And.All.Contain("noSuchOption"));
        }
    }

    /// <summary>log4net keeps the configuration it has, and says why in a debug message only.</summary>
    [Test]
    public void Use_FileWithoutConfiguration_IsAProblem()
    {
        _scene.Configured("first");
        FileInfo file = _scene.Write("some.config", "second");
        File.WriteAllText(file.FullName, "<configuration />");

        using (RepositoryConfiguration.Use(_scene.Repository.Hierarchy, file, watch: false))
        {
            Assert.That(RepositoryConfiguration.ProblemsOf(_scene.Repository.Hierarchy), Has.One.Contains("no <log4net> element"));
            Assert.That(_scene.Appenders, Is.EqualTo(new[] { "first" }));
        }
    }

    /// <summary>Who was refused writes with the running one, which nobody may take away from it.</summary>
    [Test]
    public void Use_AnotherFile_IsAUseOfTheRunningOne()
    {
        _scene.Configured("first");
        using (RepositoryConfiguration.Use(_scene.Repository.Hierarchy, _scene.Write("refused.config", "refused")))
        {
            _scene.Service.Configure(_scene.Write("other.config", "second"));

            Assert.That(_scene.Appenders, Is.EqualTo(new[] { "first" }));
        }
    }

    /// <summary>Another thread has the lock at first.</summary>
    [TestCase("use")]
    [TestCase("configure")]
    [TestCase("dispose")]
    public void Call_InterruptIsPending_GoesOnAndItStaysPending(string call)
    {
        FileInfo file = _scene.Write("some.config", "first");
        Action made = call switch
        {
            "use" => () => RepositoryConfiguration.Use(_scene.Repository.Hierarchy, file, watch: false).Dispose(),
            "configure" => () => _scene.Service.Configure(file),
            _ => _scene.Service.Dispose,
        };
        BackgroundCall<bool> interrupted;
        lock (Easy.Logger.Facade.ConfigurationOwner.Of(_scene.Repository.Hierarchy).Lock)
        {
            interrupted = BackgroundCall.Of(() =>
            {
                Thread.CurrentThread.Interrupt();
                made();
                Assert.That(() => Thread.CurrentThread.Join(0), Throws.TypeOf<ThreadInterruptedException>());
            });
            interrupted.AwaitBlockedOrDone();
        }

        Assert.That(interrupted.Result, Is.True);
        Assert.That(_scene.Appenders, Is.EqualTo(call == "dispose" ? [] : new[] { "first" }));
    }
}
