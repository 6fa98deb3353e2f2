using Easy.Logger.Compatibility;

namespace Easy.Logger.Tests.Capture;

[TestFixture(typeof(ForwardingAppender))]
[TestFixture(typeof(BufferingForwardingAppender))]
internal sealed class AppenderTreeTests(Type type)
{
    private readonly AppenderSkeleton _root = (AppenderSkeleton)Activator.CreateInstance(type)!;

    private IAppenderAttachable Forwarding => (IAppenderAttachable)_root;

    /// <summary>What is read while another thread holds the lock may miss an appender, and has no gap in the place of one.</summary>
    [Test]
    public void Of_AnotherAppenderComesAndGoesMeanwhile_TheRestIsAlwaysThere([Values] bool isLockHeld)
    {
        const int Looks = 100_000;
        MemoryAppender[] staying = [new(), new(), new()];
        bool isOver = false;
        using BackgroundCall<bool> changes = new(() =>
        {
            lock (isLockHeld ? Log4NetMembers.LockOf(_root) : new object())
            {
                while (!Volatile.Read(ref isOver))
                {
                    MemoryAppender passing = new();
                    Forwarding.RemoveAllAppenders();
                    Forwarding.AddAppender(passing);
                    Array.ForEach(staying, Forwarding.AddAppender);
                    Forwarding.RemoveAppender(passing);
                }
            }

            return true;
        });

        int missed = 0;
        for (int i = 0; i < Looks; i++)
        {
            HashSet<IAppender> seen = isLockHeld ? AppenderTree.VisibleFrom([_root]) : AppenderTree.Of([_root]);
            bool isMissing = isLockHeld ? seen.Contains(null!) : seen.Contains(staying[2]) && !seen.IsSupersetOf(staying);
            missed += isMissing ? 1 : 0;
        }

        Volatile.Write(ref isOver, true);
        Assert.That((missed, changes.Result), Is.EqualTo((0, true)));
    }
}
