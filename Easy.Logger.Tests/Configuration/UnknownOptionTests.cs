namespace Easy.Logger.Tests.Configuration;

/// <summary>A misspelt option is reported with its name, its appender and the nearest option.</summary>
internal sealed class UnknownOptionTests : SceneTests<LogScene>
{
    [TestCase("buferSize", "bufferSize")]
    [TestCase("bufferSzie", "bufferSize")]
    [TestCase("buffer-size", "bufferSize")]
    [TestCase("BufferSizes", "bufferSize")]
    [TestCase("idletimee", "idleTime")]
    [TestCase("jurnal", "journal")]
    [TestCase("tresholt", "threshold")]
    [TestCase("fxi", "fix")]
    [TestCase("appenderref", "appender-ref")]
    [TestCase("buffer size", "bufferSize")]
    [TestCase("buffer/size", "bufferSize")]
    [TestCase("IDLETIMEE", "idleTime")]
    [SetCulture("tr-TR")] // where i and I are different letters
    public void Configure_MisspeltOption_OneMessageWithTheNearestName(string misspelt, string meant)
    {
        bool isElement = misspelt.IndexOfAny([' ', '/']) < 0;
        Scene.ConfigureFile($"""<{(isElement ? misspelt : $"param name=\"{misspelt}\"")} value="1" />""");
        Assert.That(Scene.Complaints, Has.Count.EqualTo(1));

        Scene.Appender.ActivateOptions(); // does not report it again

        Assert.That(Scene.Complaints, Has.Count.EqualTo(1));
        Assert.That(Scene.Complaints[0], Does.Contain($"{misspelt} is not an option and was left out: did you mean {meant}?"));
    }

    [TestCase("colour")]
    [TestCase("lossyyy", Description = "two of five letters are too many, though not of seven")]
    public void Configure_UnknownOption_OneMessageWithAllNames(string name)
    {
        Scene.ConfigureFile($"""<{name} value="1" />""");

        Assert.That(Scene.Complaints, Has.Count.EqualTo(1));
        Assert.That(
            Scene.Complaints[0],
            Does.Contain($"{name} is not an option and was left out. The options are "
                + "appender-ref,").And.Contain("bufferSize, closeTimeout"));
    }

    [Test]
    public void Configure_UnknownOptionsBesideBadValues_OneMessageWithAll()
    {
        Scene.ConfigureFile("""<idleTime value="0" /><buferSize value="1" /><queLimit value="1" /><closeTimeout value="-9" />""");

        Assert.That(Scene.Complaints, Has.Count.EqualTo(1));
        Assert.That(Scene.Complaints[0], Does.Contain("idleTime is 0").And.Contain("closeTimeout is -9"));
        Assert.That(Scene.Complaints[0], Does.Contain("mean bufferSize?").And.Contain("mean queueLimit?"));
    }

    [TestCase("""<bufferSize value="64" /><IDLETIME value="40" /><Fix value="268" />""")]
    [TestCase("""<param name="bufferSize" value="64" />""")]
    [TestCase("""<threshold value="DEBUG" /><filter type="log4net.Filter.LevelRangeFilter"><levelMin value="DEBUG" /></filter>""")]
    [TestCase("""<errorHandler type="log4net.Util.OnlyOnceErrorHandler" />""")]
    public void Configure_WhatLog4NetTakes_NoMessage(string options)
    {
        Scene.ConfigureFile(options);

        Assert.That(Scene.Complaints, Is.Empty);
    }

    /// <summary>
    /// log4net makes the inner appender between two options of the outer one, and activates both when it has read everything.
    /// </summary>
    [Test]
    public void Configure_OneInsideAnother_EachReportsItsOwn()
    {
        string inner = Some.Name("inner");
        Scene.Configure(
            Scene.File(),
            Appender(Scene.Name, $"""<buferSize value="1" /><appender-ref ref="{inner}" /><flushlevl value="WARN" />"""),
            Appender(inner, """<idletimee value="1" /><appender-ref ref="file" />"""),
            LogScene.Root(Scene.Name));

        string[] ofInner = [.. Scene.Messages.Naming($"Easy.Logger appender [{inner}]")];
        Assert.That(Scene.Complaints, Has.Count.EqualTo(1));
        Assert.That(Scene.Complaints[0], Does.Contain("bufferSize?").And.Contain("flushLevel?").And.Not.Contain("idleTime"));
        Assert.That(ofInner, Has.Length.EqualTo(1));
        Assert.That(ofInner[0], Does.Contain("idleTime?").And.Not.Contain("bufferSize").And.Not.Contain("flushLevel"));
    }

    private static string Appender(string name, string options) =>
        $"""<appender name="{name}" type="Easy.Logger.AsyncBufferingForwardingAppender, Easy.Logger">{options}</appender>""";
}
