namespace Easy.Logger.Tests.Buffering;

internal sealed class LossTrackerTests
{
    private readonly LossTracker _tracker = new();

    /// <summary>However long a loss goes on, what has to be remembered of it is bounded by the places that are waiting.</summary>
    [Test]
    public void Add_ManyAllOverTheQueue_MakesFewGaps()
    {
        for (int i = 0; i < 100_000; i++)
        {
            Lose(position: i * 37 % 1000);
        }

        int count = 0;
        long total = 0;
        while (!_tracker.IsEmpty)
        {
            count++;
            total += _tracker.Take(now: 0).Total;
        }

        Assert.That(count, Is.LessThanOrEqualTo(101));
        Assert.That(total, Is.EqualTo(100_000));
    }

    [Test]
    public void TakeUnreported_LossesBegin_IsTrueOnceForEachTime()
    {
        Array.ForEach([1, 2, 3], _ => _tracker.Count());
        Assert.That((_tracker.TakeUnreported(), _tracker.TakeUnreported()), Is.EqualTo((true, false)));

        _tracker.Count();
        Assert.That((_tracker.TakeUnreported(), _tracker.TakeCount()), Is.EqualTo((false, 4L)), "it goes on");

        _tracker.Count();
        Assert.That(_tracker.TakeCount(), Is.EqualTo(1));
        _tracker.Count();
        Assert.That((_tracker.TakeUnreported(), _tracker.TakeUnreported()), Is.EqualTo((true, false)), "two began before");
    }

    [Test]
    public void MoveTo_EventsHaveNewNumbers_PutsAllThere()
    {
        Lose(position: 10);
        Lose(position: 50);

        _tracker.MoveTo(7);

        Assert.That(_tracker.Take(now: 0).Position, Is.EqualTo(7));
        Assert.That(_tracker.NextPosition, Is.EqualTo(7));
    }

    private void Lose(long position) => _tracker.Add(position, DropReason.QueueFull, Level.Info, DateTime.UtcNow, spacing: 10);
}
