namespace Easy.Logger.Tests.Facade;

/// <summary>The one service of a process, in a process of its own: a copy of the program, for its configuration lies beside it.</summary>
[Category("Facade")]
internal sealed class ServiceProcessTests : IDisposable
{
    private readonly LogScene _scene = new();
    private readonly TestProgram _program;
    private ProbeRun? _run;

    public ServiceProcessTests() => _program = TestProgram.ExitProbe.CopyTo(_scene.Folder.File("app"));

    private string BesideIt => Path.Combine(_scene.Folder.File("app"), "log4net.config");

    public void Dispose()
    {
        _run?.Dispose();
        _scene.Dispose();
    }

    [Test]
    public void Instance_FileBesideTheProgram_IsReadAndFollowed()
    {
        WriteConfiguration(BesideIt);

        ProbeRun run = Run("facade-follow", 90);

        string[] expected = [$"configured from: {BesideIt}", "followed: True", "after Dispose: facade|two"];
        Assert.That(run.Output, Is.SupersetOf(expected), run.Transcript);
        Assert.That(_scene.Lines("first"), Is.EqualTo(new[] { "facade|one" }), run.Transcript);
        Assert.That(_scene.Lines("second"), Is.EqualTo(new[] { "facade|two" }), run.Transcript);
    }

    [Test]
    public void Instance_NoFileBesideTheProgram_RefusesLoggersUntilConfigured()
    {
        WriteConfiguration(_scene.Folder.File("by-hand.config"));

        ProbeRun run = Run("facade-by-hand", 91);

        Assert.That(run.Output, Has.Exactly(1).StartsWith("service: ").And.Exactly(1).StartsWith("container: "), run.Transcript);
        Assert.That(run.Output, Has.Exactly(2).Contains(BesideIt), run.Transcript);
        Assert.That(_scene.Lines("first"), Is.EqualTo(new[] { "ExitProbe.FacadeScenarios+Consumer|one" }), run.Transcript);
    }

    [Test]
    [Demand("K8")]
    public void TypedLogger_IsInjectedByAContainer()
    {
        WriteConfiguration(BesideIt);

        ProbeRun run = Run("facade-inject", 92);

        Assert.That(run.Output, Does.Contain("the same logger: True"), run.Transcript);
        string[] lines = ["ExitProbe.FacadeScenarios+Consumer|work 1", "ExitProbe.FacadeScenarios+Consumer+Helper|help"];
        Assert.That(_scene.Lines("first"), Is.EqualTo(lines), run.Transcript);
    }

    private ProbeRun Run(string scenario, int exitCode)
    {
        _run = new ProbeRun(_program, scenario, _scene.Folder.Path);
        _run.AssertEndsWith(exitCode);
        return _run;
    }

    private void WriteConfiguration(string path)
    {
        string appenders = _scene.File("first", "%logger|%message%newline") + _scene.Async("""<idleTime value="3600000" />""", "first");
        File.WriteAllText(path, $"<log4net>{appenders}{LogScene.Root(_scene.Name)}</log4net>");
    }
}
