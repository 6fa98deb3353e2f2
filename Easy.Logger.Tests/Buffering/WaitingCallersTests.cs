namespace Easy.Logger.Tests.Buffering;

internal sealed class WaitingCallersTests
{
    private readonly object _gate = new();
    private readonly WaitingCallers _callers;
    private bool _isOver;
    private int _priorities;

    public WaitingCallersTests() => _callers = new WaitingCallers(_gate);

    [TestCase(60_000, 40, true)]
    [TestCase(60_000, 0, false)]
    [TestCase(-1, 40, true)]
    [TestCase(-1, 0, false)]
    public void Wait_HalfOfTheTimeIsOver_HasPriorityUntilItEnds(int milliseconds, int secondsAgo, bool hasPriority)
    {
        using BackgroundCall<bool> call = Wait(milliseconds, secondsAgo);

        Assert.That(Locked(() => (_callers.HasPriority, _priorities)), Is.EqualTo((hasPriority, hasPriority ? 1 : 0)));
        End(call);
        Assert.That((_callers.Count, _callers.HasPriority, _callers.HasStalled), Is.EqualTo((0, false, false)));
    }

    /// <summary>Two that were overtaken, of which one has its place: the other one is still to be let in first.</summary>
    [Test]
    public void Wait_OneOfTwoWithPriorityEnds_TheOtherHasIt()
    {
        bool hasPlace = false;
        using BackgroundCall<bool> other = Wait(milliseconds: 60_000, secondsAgo: 40);
        using BackgroundCall<bool> first = Wait(milliseconds: 60_000, secondsAgo: 40, () => hasPlace);
        lock (_gate)
        {
            hasPlace = true;
            _callers.PulseAll();
        }

        Assert.That(first.Result, Is.True);

        Assert.That(Locked(() => (_priorities, _callers.Count, _callers.HasPriority)), Is.EqualTo((2, 1, true)));
        End(other);
        Assert.That(_callers.HasPriority, Is.False);
    }

    /// <summary>
    /// The one that looks for itself is followed by the next one that has to wait, also where one that it woke leaves at once: a wait
    /// without limit would never end otherwise.
    /// </summary>
    [Test]
    public void Wait_NobodyWakesThem_EachFindsItsPlace()
    {
        bool[] hasPlace = new bool[4];
        BackgroundCall<bool>[] calls = [.. hasPlace.Select((_, i) => Wait(milliseconds: -1, secondsAgo: 0, () => hasPlace[i]))];

        foreach (int[] together in (int[][])[[0, 1], [2], [3]])
        {
            Locked(() => Array.ConvertAll(together, i => hasPlace[i] = true));
            Assert.That(together.Select(i => calls[i].Result), Is.All.True);
        }
    }

    /// <summary>However often the first of them has looked for itself meanwhile.</summary>
    [Test]
    public void Pulse_ForOnePlaceEach_TheOneThatCameFirstGetsIt()
    {
        List<int> order = [];
        int looks = 0;
        int places = 0;
        BackgroundCall<bool>[] calls = [.. Enumerable.Range(0, 3).Select(i => Wait(-1, secondsAgo: 0, () => ++looks > 0 && places > 0, () =>
        {
            places--;
            order.Add(i);
        }))];
        for (int i = 1; i <= calls.Length; i++)
        {
            int before = Locked(() => looks);
            Eventually.Holds(() => Locked(() => looks > before), "the first one looks");
            lock (_gate)
            {
                places = 1;
                _callers.Pulse(1);
            }

            Eventually.Holds(() => Locked(() => order.Count == i), "one has the place");
        }

        Assert.That(order, Is.EqualTo(new[] { 0, 1, 2 }));
        Array.ForEach(calls, call => call.Dispose());
    }

    /// <summary>Whether the worker has finished something meanwhile is what counts, and not that something waited in vain.</summary>
    [Test]
    public void Wait_InVain_HasStalledUnlessTheWorkerFinishedSomething([Values] bool finishes)
    {
        using BackgroundCall<bool> call = Wait(milliseconds: -1, secondsAgo: 0);
        lock (_gate)
        {
            if (finishes)
            {
                _callers.Complete();
            }

            _callers.EndWaits(Deadline.In(0));
        }

        Assert.That(call.Result, Is.True);
        Assert.That(_callers.HasStalled, Is.EqualTo(!finishes));
        _callers.Complete();
        Assert.That(_callers.HasStalled, Is.False);
    }

    private BackgroundCall<bool> Wait(int milliseconds, int secondsAgo, Func<bool>? isOver = null, Action? then = null)
    {
        int before = Locked(() => _callers.Count);
        long start = RunningTime.GetTimestamp() - (secondsAgo * Stopwatch.Frequency);
        BackgroundCall<bool> call = new(() => Locked(() =>
        {
            bool isDone = _callers.Wait(_callers.Begin(start), milliseconds, isOver ?? (() => _isOver), () => _priorities++);
            then?.Invoke();
            return isDone;
        }));
        Eventually.Holds(() => Locked(() => _callers.Count) == before + 1, "it waits");
        return call;
    }

    private void End(BackgroundCall<bool> call)
    {
        lock (_gate)
        {
            _isOver = true;
            _callers.PulseAll();
        }

        Assert.That(call.Result, Is.True);
    }

    private T Locked<T>(Func<T> look)
    {
        lock (_gate)
        {
            return look();
        }
    }
}
