namespace Easy.Logger.Tests.Forwarding;

/// <summary>Children of all sorts, side by side.</summary>
internal sealed class ChildrenTests : SceneTests<LogScene>
{
    private const string GateElement = """<appender name="gate" type="Easy.Logger.Tests.Support.GatedAppender, Easy.Logger.Tests" />""";

    [TearDown]
    public void OpenGates()
    {
        foreach (GatedAppender child in Scene.Repository.Hierarchy.GetAppenders().OfType<GatedAppender>())
        {
            child.OpenGate();
        }
    }

    [Test]
    [Demand("M1", "M4")]
    public void OneChildThrows_TheOtherHasEveryEventFromABackgroundThreadThatShowsTheNameOfTheAppender()
    {
        (string? Name, bool IsBackground, bool IsOfThePool) worker = default;
        Scene.Configure(
            GateElement, Scene.File(), Scene.Async("""<idleTime value="3600000" />""", "gate", "file"), LogScene.Root(Scene.Name));
        Scene.Repository.Appender<GatedAppender>().OnAppend = _ =>
        {
            worker = (Thread.CurrentThread.Name, Thread.CurrentThread.IsBackground, Thread.CurrentThread.IsThreadPoolThread);
            throw new IOException("disk full");
        };

        Scene.Log().LogNumbers(1000);

        Assert.That(Eventually.Returns(() => Scene.Appender.Flush(-1), "Flush"), Is.False);
        Assert.That(Scene.Lines(), Is.EqualTo(Enumerable.Range(0, 1000).Select(i => $"{i}")));
        Assert.That(Scene.Appender.Statistics.Failed, Is.EqualTo(1000));
        Assert.That(worker, Is.EqualTo(($"Easy.Logger {Scene.Name}", true, false)));
    }

    /// <summary>The README says how.</summary>
    [Test]
    [Demand("M1")]
    public void SlowChildHasAForwarderOfItsOwn_TheOtherIsNotSlowed()
    {
        string slow = Some.Name("slow");
        Scene.Configure(
            GateElement,
            Scene.File(),
            Scene.Async(string.Empty, "file"),
            $"""<appender name="{slow}" type="Easy.Logger.AsyncBufferingForwardingAppender, Easy.Logger"><appender-ref ref="gate" />"""
                + $"""</appender>""",
            LogScene.Root(slow, Scene.Name));
        AsyncBufferingForwardingAppender fast =
            (AsyncBufferingForwardingAppender)Scene.Repository.Hierarchy.Root.GetAppender(Scene.Name)!;
        GatedAppender gate = Scene.Repository.Appender<GatedAppender>();
        gate.CloseGate();

        Scene.Log().LogNumbers(1000);

        Assert.That(Eventually.Returns(() => fast.Flush(-1), "Flush"), Is.True);
        Assert.That(Scene.Lines(), Has.Count.EqualTo(1000));
        Assert.That(gate.Messages, Is.Empty, "it stands still all the time");
    }

    /// <summary>log4net's appenders for databases and mail are buffers as its stock one; that for syslog takes single events.</summary>
    [Test]
    [Demand("M2")]
    public void ChildrenOfEveryShape_EachGetsEveryEventOnce()
    {
        BufferingForwardingAppender database = new() { Name = "database", BufferSize = 100 };
        BufferingForwardingAppender mail = new() { Name = "mail", BufferSize = 2000 };
        SingleTakingAppender[] ends = [new(), new(), new() { Name = "syslog" }];
        database.AddAppender(ends[0]);
        mail.AddAppender(ends[1]);
        using CountingWriter text = new();
        TextWriterAppender console = new() { Name = "console", Layout = new PatternLayout("%message "), Writer = text };
        AsyncBufferingForwardingAppender appender = new() { Name = Some.Name() };
        foreach (AppenderSkeleton child in new AppenderSkeleton[] { database, mail, ends[2], console })
        {
            child.ActivateOptions();
            appender.AddAppender(child);
        }

        appender.ActivateOptions();
        string[] sent = [.. Enumerable.Range(0, 1000).Select(i => i.ToString(CultureInfo.InvariantCulture))];
        Array.ForEach(sent, message => appender.DoAppend(Some.Event(message)));

        appender.Close();

        Assert.Multiple(() =>
        {
            Assert.That(ends[0].Messages, Is.EqualTo(sent), "database");
            Assert.That(ends[1].Messages, Is.EqualTo(sent), "mail, what it still holds at the end included");
            Assert.That(ends[2].Messages, Is.EqualTo(sent), "syslog");
            Assert.That(text.ToString().Split(' ', StringSplitOptions.RemoveEmptyEntries), Is.EqualTo(sent));
            Assert.That(appender.Statistics.Forwarded, Is.EqualTo(1000));
        });
    }

    /// <summary>Older versions of log4net lost events here, whatever the appender.</summary>
    [Test]
    [Demand("M3")]
    public void ParentsAreMadeWhileTheirChildrenLog_NoEventIsLost()
    {
        const int loggers = 500;
        Scene.ConfigureFile();
        ILog[] children = [.. Enumerable.Range(0, loggers).Select(i => Scene.Log($"parent{i}.child"))];
        int made = -1;
        List<string> sent = [];
        using Barrier together = new(2);
        Task parents = Task.Factory.StartNew(MakeParents, TaskCreationOptions.LongRunning);
        Task log = Task.Factory.StartNew(LogFromChildren, TaskCreationOptions.LongRunning);

        Eventually.Returns(() => Task.WaitAll(parents, log), "both threads");

        Assert.That(Scene.Appender.Flush(-1), Is.True);
        Assert.That(Scene.Lines(), Is.EqualTo(sent), $"log4net {typeof(ILog).Assembly.GetName().Version}");

        // Each child logs while its parent is made.
        void LogFromChildren()
        {
            for (int i = 0; i < loggers; i++)
            {
                together.SignalAndWait();
                do
                {
                    sent.Add($"{i} {sent.Count}");
                    children[i].Info(sent[^1]);
                }
                while (Volatile.Read(ref made) < i);
            }
        }

        void MakeParents()
        {
            for (int i = 0; i < loggers; i++)
            {
                together.SignalAndWait();
                Scene.Log($"parent{i}");
                Volatile.Write(ref made, i);
            }
        }
    }

    /// <summary>Nothing is tried again. A dead destination costs one call for each batch, a dead writer one for each text.</summary>
    [TestCase(true)]
    [TestCase(false)]
    [Demand("M5")]
    public void ChildFailsOnABatchOf512_IsNotCalledAgain(bool takesArrays)
    {
        int calls = 0;
        using CountingWriter writer = new() { OnWrite = Fail };
        AsyncBufferingForwardingAppender appender = Some.Activated(
            new AsyncBufferingForwardingAppender { Name = Some.Name(), BufferSize = 512, IdleTime = 3_600_000 },
            takesArrays
                ? new GatedAppender { OnAppend = _ => Fail() }
                : new TextWriterAppender { Layout = new PatternLayout("%message%newline"), Writer = writer });
        for (int i = 0; i < 512; i++)
        {
            appender.DoAppend(Some.Event());
        }

        Eventually.Holds(() => appender.Statistics.Failed == 512, "the batch has failed");
        Assert.That((appender.Statistics.LargestBatch, calls), Is.EqualTo((512, takesArrays ? 1 : 512)));
        appender.Close();

        void Fail()
        {
            calls++;
            throw new IOException("the server is down");
        }
    }
}
