namespace Easy.Logger.Tests.Facade;

/// <summary>The one service of a process, in a process of its own: a copy of the program, for its configuration lies beside it.</summary>
[Category("Facade")]
internal sealed class ServiceProcessTests : SceneTests<LogScene>
{
    private string BesideIt => Path.Combine(Scene.Folder.File("app"), "log4net.config");

    [Test]
    public void Instance_FileBesideTheProgram_IsReadAndFollowed()
    {
        WriteConfiguration(BesideIt);

        ProbeRun run = Run("facade-follow", 90);

        string[] expected = [$"configured from: {BesideIt}", "followed: True", "after Dispose: facade|two"];
        Assert.That(run.Output, Is.SupersetOf(expected), run.Transcript);
        Assert.That(Scene.Lines("first"), Is.EqualTo(new[] { "facade|one" }), run.Transcript);
        Assert.That(Scene.Lines("second"), Is.EqualTo(new[] { "facade|two" }), run.Transcript);
    }

    [Test]
    public void Instance_NoFileBesideTheProgram_RefusesLoggersUntilConfigured()
    {
        WriteConfiguration(Scene.Folder.File("by-hand.config"));

        ProbeRun run = Run("facade-by-hand", 91);

        Assert.That(run.Output, Has.Exactly(1).StartsWith("service: ").And.Exactly(1).StartsWith("container: "), run.Transcript);
        Assert.That(run.Output, Has.Exactly(2).Contains(BesideIt), run.Transcript);
        Assert.That(Scene.Lines("first"), Is.EqualTo(new[] { "ExitProbe.FacadeScenarios+Consumer|one" }), run.Transcript);
    }

    [Test]
    [Demand("K8")]
    public void TypedLogger_IsInjectedByAContainer()
    {
        WriteConfiguration(BesideIt);

        ProbeRun run = Run("facade-inject", 92);

        Assert.That(run.Output, Does.Contain("the same logger: True"), run.Transcript);
        string[] lines = ["ExitProbe.FacadeScenarios+Consumer|work 1", "ExitProbe.FacadeScenarios+Consumer+Helper|help"];
        Assert.That(Scene.Lines("first"), Is.EqualTo(lines), run.Transcript);
    }

    private ProbeRun Run(string scenario, int exitCode)
    {
        using ProbeRun run = new(TestProgram.ExitProbe.CopyTo(Scene.Folder.File("app")), scenario, Scene.Folder.Path);
        run.AssertEndsWith(exitCode);
        return run; // what it has written stays
    }

    private void WriteConfiguration(string path)
    {
        Directory.CreateDirectory(Scene.Folder.File("app"));
        string appenders = Scene.File("first", "%logger|%message%newline") + Scene.Async("""<idleTime value="3600000" />""", "first");
        File.WriteAllText(path, $"<log4net>{appenders}{LogScene.Root(Scene.Name)}</log4net>");
    }
}
