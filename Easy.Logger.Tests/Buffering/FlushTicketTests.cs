using Easy.Logger.Buffering;
using Easy.Logger.Threading;

namespace Easy.Logger.Tests.Buffering;

internal sealed class FlushTicketTests
{
    [Test]
    public void Wait_AnsweredAfterTheDeadlineButBeforeTheWait_GivesTheAnswer()
    {
        FlushTicket ticket = Ticket(Deadline.In(0));
        ticket.Answer(true);

        Assert.That(ticket.Wait(), Is.True);
    }

    [Test]
    public void Wait_AnsweredMeanwhile_GivesTheAnswer([Values] bool answer)
    {
        FlushTicket ticket = Ticket(Deadline.Never);
        using BackgroundCall<bool?> wait = new(ticket.Wait);
        wait.AwaitBlocked();

        ticket.Answer(answer);

        Assert.That(wait.Result, Is.EqualTo(answer));
    }

    [Test]
    public void Wait_DeadlinePasses_GivesNullAndALateAnswerHurtsNobody()
    {
        FlushTicket ticket = Ticket(Deadline.In(1));

        Assert.That(Eventually.Returns(ticket.Wait, "Wait"), Is.Null);
        Assert.That(() => ticket.Answer(true), Throws.Nothing);
    }

    [Test]
    public void Wait_Interrupted_Throws()
    {
        FlushTicket ticket = Ticket(Deadline.Never);
        using BackgroundCall<bool?> wait = new(ticket.Wait);
        wait.AwaitBlocked();

        wait.Interrupt();

        Assert.That(() => wait.Result, Throws.InstanceOf<ThreadInterruptedException>());
    }

    private static FlushTicket Ticket(Deadline deadline) => new(target: 0, flushLossyHistory: false, deadline);
}
