using Easy.Logger.Forwarding;

namespace Easy.Logger.Tests.Forwarding;

/// <summary>The plan in force is derived again when what it was made of has changed, and only then.</summary>
internal sealed class PlanRefreshTests
{
    private readonly AppenderFanOut _fanOut = new(new FailureReporter(() => "plan", TimeProvider.System));

    /// <summary>Events of two plans are two batches.</summary>
    [Test]
    public void Plan_NothingHasChanged_IsTheSameAfterTwoLooks([Values] bool isFlush)
    {
        ForwardingAppender forwarder = new();
        forwarder.AddAppender(new ConsoleAppender { Layout = new PatternLayout("%message") });
        _fanOut.Add(forwarder);
        _fanOut.RefreshPlan(isFlush);
        _fanOut.RefreshPlan(isFlush);
        CapturePlan plan = _fanOut.Plan;

        _fanOut.RefreshPlan(isFlush);

        Assert.That(_fanOut.Plan, Is.SameAs(plan).And.Not.SameAs(CapturePlan.Everything));
    }

    /// <summary>Nothing is known of it, so it may read everything.</summary>
    [Test]
    public void Plan_AppenderCannotBeLookedAt_IsEverythingUntilItCan()
    {
        BatchTakingAppender child = new() { Layouts = null! };
        _fanOut.Add(child);
        List<CapturePlan> plans = [_fanOut.Plan];

        foreach (ILayout[]? layouts in new ILayout[]?[] { [], null })
        {
            child.Layouts = layouts!;
            _fanOut.RefreshPlan(isFlush: false);
            plans.Add(_fanOut.Plan);
        }

        Assert.That(plans.Select(plan => ReferenceEquals(plan, CapturePlan.Everything)), Is.EqualTo(new[] { true, false, true }));
    }
}
