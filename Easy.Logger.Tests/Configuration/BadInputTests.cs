namespace Easy.Logger.Tests.Configuration;

/// <summary>Nothing in a configuration breaks logging, and it is reported once.</summary>
[Demand("H5")]
internal sealed class BadInputTests : SceneTests<LogScene>
{
    /// <summary>What fails after it is waiting when it is flushed.</summary>
    private const string Never = """<idleTime value="3600000" />""";

    [TestCase("bufferSize", "0", "512")]
    [TestCase("bufferSize", "65537", "512")]
    [TestCase("queueLimit", "511", "16384")]
    [TestCase("idleTime", "0", "500")]
    [TestCase("idleTime", "3600001", "500")]
    [TestCase("blockTimeout", "-2", "2000")]
    [TestCase("closeTimeout", "-2", "5000")]
    [TestCase("overflow", "4", "Block")]
    public void ValueOutOfBounds_OneMessageAndTheDefaultApplies(string option, string value, string used)
    {
        Assert.That(() => Scene.ConfigureFile($"""<{option} value="{value}" />"""), Throws.Nothing);

        Scene.Log().Info("comes by itself");
        Scene.AwaitLines("comes by itself");
        Assert.That(Scene.Complaints, Has.Count.EqualTo(1));
        Assert.That(Scene.Complaints[0], Does.Contain($"{option} is {value}").And.Contain($"{used} is used"));
    }

    [Test]
    public void Configure_LossyWithoutEvaluator_OneMessage()
    {
        Scene.ConfigureFile("""<lossy value="true" />""");

        Assert.That(Scene.Complaints, Has.Count.EqualTo(1));
        Assert.That(Scene.Complaints[0], Does.Contain("lossy").And.Contain("evaluator"));
    }

    /// <summary>A queue holds at least one batch: without a limit of its own it grows with bufferSize, and nothing is wrong.</summary>
    [TestCase("""<queueLimit value="-5" />""", 16_384, "queueLimit is -5")]
    [TestCase("""<bufferSize value="60000" />""", 60_000, null)]
    [TestCase("""<bufferSize value="60000" /><queueLimit value="20000" />""", 60_000, "queueLimit is 20000")]
    public void Configure_QueueLimitBelowItsBounds_TheLowestThatIsPossibleIsInForce(string options, int limit, string? complaint)
    {
        using GatedScene gated = new(options + """<overflow value="DropNewest" /><fix value="Message" />""");
        Assert.That(gated.Scene.Complaints, complaint is null ? Is.Empty : Has.Exactly(1).Contains(complaint));
        gated.HoldWorker();

        gated.Log(limit);

        Assert.That(gated.Appender.Statistics.DroppedFor(DropReason.QueueFull), Is.EqualTo(1), "one event is with the child");
    }

    [TestCase("bufferSize", "many")]
    [TestCase("idleTime", "1.5")]
    [TestCase("blockTimeout", "2s")]
    [TestCase("closeTimeout", "never")]
    [TestCase("batchRendering", "maybe")]
    [TestCase("overflow", "Sometimes")]
    [TestCase("fix", "Everything")]
    public void TextThatIsNoValue_Log4NetRefusesTheAppenderAndTheOthersGoOn(string option, string text)
    {
        Assert.That(
            () => Scene.Configure(
                Scene.File(), Scene.File("other"), Scene.Async($"""<{option} value="{text}" />""", "file"),
                LogScene.Root(Scene.Name, "other")),
            Throws.Nothing);

        Assert.That(() => Scene.Log().Error("goes on"), Throws.Nothing);
        Assert.That(Scene.Lines("other"), Is.EqualTo(new[] { "goes on" }));
        Assert.That(Scene.Messages.Naming($"[{Scene.Name}]"), Is.Not.Empty, "log4net says which appender it could not make");
        Assert.That(Scene.Repository.Hierarchy.GetAppenders().OfType<AsyncBufferingForwardingAppender>(), Is.Empty);
    }

    [TestCase("LOUD")]
    [TestCase("")]
    public void Configure_FlushLevelUnknown_Log4NetNamesItAndErrorIsInForce(string level)
    {
        string unknown = level.Length > 0 ? Some.Name(level) : level;

        Assert.That(() => Scene.ConfigureFile($"""<flushLevel value="{unknown}" /><idleTime value="3600000" />"""), Throws.Nothing);

        LogAndAwaitOneLine();
        Assert.That(Scene.Messages.Naming($"[{unknown}]"), Is.Not.Empty);
    }

    [TestCase]
    [TestCase("missing")]
    public void Configure_NoAppenderToForwardTo_OneMessageAndEventsAreCounted(params string[] references)
    {
        Assert.That(() => Scene.Configure(Scene.Async(Never, references), LogScene.Root(Scene.Name)), Throws.Nothing);

        Scene.Log("line", 3);
        Assert.That(Scene.Appender.Flush(-1), Is.False, "not every event reached a file");
        Assert.That(Scene.Complaints, Has.Count.EqualTo(1));
        Assert.That(Scene.Complaints[0], Does.Contain("appender-ref"));
        Assert.That(Scene.Appender.Statistics.DroppedFor(DropReason.NoAppender), Is.EqualTo(3));
    }

    [Test]
    public void Configure_AppenderRefUnknown_IsNamedAndTheOthersGoOn()
    {
        string missing = Some.Name("missing");
        Assert.That(
            () => Scene.Configure(Scene.File(), Scene.Async(string.Empty, missing, "file"), LogScene.Root(Scene.Name)), Throws.Nothing);

        LogAndAwaitOneLine();
        Assert.That(Scene.Messages.Naming($"[{missing}]"), Is.Not.Empty, "log4net says what it did not find");
        Assert.That(Scene.Complaints, Is.Empty);
    }

    [TestCase("FileAppender")]
    [TestCase("RollingFileAppender")]
    public void Configure_PathCannotBeWritten_OneMessageWithTheCauseAndTheOthersGoOn(string type)
    {
        // A path below a file is refused to root as well.
        File.WriteAllText(Scene.Folder.File("blocker.log"), string.Empty);
        const string child = "blocker.log/nested";
        Assert.That(
            () => Scene.Configure(
                Scene.File(child, type: type), Scene.File(), Scene.Async(Never, child, "file"), LogScene.Root(Scene.Name)),
            Throws.Nothing);

        LogAndAwaitOneLine();
        Scene.Log("line", 100);
        Assert.That(Scene.Appender.Flush(-1), Is.False, "not every event reached a file");
        Assert.That(Scene.Lines(), Has.Count.EqualTo(101));
        Assert.That(Scene.Appender.Statistics.Failed, Is.EqualTo(101));
        Assert.That(Scene.Complaints, Has.Count.EqualTo(1));
        Assert.That(Scene.Complaints[0], Does.Contain($"'{child}'").And.Contain(Scene.Folder.Path), "which child, which file");
    }

    private void LogAndAwaitOneLine()
    {
        Assert.That(() => Scene.Log().Error("goes on"), Throws.Nothing);
        Scene.AwaitLines("goes on");
    }
}
