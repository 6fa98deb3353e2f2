using Easy.Logger.Capture;
using Easy.Logger.Compatibility;
using Easy.Logger.Tests.Support;
using log4net.Appender;
using log4net.Core;

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
}
