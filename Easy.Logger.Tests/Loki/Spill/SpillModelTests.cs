using Benchmarker;
using Easy.Logger.Loki.Lanes;
using Easy.Logger.Loki.Spill;
using ExitProbe;
using FsCheck;
using FsCheck.Fluent;

namespace Easy.Logger.Tests.Loki.Spill;

/// <summary>A store beside a plain queue, with whatever happens to it.</summary>
[Category("Loki")]
internal sealed class SpillModelTests
{
    private const int MaxBytes = 20_000;

    private readonly Queue<NumberedPush> _model = new();
    private SpillScene _scene = new();
    private NumberedPush? _inHand; // peeked
    private long _dropped;
    private long _refused;
    private int _drops;
    private int _largest;
    private int _number;

    [TearDown]
    public void End() => _scene.Dispose();

    [Test]
    public void Store_AnyOperations_IsAQueueThatLosesItsOldestOnlyWhenFull()
    {
        Prop.ForAll<int>(Run).Check(Config.QuickThrowOnFailure.WithMaxTest(100));

        Assert.That((_drops, _largest), Is.GreaterThan((100, 20)), "else this tests little");
    }

    private void Run(int seed)
    {
        Chance chance = new(seed);
        _scene.Dispose();
        _scene = new SpillScene();
        _scene.Open(MaxBytes, 1 + chance.Below(5_000));
        _model.Clear();
        (_inHand, _dropped, _refused) = (null, 0, 0);
        int appends = 1 + chance.Below(10);
        for (int step = 0; step < 200; step++)
        {
            if (chance.Below(12) < appends)
            {
                Append(new NumberedPush(_number++, BodyLength(chance)));
            }
            else if (chance.OneIn(20))
            {
                Restart();
            }
            else
            {
                Take(removes: !chance.OneIn(3));
            }

            AssertCounters($"seed {seed}, step {step}");
        }
    }

    /// <summary>Small as a rule, now and then any, and at times the largest that there is room for, or one byte more.</summary>
    private int BodyLength(Chance chance) => chance.OneIn(50)
        ? MaxBytes - SpillSegment.HeaderSize - new NumberedPush(_number, 0).Size + chance.Below(2)
        : chance.Below(chance.OneIn(10) ? MaxBytes : 600);

    private void Append(NumberedPush push)
    {
        long before = _scene.Store.Bytes;
        bool isTaken = push.AppendTo(_scene.Store);
        Assert.That(isTaken, Is.EqualTo(push.Size + SpillSegment.HeaderSize <= MaxBytes));
        _refused += isTaken ? 0 : push.Lines;
        _largest += push.Size + SpillSegment.HeaderSize == MaxBytes ? 1 : 0;
        long lost = _scene.Store.DroppedLines - _dropped;
        if (lost > 0)
        {
            Assert.That(before + push.Size + SpillSegment.HeaderSize, Is.GreaterThan(MaxBytes), "there was no room");
            _drops++;
        }

        _dropped += lost;
        while (lost > 0)
        {
            lost -= _model.Dequeue().Lines;
        }

        Assert.That(lost, Is.Zero, "whole pushes are lost");
        if (isTaken)
        {
            _model.Enqueue(push);
        }
    }

    private void Take(bool removes)
    {
        NumberedPush? expected = _inHand ?? (_model.Count > 0 ? _model.Dequeue() : null);
        _inHand = expected;
        Assert.That(_scene.Store.TryPeek(out SpilledPush push), Is.EqualTo(expected is not null));
        if (expected is not null)
        {
            Assert.That(NumberedPush.NumberOf(push), Is.EqualTo(expected.Number));
        }

        if (expected is not null && removes)
        {
            _scene.Store.Remove();
            _inHand = null;
        }
    }

    /// <summary>What is peeked comes again, unless its segment is gone: then it is counted.</summary>
    private void Restart()
    {
        SpillStore store = _scene.Store;
        _scene.Reports.Clear();
        _scene.Open(MaxBytes, 3_000);
        Assert.That(store.DroppedLines - _dropped, Is.Zero.Or.EqualTo(_inHand?.Lines));
        if (_inHand is { } inHand && store.DroppedLines == _dropped)
        {
            NumberedPush[] rest = [.. _model];
            _model.Clear();
            Array.ForEach((NumberedPush[])[inHand, .. rest], _model.Enqueue);
        }

        (_inHand, _dropped, _refused) = (null, 0, 0);
    }

    private void AssertCounters(string when)
    {
        SpillStore store = _scene.Store;
        int lines = _model.Sum(push => push.Lines) + (_inHand?.Lines ?? 0);
        Assert.That((store.Lines, store.DroppedLines, store.RefusedLines), Is.EqualTo((lines, _dropped, _refused)), when);
        Assert.That(store.IsEmpty, Is.EqualTo(_model.Count == 0 && _inHand is null), when);
        Assert.That(store.Bytes, Is.EqualTo(_scene.FileBytes).And.LessThanOrEqualTo(MaxBytes), when);
        Assert.That(_scene.Files, store.IsEmpty ? Is.Empty : Is.Unique, when);
        Assert.That(_scene.Reports.Count(text => text.Contains("is refused")), Is.EqualTo(_refused > 0 ? 1 : 0), when);
        Assert.That(_scene.Reports, Is.All.Contains("is refused").Or.Contains("the oldest pushes are dropped"), when);
    }
}
