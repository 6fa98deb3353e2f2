using Easy.Logger.Forwarding;

namespace Easy.Logger.Tests.Forwarding;

/// <summary>Appenders with an Equals of their own, as records have.</summary>
internal sealed class EqualAppendersTests
{
    private readonly AppenderFanOut _fanOut = new(new FailureReporter(() => "equal", TimeProvider.System));

    /// <summary>As with log4net's own list of appenders.</summary>
    [Test]
    public void Add_EqualToOneThatIsAttached_IsNotAttached()
    {
        EqualAppender first = new() { Name = "equal" };
        _fanOut.Add(first);
        _fanOut.Add(new EqualAppender { Name = "equal" });

        _fanOut.Forward([Some.Event()], out _);

        Assert.That(_fanOut.Appenders, Is.EqualTo(new[] { first }).Using<IAppender>(ReferenceEquals));
        Assert.That(first.Events, Is.EqualTo(1));
        Assert.That(_fanOut.Remove(new EqualAppender { Name = "equal" }), Is.True);
    }

    [Test]
    public void Forward_EqualAppendersBehindOthers_EachGetsTheEvent()
    {
        EqualAppender[] equal = [new() { Name = "equal" }, new() { Name = "equal" }];
        foreach (EqualAppender each in equal)
        {
            ForwardingAppender between = new();
            between.AddAppender(each);
            _fanOut.Add(between);
        }

        _fanOut.Forward([Some.Event()], out _);

        Assert.That(Array.ConvertAll(equal, each => each.Events), Is.EqualTo(new[] { 1, 1 }));
        Assert.That(_fanOut.Reachable.OfType<EqualAppender>().Count(), Is.EqualTo(2));
    }

    [Test]
    public void Add_GetHashCodeThrows_IsAttached()
    {
        EqualAppender child = new() { Name = "bad", HashThrows = true };

        _fanOut.Add(child);
        _fanOut.Forward([Some.Event()], out _);

        Assert.That((child.Events, _fanOut.Reaches(child)), Is.EqualTo((1, true)));
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
}
