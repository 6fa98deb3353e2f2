using Easy.Logger.Capture;
using Easy.Logger.Forwarding;
using Easy.Logger.Threading;

namespace Easy.Logger.Tests.Forwarding;

internal sealed class AppenderFanOutTests : IDisposable
{
    private readonly string _name = Some.Name("fan-out");
    private readonly InternalMessages _messages = new();
    private readonly AppenderFanOut _fanOut;

    public AppenderFanOutTests() => _fanOut = new AppenderFanOut(new FailureReporter(() => _name, TimeProvider.System));

    public void Dispose() => _messages.Dispose();

    /// <summary>As with one that is alone: who is closed while it has a batch still gets all of it.</summary>
    [Test]
    public void Forward_ClosedInTheMiddleOfABatchForOneDestination_WritesItToTheEnd()
    {
        using TempFolder folder = new();
        FileAppender[] files = [.. Enumerable.Range(0, 2).Select(number => new FileAppender
        {
            File = folder.File("shared.log"),
            LockingModel = new FileAppender.MinimalLock(),
            Layout = new DelegatingLayout((writer, loggingEvent) =>
            {
                writer.Write($"{number}{loggingEvent.RenderedMessage} ");
                if (loggingEvent.RenderedMessage == "a")
                {
                    _fanOut.Close();
                }
            }),
        })];
        Array.ForEach(files, file => file.ActivateOptions());
        Array.ForEach(files, _fanOut.Add);

        bool hasAppenders = _fanOut.Forward([Some.Event("a"), Some.Event("b")], out int failed);

        Assert.That((hasAppenders, failed), Is.EqualTo((true, 0)));
        Assert.That(File.ReadAllText(folder.File("shared.log")), Is.EqualTo("0a 1a 0b 1b "));
    }

    [Test]
    public void Forward_OneOfTwoIsClosedBeforeItGetsTheBatch_FailsForIt()
    {
        GatedAppender second = new();
        _fanOut.Add(new ConsoleAppender { Layout = new DelegatingLayout((_, _) => _fanOut.Close()) });
        _fanOut.Add(second);

        bool hasAppenders = _fanOut.Forward([Some.Event("a"), Some.Event("b")], out int failed);

        Assert.That((hasAppenders, failed, second.Messages.Count), Is.EqualTo((true, 2, 0)));
    }

    /// <summary>Each event goes to both before the next one; one that was closed and is there again has no part in that.</summary>
    [Test]
    public void Forward_TwoOfOneDestinationWereClosedBefore_FailsForThem()
    {
        using TempFolder folder = new();
        GatedAppender again = new();
        _fanOut.Add(again);
        for (int i = 0; i < 2; i++)
        {
            FileAppender file = new()
            {
                File = folder.File("shared.log"),
                LockingModel = new FileAppender.MinimalLock(),
                Layout = new SimpleLayout(),
            };
            file.ActivateOptions();
            _fanOut.Add(file);
        }

        _fanOut.RefreshPlan(isFlush: false);
        Batch batch = Captured.Batch(_fanOut.Plan, Some.Event("a"), Some.Event("b"));
        _fanOut.Close();
        _fanOut.Add(again);
        bool hasAppenders = _fanOut.Forward(batch, out int failed);

        Assert.That((hasAppenders, failed, again.Messages.Count), Is.EqualTo((true, 2, 2)));
        Assert.That(_fanOut.HasTaken(0), Is.True);
    }

    [Test]
    public void Remove_NotAttached_IsFalse() => Assert.That(_fanOut.Remove(new GatedAppender()), Is.False);

    [Test]
    public void Forward_ChildSpoilsItsArray_TheNextChildGetsItWhole()
    {
        GatedAppender spoils = new() { OnAppend = Array.Clear };
        GatedAppender next = new();
        _fanOut.Add(spoils);
        _fanOut.Add(next);

        LoggingEvent[] batch = [Some.Event("a"), Some.Event("b")];
        _fanOut.Forward(batch, out _);

        Assert.That(next.Messages, Is.EqualTo(new[] { "a", "b" }));
        Assert.That(batch, Has.None.Null);
    }

    [Test]
    public void Forward_SkeletonThatTakesArrays_GetsOneArray()
    {
        ArrayTakingAppender child = new();
        _fanOut.Add(child);

        Forward("a", "b", "c");

        Assert.That(child.Batches, Is.EqualTo(new[] { 3 }));
    }

    [Test]
    public void Flush_SeveralChildren_AsksEachAndGivesTheConjunction([Values] bool answer)
    {
        GatedAppender[] children = [new() { OnFlush = _ => answer }, new() { OnFlush = _ => true }];
        Array.ForEach(children, _fanOut.Add);
        _fanOut.Add(new CallRecord.Plain(new CallRecord(), "cannot be flushed"));

        Assert.That(_fanOut.Flush(Deadline.Never), Is.EqualTo(answer));

        Assert.That(children.Select(child => child.Flushes), Has.All.EqualTo(1));
    }

    [Test]
    public void Flush_Deadline_IsHandedOnAsWhatIsLeft()
    {
        List<int> given = [];
        _fanOut.Add(new GatedAppender
        {
            OnFlush = left =>
            {
                given.Add(left);
                return true;
            },
        });

        _fanOut.Flush(Deadline.In(100_000));
        _fanOut.Flush(Deadline.Never);
        _fanOut.Flush(Deadline.In(0));

        Assert.That(given[0], Is.InRange(1, 100_000));
        Assert.That(given[1..], Is.EqualTo(new[] { Timeout.Infinite, 0 }));
    }

    [Test]
    public void Flush_ChildThrows_IsFalseAndTheOthersAreFlushed()
    {
        GatedAppender second = new();
        _fanOut.Add(new GatedAppender { Name = "bad", OnFlush = _ => throw new IOException("cannot flush") });
        _fanOut.Add(second);

        Assert.That(_fanOut.Flush(Deadline.Never), Is.False);

        Assert.That(second.Flushes, Is.EqualTo(1));
        Assert.That(_messages.Naming(_name), Has.Count.EqualTo(1));
        Assert.That(_messages.Naming(_name)[0], Does.Contain("'bad'").And.Contain("Flush").And.Contain("cannot flush"));
    }

    [Test]
    public void Close_ChildThrows_OthersAreClosedAndItIsReported()
    {
        GatedAppender second = new();
        _fanOut.Add(new GatedAppender { Name = "bad", OnClose = () => throw new IOException("cannot close") });
        _fanOut.Add(second);

        _fanOut.Close();
        _fanOut.Close();

        Assert.That(second.Closes, Is.EqualTo(1));
        Assert.That(_fanOut.Appenders, Is.Empty);
        Assert.That(_messages.Naming(_name), Has.Count.EqualTo(1));
        Assert.That(_messages.Naming(_name)[0], Does.Contain("'bad'").And.Contain("Close").And.Contain("cannot close"));
    }

    private int Forward(params string[] messages)
    {
        Assert.That(_fanOut.Forward([.. messages.Select(message => Some.Event(message))], out int failed), Is.True);
        return failed;
    }
}
