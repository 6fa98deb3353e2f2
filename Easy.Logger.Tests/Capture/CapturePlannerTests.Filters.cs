using Easy.Logger.Capture;
using log4net.Filter;

namespace Easy.Logger.Tests.Capture;

/// <summary>What is not captured because filters and thresholds turn the event away.</summary>
internal sealed partial class CapturePlannerTests
{
    /// <summary>log4net comes to no layout then, and looks for no location.</summary>
    [Test]
    public void For_ChildOfAForwarderTakesOtherLevels_CapturesNothingForIt()
    {
        ForwardingAppender forwarder = new();
        ConsoleAppender errors = Console("%line");
        errors.Threshold = Level.Error;
        forwarder.AddAppender(errors);
        forwarder.AddAppender(Console("%message"));

        CapturePlan plan = Plan(forwarder);

        Assert.That(LocationIsRead(plan.For(Level.Warn)), Is.False);
        Assert.That(LocationIsRead(plan.For(Level.Error)), Is.True);

        forwarder.AddFilter(new PropertyFilter { Key = "key", StringToMatch = "value", AcceptOnMatch = false });
        forwarder.RemoveAppender(forwarder.Appenders[1]);
        Assert.That(Plan(forwarder).For(Level.Warn).CapturesProperties, Is.True, "its filter reads the event");
    }

    [TestCase("logger", false)]
    [TestCase("message", true)]
    [TestCase("property", false)]
    public void ForCall_FiltersDenyTheEvent_CapturesNothingForIt(string filter, bool isFirst)
    {
        ConsoleAppender console = Console("%line", filter switch
        {
            "logger" => new LoggerMatchFilter { LoggerToMatch = "wanted" },
            "message" => new StringMatchFilter { StringToMatch = "unwanted", AcceptOnMatch = false },
            _ => new PropertyFilter { Key = "key", StringToMatch = "wanted" },
        });
        console.AddFilter(isFirst ? new LevelRangeFilter() : new DenyAllFilter());
        log4net.Repository.Hierarchy.Hierarchy repository = new();
        LoggingEvent unwanted = new(GetType(), repository, "other", Level.Info, "unwanted", null);
        LoggingEvent wanted = new(GetType(), repository, "wanted", Level.Info, "wanted", null);
        wanted.Properties["key"] = "wanted";

        CapturePlan plan = Plan(console, Console("%message"));

        Assert.That((LocationIsRead(plan.ForCall(unwanted)), LocationIsRead(plan.ForCall(wanted))), Is.EqualTo((false, true)));
        Assert.That(plan.For(unwanted.Level, isTurnedAway: true), Is.SameAs(plan.ForCall(unwanted)));
        Assert.That(LocationIsRead(Plan(Console("%line"), console).ForCall(unwanted)), Is.True, "for the other one");
    }

    private static bool LocationIsRead(CapturePlan plan) => (plan.Fields & FixFlags.LocationInfo) != 0;
}
