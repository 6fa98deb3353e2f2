using Easy.Logger.Diagnostics;
using Easy.Logger.Metrics;

namespace Easy.Logger.Tests.Metrics;

/// <summary>The appenders that the meter tells of, and what is left of those that have ended.</summary>
[Category("Metrics")]
internal sealed class MeteredComponentsTests
{
    private readonly MeteredComponents _components = new();

    [Test]
    public void Read_MoreNamesEndThanAreKept_RestIsAddedUpUnderOne()
    {
        for (int i = 0; i < MeteredComponents.MostNames + 50; i++)
        {
            RunAndEnd($"appender {i}", accepted: 2);
        }

        IReadOnlyList<ComponentReading> readings = _components.Read();

        Assert.That(readings, Has.Count.EqualTo(MeteredComponents.MostNames + 1));
        Assert.That(readings.Single(reading => reading.Name == MeteredComponents.Others).Enqueued, Is.EqualTo(100));
        Assert.That(readings.Sum(reading => reading.Enqueued), Is.EqualTo(2 * (MeteredComponents.MostNames + 50)));
    }

    [Test]
    public void Read_NamesAreUsedUp_KnownOnesStillGoOn()
    {
        for (int i = 0; i < MeteredComponents.MostNames + 1; i++)
        {
            RunAndEnd($"appender {i}", accepted: 2);
        }

        RunAndEnd("appender 3", accepted: 5);

        Assert.That(_components.Read().Single(reading => reading.Name == "appender 3").Enqueued, Is.EqualTo(7));
    }

    [Test]
    public void End_EventIsRefusedAfterwards_IsCountedOnce()
    {
        Books closed = RunAndEnd("a", accepted: 1);
        closed.Refuse();
        closed.Refuse();

        Assert.That(_components.Read().Single().Rejected, Is.EqualTo(2));
    }

    [Test]
    public void End_UnknownOrTwice_ChangesNothing()
    {
        Books closed = RunAndEnd("a", accepted: 3);

        _components.End(closed);
        _components.End(new Books(accepted: 9));

        Assert.That(_components.Read().Single().Enqueued, Is.EqualTo(3));
    }

    [Test]
    public void Read_TwoReadings_FirstOneStaysAsItWas()
    {
        RunAndEnd("a", accepted: 3);
        ComponentReading first = _components.Read().Single();

        RunAndEnd("a", accepted: 4);

        Assert.That(first.Enqueued, Is.EqualTo(3));
        Assert.That(_components.Read().Single().Enqueued, Is.EqualTo(7));
    }

    [Test]
    public void ChildBooks_MoreNamesThanAreKept_ShareOneEntry()
    {
        ChildBooks books = new();
        for (int i = 0; i < ChildBooks.MostNames + 50; i++)
        {
            books.Of($"child {i}", "FileAppender").Add(forwarded: 1, failed: 1);
        }

        Assert.That(books.All, Has.Count.EqualTo(ChildBooks.MostNames + 1));
        Assert.That(books.All.Single(child => child.Name == ChildBooks.Others).Forwarded, Is.EqualTo(50));
        Assert.That(books.All.Sum(child => child.Failed), Is.EqualTo(ChildBooks.MostNames + 50));
        Assert.That(books.Of("child 7", "FileAppender").Forwarded, Is.EqualTo(1), "known ones go on");
        Assert.That(books.Of(null, "FileAppender").Name, Is.EqualTo(ChildBooks.Others));
    }

    private Books RunAndEnd(string name, long accepted)
    {
        Books books = new(accepted);
        _components.Open(books, name);
        _components.End(books);
        return books;
    }

    /// <summary>The books of an appender that forwarded all it got.</summary>
    private sealed class Books(long accepted) : IMetered
    {
        public Action Refuse { get; private set; } = () => { };

        public int QueueLimit => 10;

        public IReadOnlyList<ChildTotals> Children => [];

        public BufferStatistics Read() => new() { State = BufferState.Running, Accepted = accepted, Forwarded = accepted, DropCounts = [] };

        public BufferStatistics ReadLast(Action countRejected)
        {
            Refuse = countRejected;
            return Read();
        }
    }
}
