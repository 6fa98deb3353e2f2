using Easy.Logger.Diagnostics;
using Easy.Logger.Tests.Support;
using log4net.Util;

namespace Easy.Logger.Tests.Demands;

/// <summary>What users want to see of the queue and of its troubles, where no older test shows it.</summary>
internal sealed class ObservabilityTests
{
    private const string Never = """<idleTime value="3600000" />""";

    /// <summary>G1, read from code: full, closing, failed and refused are told apart.</summary>
    [Test]
    public void G1_OneThousandDrops_AreCountedByReason()
    {
        using GatedScene gated = new(Never + """<overflow value="DropNewest" /><queueLimit value="601" /><closeTimeout value="0" />""");
        gated.Child.OnAppend = _ =>
        {
            gated.Child.OnAppend = null;
            throw new IOException("disk full");
        };
        gated.Scene.Log().Error("fails");
        Eventually.Holds(() => gated.Appender.Statistics.Failed == 1, "the first batch has failed");
        gated.HoldWorker();

        gated.Log(1000);
        Eventually.Returns(gated.Appender.Close, "Close");
        gated.Scene.Log().Info("late");

        BufferStatistics statistics = gated.Appender.Statistics;
        Assert.Multiple(() =>
        {
            Assert.That(statistics.Dropped, Is.EqualTo(1000));
            Assert.That(string.Join(", ", statistics.DropCounts), Is.EqualTo("QueueFull INFO 400, Closing INFO 600"));
            Assert.That((statistics.Failed, statistics.Rejected, statistics.InFlight), Is.EqualTo((1L, 1L, 1L)));
        });
    }

    /// <summary>G5: a child that throws, and one that only tells its error handler, which log4net keeps silent.</summary>
    [TestCase(true)]
    [TestCase(false)]
    public void G5_ChildFailsForTheFirstTime_InternalLogNamesTypeAndMessage(bool throws)
    {
        using LogScene scene = new();
        scene.Configure(
            """<appender name="child" type="Easy.Logger.Tests.Support.SingleTakingAppender, Easy.Logger.Tests" />""",
            scene.Async(string.Empty, "child"),
            LogScene.Root(scene.Name));
        SingleTakingAppender child = scene.Repository.Appender<SingleTakingAppender>();
        child.OnAppend = _ => Fail(new IOException("disk full"));

        scene.Log().Error("a");

        Eventually.Holds(() => scene.Complaints.Count > 0, "the internal log is told");
        Assert.Multiple(() =>
        {
            Assert.That(LogLog.InternalDebugging, Is.False);
            Assert.That(
                scene.Complaints[0], Does.Contain("'child'").And.Contain("SingleTakingAppender").And.Contain("IOException: disk full"));
            Assert.That(scene.Appender.Statistics.LastError, Does.Contain("IOException: disk full"));
        });

        void Fail(IOException error)
        {
            if (throws)
            {
                throw error;
            }

            child.ErrorHandler.Error("could not write", error);
        }
    }
}
