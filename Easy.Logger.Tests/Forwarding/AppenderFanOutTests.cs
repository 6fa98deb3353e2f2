using Easy.Logger.Forwarding;

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
        FileAppender[] files = new FileAppender[2];
        for (int i = 0; i < 2; i++)
        {
            int number = i;
            files[i] = AddWithSharedFile(folder, new DelegatingLayout((writer, loggingEvent) =>
            {
                if (loggingEvent.RenderedMessage == "bad" && number == 0)
                {
                    throw new FormatException("cannot");
                }

                writer.Write($"{number}{loggingEvent.RenderedMessage} ");
                if (loggingEvent.RenderedMessage == "a")
                {
                    _fanOut.Close();
                }
            }));
        }

        bool hasAppenders = _fanOut.Forward([Some.Event("bad"), Some.Event("a"), Some.Event("b")], out int failed);

        Assert.That((hasAppenders, failed), Is.EqualTo((true, 1)), "the one that a layout cannot write");
        Assert.That(_fanOut.HasTaken(0), Is.True, "the other one has written it");
        Assert.That(File.ReadAllText(folder.File("shared.log")), Is.EqualTo("1bad 0a 1a 0b 1b "));
        Assert.That(files.Select(file => file.Writer), Is.All.Null, "and is closed then");
    }

    /// <summary>Each event goes to both before the next one; one that was closed and is there again has no part in that.</summary>
    [Test]
    public void Forward_TwoOfOneDestinationWereClosedBefore_FailsForThem()
    {
        using TempFolder folder = new();
        GatedAppender again = new();
        _fanOut.Add(again);
        AddWithSharedFile(folder, new SimpleLayout());
        AddWithSharedFile(folder, new SimpleLayout());

        _fanOut.RefreshPlan(isFlush: false);
        Batch batch = Captured.Batch(_fanOut.Plan, Some.Event("a"), Some.Event("b"));
        _fanOut.Close();
        _fanOut.Add(again);
        bool hasAppenders = _fanOut.Forward(batch, out int failed);

        Assert.That((hasAppenders, failed, again.Messages.Count), Is.EqualTo((true, 2, 2)));
        Assert.That(_fanOut.HasTaken(0), Is.True);
    }

    [Test]
    public void Forward_ChildSpoilsItsArray_TheNextChildrenGetTheirsWhole()
    {
        GatedAppender spoils = new() { OnAppend = Array.Clear };
        GatedAppender next = new();
        ArrayTakingAppender skeleton = new();
        Array.ForEach<IAppender>([spoils, next, skeleton], _fanOut.Add);

        LoggingEvent[] batch = [Some.Event("a"), Some.Event("b"), Some.Event("c")];
        _fanOut.Forward(batch, out _);

        Assert.That(next.Messages, Is.EqualTo(new[] { "a", "b", "c" }));
        Assert.That(skeleton.Batches, Is.EqualTo(new[] { 3 }));
        Assert.That(batch, Has.None.Null);
    }

    [Test]
    public void Flush_SeveralChildren_AsksEachWithTheTimeThatIsLeftAndGivesTheConjunction([Values] bool answer)
    {
        List<int> given = [];
        foreach (bool each in new[] { answer, true })
        {
            _fanOut.Add(new GatedAppender
            {
                OnFlush = left =>
                {
                    given.Add(left);
                    return each;
                },
            });
        }

        _fanOut.Add(new CallRecord.Plain(new CallRecord(), "cannot be flushed"));

        bool[] answers = [_fanOut.Flush(Deadline.In(100_000)), _fanOut.Flush(Deadline.Never), _fanOut.Flush(Deadline.In(0))];

        Assert.That(answers, Has.All.EqualTo(answer));
        Assert.That(given[..2], Has.All.InRange(1, 100_000));
        Assert.That(given[2..], Is.EqualTo(new[] { Timeout.Infinite, Timeout.Infinite, 0, 0 }));
    }

    [TestCase("Flush")]
    [TestCase("Close")]
    public void FlushOrClose_ChildThrows_TheOthersAreFlushedOrClosedAndItIsReported(string step)
    {
        GatedAppender second = new();
        _fanOut.Add(new GatedAppender
        {
            Name = "bad",
            OnFlush = _ => throw new IOException("cannot Flush"),
            OnClose = () => throw new IOException("cannot Close"),
        });
        _fanOut.Add(second);

        if (step == "Flush")
        {
            Assert.That(_fanOut.Flush(Deadline.Never), Is.False);
        }
        else
        {
            _fanOut.Close();
            _fanOut.Close();
            Assert.That(_fanOut.Appenders, Is.Empty);
        }

        Assert.That((second.Flushes, second.Closes), Is.EqualTo(step == "Flush" ? (1, 0) : (0, 1)));
        AssertReported("'bad'", step, $"cannot {step}");
    }

    /// <summary>
    /// As with log4net's own list of appenders, of two that are equal only the first one is attached; behind others both are.
    /// </summary>
    [Test]
    public void Add_EqualToOneThatIsAttachedOrWithoutAHashCode_EachThatIsAttachedOrBehindAnotherGetsTheEvent()
    {
        EqualAppender[] equal = [.. Enumerable.Range(0, 4).Select(_ => new EqualAppender { Name = "equal" })];
        EqualAppender unhashable = new() { Name = "bad", HashThrows = true };
        Array.ForEach<IAppender>([equal[0], equal[1], Behind(equal[2]), Behind(equal[3]), unhashable], _fanOut.Add);

        _fanOut.Forward([Some.Event()], out _);

        Assert.That(equal.Append(unhashable).Select(each => each.Events), Is.EqualTo(new[] { 1, 0, 1, 1, 1 }));
        Assert.That(_fanOut.Appenders[0], Is.SameAs(equal[0]));
        Assert.That(_fanOut.Appenders, Has.Count.EqualTo(4));
        Assert.That(_fanOut.Reachable.OfType<EqualAppender>().Distinct(ReferenceEqualityComparer.Instance).Count(), Is.EqualTo(4));
        Assert.That(_fanOut.Reaches(unhashable), Is.True);
        Assert.That(_fanOut.Remove(new EqualAppender { Name = "equal" }), Is.True);
        Assert.That(_fanOut.Remove(equal[1]), Is.False, "none is attached any more");
    }

    /// <summary>log4net asks the filters for all events of an array, and then appends them.</summary>
    [Test]
    public void Forward_FilterThrowsForOneEvent_ChildThatTakesArraysGetsTheOthers([Values] bool isOfTheClass)
    {
        static bool Passes(LoggingEvent e) => e.RenderedMessage == "bad" ? throw new FormatException() : true;
        ArrayTakingAppender child = isOfTheClass ? new FilteringAppender(Passes) : new ArrayTakingAppender();
        if (!isOfTheClass)
        {
            child.AddFilter(new DelegatingFilter(e => Passes(e) ? FilterDecision.Neutral : FilterDecision.Deny));
        }

        _fanOut.Add(child);

        _fanOut.Forward([Some.Event("a"), Some.Event("bad"), Some.Event("b")], out int failed);

        Assert.That((child.Batches.Sum(), failed), Is.EqualTo((2, 1)));
    }

    private static ForwardingAppender Behind(IAppender appender)
    {
        ForwardingAppender between = new();
        between.AddAppender(appender);
        return between;
    }

    private void AssertReported(params string[] parts)
    {
        string[] messages = [.. _messages.Naming(_name)];
        Assert.That(messages, Has.Length.EqualTo(1));
        Array.ForEach(parts, part => Assert.That(messages[0], Does.Contain(part)));
    }

    private FileAppender AddWithSharedFile(TempFolder folder, ILayout layout)
    {
        FileAppender file =
            new() { File = folder.File("shared.log"), LockingModel = new FileAppender.MinimalLock(), Layout = layout };
        file.ActivateOptions();
        _fanOut.Add(file);
        return file;
    }

    /// <summary>Equal to others of its name.</summary>
    private sealed class EqualAppender : IAppender
    {
        public string Name { get; set; } = string.Empty;

        public bool HashThrows { get; init; }

        public int Events { get; private set; }

        public void DoAppend(LoggingEvent loggingEvent) => Events++;

        public void Close()
        {
            // Nothing is open.
        }

        public override bool Equals(object? obj) => obj is EqualAppender other && other.Name == Name;

        public override int GetHashCode() =>
            HashThrows ? throw new InvalidOperationException("no hash") : Name.GetHashCode(StringComparison.Ordinal);
    }

    private sealed class FilteringAppender(Func<LoggingEvent, bool> passes) : ArrayTakingAppender
    {
        protected override bool FilterEvent(LoggingEvent loggingEvent) => passes(loggingEvent);
    }
}
