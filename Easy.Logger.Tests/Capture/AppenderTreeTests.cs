using Easy.Logger.Capture;
using Easy.Logger.Compatibility;

namespace Easy.Logger.Tests.Capture;

internal sealed class AppenderTreeTests
{
    [TestCase(typeof(ForwardingAppender))]
    [TestCase(typeof(BufferingForwardingAppender))]
    public void Of_AppenderThatForwards_IsItAndWhatIsAttachedNow(Type type)
    {
        IAppenderAttachable forwarding = (IAppenderAttachable)Activator.CreateInstance(type)!;
        IAppender root = (IAppender)forwarding;
        MemoryAppender leaf = new();
        Assert.That(AppenderTree.Of([root]), Is.EquivalentTo([root]));

        forwarding.AddAppender(leaf);
        Assert.That(AppenderTree.Of([root]), Is.EquivalentTo([root, leaf]));
        Assert.That(AppenderTree.VisibleFrom([root]), Is.EquivalentTo([root, leaf]));

        forwarding.RemoveAppender(leaf);
        Assert.That(AppenderTree.Of([root]), Is.EquivalentTo([root]));
    }

    [TestCase(typeof(ForwardingAppender))]
    [TestCase(typeof(BufferingForwardingAppender))]
    public void Of_LockOfTheAppenderIsHeld_WaitsForNothing(Type type)
    {
        IAppenderAttachable forwarding = (IAppenderAttachable)Activator.CreateInstance(type)!;
        IAppender root = (IAppender)forwarding;
        MemoryAppender leaf = new();
        forwarding.AddAppender(leaf);

        lock (Log4NetMembers.LockOf((AppenderSkeleton)root))
        {
            using BackgroundCall<int> search = new(() => AppenderTree.Of([root]).Count + AppenderTree.VisibleFrom([root]).Count);
            Assert.That(search.Result, Is.EqualTo(4));
        }
    }

    [TestCase(typeof(ForwardingAppender))]
    [TestCase(typeof(BufferingForwardingAppender))]
    public void Of_AnotherAppenderComesAndGoesMeanwhile_TheRestIsAlwaysThere(Type type)
    {
        const int Looks = 200_000;
        IAppenderAttachable forwarding = (IAppenderAttachable)Activator.CreateInstance(type)!;
        MemoryAppender[] staying = [new(), new(), new()];
        bool isOver = false;
        using BackgroundCall<bool> changes = new(() =>
        {
            while (!Volatile.Read(ref isOver))
            {
                MemoryAppender passing = new();
                forwarding.RemoveAllAppenders();
                forwarding.AddAppender(passing);
                Array.ForEach(staying, forwarding.AddAppender);
                forwarding.RemoveAppender(passing);
            }

            return true;
        });

        int missed = 0;
        for (int i = 0; i < Looks; i++)
        {
            HashSet<IAppender> seen = AppenderTree.Of([(IAppender)forwarding]);
            missed += seen.Contains(staying[2]) && !seen.IsSupersetOf(staying) ? 1 : 0;
        }

        Volatile.Write(ref isOver, true);
        Assert.That((missed, changes.Result), Is.EqualTo((0, true)));
    }

    /// <summary>Without the queue the one that is attached first would have written the line before the other waits.</summary>
    [Test]
    public void DoAppend_LockOfAForwardingAppenderIsHeld_TheAppendersBeforeItGetTheEvent()
    {
        GatedAppender before = new();
        ForwardingAppender held = new();
        AsyncBufferingForwardingAppender appender = new() { Name = Some.Name("async"), IdleTime = 1 };
        appender.AddAppender(before);
        appender.AddAppender(held);
        appender.ActivateOptions();
        lock (Log4NetMembers.LockOf(held))
        {
            appender.DoAppend(Some.Event("line"));
            Eventually.Holds(() => before.Messages.Count == 1, "the event arrives");
        }

        appender.Close();
    }

    /// <summary>The look at what is captured for a level comes after the one at all levels.</summary>
    [Test]
    public void Derive_ForwardersAreAttachedBetweenTwoLooks_DoesNotThrow()
    {
        ForwardingAppender forwarder = new();
        forwarder.AddAppender(new DebugAppender { Threshold = Level.Error });
        AttachingAppender attaching = new(() =>
        {
            ForwardingAppender late = new();
            late.AddAppender(new DebugAppender { Threshold = Level.Error });
            forwarder.AddAppender(late);
        });

        Assert.That(() => CapturePlanner.Derive([attaching, forwarder], isLossy: false, mayWait: true), Throws.Nothing);
        Assert.That(forwarder.Appenders, Has.Count.GreaterThan(2));
    }

    private sealed class AttachingAppender(Action look) : AppenderSkeleton, IBatchAppender
    {
        public IReadOnlyList<ILayout> Layouts
        {
            get
            {
                look();
                return [];
            }
        }

        public FixFlags Fix => FixFlags.None;

        public void DoAppend(EventBatch batch)
        {
        }

        protected override void Append(LoggingEvent loggingEvent)
        {
        }
    }
}
