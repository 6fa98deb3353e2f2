using Easy.Logger.Forwarding;

namespace Easy.Logger.Tests.Forwarding;

/// <summary>
/// Letting go of a child that does not come back, under log4net's lock of that child, keeps nobody waiting; the worker does it later.
/// </summary>
[Demand("A2")]
internal sealed class StuckChildTests : IDisposable
{
    private readonly AppenderFanOut _fanOut = new(new FailureReporter(() => "stuck", TimeProvider.System));
    private readonly GatedAppender _gate = new();
    private readonly CollectingErrorHandler _errors = new();
    private readonly CountingWriter _writer = new();

    public StuckChildTests() => _gate.CloseGate();

    public void Dispose() => _writer.Dispose();

    /// <summary>The layout of a text appender is exchanged while it writes, which is where it is stuck.</summary>
    [Test]
    public void Remove_TextChildIsStuck_OthersCanBeAttachedAndItIsPutBackLater()
    {
        PatternLayout layout = new("%message;");
        TextWriterAppender child = new() { Layout = layout, Writer = _writer, ErrorHandler = _errors };
        child.AddFilter(new LevelMatchFilter());
        _writer.OnWrite = Stick;
        _fanOut.Add(child);
        using BackgroundCall<bool> worker = Forward();

        Eventually.Returns(() => _fanOut.Remove(child), "Remove");
        Eventually.Returns(() => _fanOut.Add(new TextWriterAppender { Layout = layout, Writer = TextWriter.Null }), "Add");

        _gate.OpenGate();
        Assert.That(worker.Result, Is.True);
        Assert.That((child.Layout, child.ErrorHandler), Is.EqualTo((layout, _errors)));
        Assert.That(child.FilterHead, Is.InstanceOf<LevelMatchFilter>());
        Assert.That(_writer.ToString(), Is.EqualTo("message;"));
    }

    [Test]
    public void Close_ChildIsStuckInAppendOrFlush_ReturnsAndTheWorkerClosesTheChild([Values] bool inFlush)
    {
        SingleTakingAppender appending = new() { OnAppend = _ => Stick(), ErrorHandler = _errors };
        GatedAppender flushing = new()
        {
            OnFlush = _ =>
            {
                Stick();
                return true;
            },
        };
        GatedAppender other = new();
        _fanOut.Add(inFlush ? flushing : appending);
        _fanOut.Add(other);
        using BackgroundCall<bool> worker = inFlush ? new(() => _fanOut.Flush(Deadline.Never)) : Forward();
        _gate.AwaitEntry();
        Batch later = Captured.Batch(_fanOut.Plan, Some.Event());

        Eventually.Returns(() => _fanOut.Close(), "Close");
        Assert.That((flushing.Closes, other.Closes), Is.EqualTo((0, 1)), "the worker is not inside the other one");

        _gate.OpenGate();
        Assert.That(worker.Result, Is.True);
        appending.DoAppend(Some.Event());
        bool isClosed = inFlush ? flushing.Closes == 1 : _errors.Errors.Count == 1;
        Assert.That((isClosed, appending.Messages.Count), Is.EqualTo((true, 1)));
        Assert.That(_fanOut.Forward(later, out int failed), Is.False, "nothing more is handed to it");
        Assert.That((failed, flushing.Messages.Count), Is.EqualTo((1, 0)));
    }

    private BackgroundCall<bool> Forward()
    {
        BackgroundCall<bool> worker = new(() => _fanOut.Forward([Some.Event()], out _));
        _gate.AwaitEntry();
        return worker;
    }

    private void Stick() => _gate.DoAppend(Some.Event());
}
