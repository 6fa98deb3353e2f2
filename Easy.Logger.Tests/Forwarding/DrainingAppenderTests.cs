namespace Easy.Logger.Tests.Forwarding;

/// <summary>Appenders that are informed when the time becomes short.</summary>
internal sealed class DrainingAppenderTests : IDisposable
{
    private static readonly Dictionary<string, Action<AsyncBufferingForwardingAppender>> _ends = new(StringComparer.Ordinal)
    {
        ["Close"] = appender => appender.Close(),
        ["exit"] = appender => appender.Drainable.BeginClose()(),
        ["finalizer"] = appender => Finalize(appender),
    };

    private readonly ManualResetEventSlim _gate = new();
    private readonly DrainingAppender _child = new() { Name = Some.Name("draining") };
    private readonly List<AsyncBufferingForwardingAppender> _opened = [];

    private static IEnumerable<string> Ends => _ends.Keys;

    public void Dispose()
    {
        _gate.Set();
        _opened.ForEach(appender => appender.Close());
        _gate.Dispose();
    }

    [Test]
    public void End_BeginDrainDoesNotReturn_ItIsNotWaitedFor([ValueSource(nameof(Ends))] string end)
    {
        AsyncBufferingForwardingAppender appender = Open(_child);
        _child.OnDrain = _gate.Wait;

        Eventually.Returns(() => _ends[end](appender), end);

        Eventually.Holds(() => _child.Drains > 0, "it is informed");
        Assert.That(_gate.IsSet, Is.False);
    }

    /// <summary>At a signal, and when the process begins to end.</summary>
    [Test]
    public void DrainAll_BeginDrainOfOneDoesNotReturn_AllAreInformedAndItIsNotCalledAgain()
    {
        DrainingAppender other = new() { Name = Some.Name("other") };
        AsyncBufferingForwardingAppender appender = Open(_child, other);
        _child.OnDrain = _gate.Wait;

        Eventually.Returns(() => appender.Drainable.BeginDrain(Deadline.In(0))(), "the wait");

        Eventually.Holds(() => (_child.Drains, other.Drains) == (1, 1), "both are informed");
        Eventually.Returns(() => appender.Drainable.BeginDrain(Deadline.Never)(), "the wait for one that hangs");
        Eventually.Returns(appender.Close, "Close");
        Assert.That(_child.Drains, Is.EqualTo(1));
    }

    [Test]
    public void DrainAll_BeginDrainTakesItsTime_IsWaitedFor()
    {
        AsyncBufferingForwardingAppender appender = Open(_child);
        _child.OnDrain = _gate.Wait;
        using BackgroundCall<bool> drain = BackgroundCall.Of(() => appender.Drainable.BeginDrain(Deadline.Never)());
        Eventually.Holds(() => _child.Drains > 0, "it is informed");
        drain.AwaitBlockedOrDone();
        bool waited = !drain.IsDone;

        _gate.Set();

        Assert.That((waited, drain.Result), Is.EqualTo((true, true)));
    }

    [Test]
    public void Close_BeginDrainAndNameThrow_NothingIsThrown([ValueSource(nameof(Ends))] string end)
    {
        AsyncBufferingForwardingAppender appender = Open(_child);
        using InternalMessages messages = new();
        _child.OnDrain = () => throw new InvalidOperationException($"{nameof(DrainingAppender)} failed");
        _child.NameThrows = true;

        Assert.That(() => _ends[end](appender), Throws.Nothing);

        Eventually.Holds(() => messages.Naming($"{nameof(DrainingAppender)} failed").Count > 0, "it is reported");
    }

    [Test]
    public void Finalizer_ChildIsStuckAndCloseHasNoLimit_WaitsForNothing()
    {
        GatedAppender stuck = new();
        AsyncBufferingForwardingAppender appender = Open(stuck);
        appender.CloseTimeout = -1;
        appender.ActivateOptions();
        stuck.Hold(appender);

        using BackgroundCall<bool> finalizer = BackgroundCall.Of(() => Finalize(appender));
        bool isBack = SpinWait.SpinUntil(() => finalizer.IsDone, Eventually.Patience);
        stuck.OpenGate();

        Assert.That(isBack, Is.True);
    }

    private static void Finalize(AsyncBufferingForwardingAppender appender) =>
        typeof(AsyncBufferingForwardingAppender).GetMethod(
            "Finalize", System.Reflection.BindingFlags.Instance | System.Reflection.BindingFlags.NonPublic)!
            .Invoke(appender, System.Reflection.BindingFlags.DoNotWrapExceptions, binder: null, parameters: null, culture: null);

    private AsyncBufferingForwardingAppender Open(params IAppender[] children)
    {
        AsyncBufferingForwardingAppender appender = new() { Name = Some.Name("async"), IdleTime = 3_600_000 };
        Array.ForEach(children, appender.AddAppender);
        appender.ActivateOptions();
        _opened.Add(appender);
        return appender;
    }

    private sealed class DrainingAppender : AppenderSkeleton, IDrainingAppender, IAppender
    {
        private int _drains;

        public bool NameThrows { get; set; }

        string IAppender.Name
        {
            get => NameThrows ? throw new ObjectDisposedException(Name) : Name;
            set => Name = value;
        }

        public int Drains => Volatile.Read(ref _drains);

        public Action? OnDrain { get; set; }

        public void BeginDrain(int millisecondsTimeout)
        {
            Interlocked.Increment(ref _drains);
            OnDrain?.Invoke();
        }

        protected override void Append(LoggingEvent loggingEvent)
        {
            // It takes everything.
        }
    }
}
