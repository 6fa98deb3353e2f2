using log4net.Config;
using log4net.Repository;

namespace Easy.Logger.Tests.Configuration;

/// <summary>Whoever misspells an option is told which one it is, on which appender, and what the nearest option is called.</summary>
internal sealed class UnknownOptionTests : SceneTests<LogScene>
{
    [TestCase("buferSize", "bufferSize")]
    [TestCase("bufferSzie", "bufferSize")]
    [TestCase("buffer-size", "bufferSize")]
    [TestCase("buffer_size", "bufferSize")]
    [TestCase("BufferSizes", "bufferSize")]
    [TestCase("queueLimits", "queueLimit")]
    [TestCase("queLimit", "queueLimit")]
    [TestCase("idletimee", "idleTime")]
    [TestCase("flushlevl", "flushLevel")]
    [TestCase("overflw", "overflow")]
    [TestCase("closeTimeOot", "closeTimeout")]
    [TestCase("blockTimout", "blockTimeout")]
    [TestCase("batchRenderin", "batchRendering")]
    [TestCase("reportLost", "reportLoss")]
    [TestCase("jurnal", "journal")]
    [TestCase("lossi", "lossy")]
    [TestCase("evaluater", "evaluator")]
    [TestCase("tresholt", "threshold")]
    [TestCase("fixx", "fix")]
    [TestCase("fxi", "fix")]
    [TestCase("appender-reff", "appender-ref")]
    [TestCase("appenderref", "appender-ref")]
    public void Configure_MisspeltOption_OneMessageWithTheNearestName(string misspelt, string meant)
    {
        Scene.ConfigureFile($"""<{misspelt} value="1" />""");

        Assert.That(Scene.Complaints, Has.Count.EqualTo(1));
        Assert.That(Scene.Complaints[0], Does.Contain($"{misspelt} is not an option and was left out: did you mean {meant}?"));
    }

    [TestCase("colour")]
    [TestCase("statistics")]
    [TestCase("workers")]
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
    public void Configure_UnknownOptionBesideABadValue_OneMessageWithBoth()
    {
        Scene.ConfigureFile("""<idleTime value="0" /><buferSize value="1" /><queLimit value="1" />""");

        Assert.That(Scene.Complaints, Has.Count.EqualTo(1));
        Assert.That(Scene.Complaints[0], Does.Contain("idleTime is 0").And.Contain("mean bufferSize?").And.Contain("mean queueLimit?"));
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
    public void Configure_OneInsideAnother_EachIsToldOfItsOwn()
    {
        string inner = Some.Name("inner");
        Scene.Configure(
            Scene.File(),
            $"""
            <appender name="{Scene.Name}" type="Easy.Logger.AsyncBufferingForwardingAppender, Easy.Logger">
              <buferSize value="1" /><appender-ref ref="{inner}" /><flushlevl value="WARN" />
            </appender>
            <appender name="{inner}" type="Easy.Logger.AsyncBufferingForwardingAppender, Easy.Logger">
              <idletimee value="1" /><appender-ref ref="file" />
            </appender>
            """,
            LogScene.Root(Scene.Name));

        string[] ofInner = [.. Scene.Messages.Naming($"Easy.Logger appender [{inner}]")];
        Assert.That(Scene.Complaints, Has.Count.EqualTo(1));
        Assert.That(Scene.Complaints[0], Does.Contain("bufferSize?").And.Contain("flushLevel?").And.Not.Contain("idleTime"));
        Assert.That(ofInner, Has.Length.EqualTo(1));
        Assert.That(ofInner[0], Does.Contain("idleTime?").And.Not.Contain("bufferSize").And.Not.Contain("flushLevel"));
    }

    [Test]
    public void Configure_OptionOfAChildIsUnknown_IsNotTakenForOurs()
    {
        Scene.ConfigureFile(more: """<buferSize value="1" />""");

        Assert.That(Scene.Complaints, Is.Empty);
        Assert.That(Scene.Messages.Naming("buferSize"), Is.Not.Empty, "log4net says it itself");
    }

    [Test]
    public void Configure_AppenderBeforeCouldNotBeMade_ItsOptionsAreNotTakenForThoseOfTheNext()
    {
        string broken = Some.Name("broken");
        Scene.Configure(
            $"""
            <appender name="{broken}" type="Easy.Logger.AsyncBufferingForwardingAppender, Easy.Logger">
              <buferSize value="1" /><idleTime value="soon" /></appender>
            """,
            Scene.File(),
            Scene.Async("""<queLimit value="1" />""", "file"),
            LogScene.Root(broken, Scene.Name));

        Assert.That(Scene.Complaints, Has.Count.EqualTo(1));
        Assert.That(Scene.Complaints[0], Does.Contain("queueLimit?").And.Not.Contain("bufferSize"));
    }

    /// <summary>An appender that was never activated leaves its messages behind.</summary>
    [Test]
    public void Configure_SameNameAfterAFailedConfiguration_OldMessagesAreNotReported()
    {
        string other = Some.Name("other");
        string broken = $"""
            <appender name="{Scene.Name}" type="Easy.Logger.AsyncBufferingForwardingAppender, Easy.Logger">
              <buferSize value="1" /><idleTime value="soon" />
            </appender>
            """;
        string misspelt = $"""
            <appender name="{other}" type="Easy.Logger.AsyncBufferingForwardingAppender, Easy.Logger">
              <queLimit value="1" /><appender-ref ref="file" />
            </appender>
            """;
        Scene.Configure(broken, LogScene.Root(Scene.Name));

        Scene.Configure(Scene.File(), misspelt, Scene.Async(string.Empty, "file"), LogScene.Root(other, Scene.Name));

        Assert.That(Scene.Complaints, Is.Empty);
        Assert.That(Scene.Messages.Naming($"[{other}]: queLimit"), Has.Count.EqualTo(1));
    }

    [Test]
    public void Configure_ThreeHundredUnknownOptions_AllAreReported()
    {
        Scene.ConfigureFile(string.Concat(Enumerable.Range(0, 300).Select(i => $"""<unknown{i} value="1" />""")));

        Assert.That(Scene.Complaints, Has.Count.EqualTo(1));
        Assert.That(Scene.Complaints[0].Split("is not an option").Length - 1, Is.EqualTo(300));
    }

    [TestCase("buffer size")]
    [TestCase("bufferSize ")]
    [TestCase("buffer/size")]
    public void Configure_ParamWithAnyCharacters_IsReported(string name)
    {
        Scene.ConfigureFile($"""<param name="{name}" value="1" />""");

        Assert.That(Scene.Complaints, Has.Count.EqualTo(1));
        Assert.That(Scene.Complaints[0], Does.Contain("mean bufferSize?"));
    }

    [Test]
    public void ActivateOptions_Again_UnknownOptionIsToldOnce()
    {
        Scene.ConfigureFile("""<buferSize value="1" />""");

        Scene.Appender.ActivateOptions();

        Assert.That(Scene.Complaints, Has.Count.EqualTo(1));
    }

    /// <summary>Made by hand, while the thread still remembers what a configuration of before left behind.</summary>
    [Test]
    public void ActivateOptions_MadeInCode_KnowsNothingOfConfigurationsOfBefore()
    {
        ILoggerRepository other = log4net.LogManager.CreateRepository(Some.Name("other"));
        XmlConfigurator.Configure(other, new MemoryStream(
            """
            <log4net>
              <appender name="broken" type="Easy.Logger.AsyncBufferingForwardingAppender, Easy.Logger">
                <buferSize value="1" /><idleTime value="soon" /></appender>
              <root><appender-ref ref="broken" /></root>
            </log4net>
            """u8.ToArray()));
        AsyncBufferingForwardingAppender appender = new() { Name = Scene.Name };
        appender.AddAppender(new log4net.Appender.MemoryAppender());

        appender.ActivateOptions();

        appender.Close();
        other.Shutdown();
        Assert.That(Scene.Complaints, Is.Empty);
    }
}
