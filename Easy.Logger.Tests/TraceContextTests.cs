using System.Diagnostics;

namespace Easy.Logger.Tests;

/// <summary>The trace around a log call, as an appender behind a forwarder sees it.</summary>
internal sealed class TraceContextTests
{
    [Test]
    public void Of_BehindTwoForwarders_IsThatOfTheLogCallWhereItIsWanted([Values] bool wants, [Values] bool hasActivity)
    {
        using TraceScene scene = new(wants);
        using Activity activity = new("work");
        activity.SetIdFormat(ActivityIdFormat.W3C);
        Activity? kept = hasActivity ? activity.Start() : null;

        scene.Log("text");

        kept = wants ? kept : null;
        Assert.That(scene.Seen, Is.EqualTo([(kept?.TraceId.ToHexString(), kept?.SpanId.ToHexString())]));
    }

    [Test]
    public void Of_PropertiesOfTheApplication_AreKept()
    {
        using TraceScene scene = new(wants: true);
        using Activity activity = new("work");
        activity.SetIdFormat(ActivityIdFormat.W3C).Start();

        scene.Log("text", loggingEvent =>
        {
            loggingEvent.Properties["TraceId"] = "mine";
            loggingEvent.Properties["SpanId"] = "too";
        });

        Assert.That(scene.Seen, Is.EqualTo([("mine", "too")]));
    }

    [Test]
    public void Of_Null_Throws() => Assert.That(() => TraceContext.Of(null!), Throws.ArgumentNullException);

    /// <summary>
    /// For programs that call log4net directly: one property for the whole program, which reads the activity of whoever logs.
    /// </summary>
    [Test]
    [Demand("E9")]
    public async Task DoAppend_GlobalPropertyReadsTheActivity_ShowsTraceAndSpanOfTheCall()
    {
        using LogScene scene = new();
        string property = Some.Name("trace");
        scene.ConfigureFile("""<idleTime value="3600000" />""", $"%property{{{property}}} %message%newline");
        GlobalContext.Properties[property] = new CurrentTrace();
        try
        {
            using Activity activity = new("request");
            activity.SetIdFormat(ActivityIdFormat.W3C).Start();
            await Task.Yield();
            scene.Log().Info("a");
            string trace = $"{activity.TraceId} {activity.SpanId}";
            activity.Stop();
            scene.Log().Info("b");

            Assert.That(scene.Appender.Flush(-1), Is.True);
            Assert.That(scene.Lines(), Is.EqualTo(new[] { $"{trace} a", "none b" }));
        }
        finally
        {
            GlobalContext.Properties.Remove(property);
        }
    }

    /// <summary>Two forwarders, one behind the other, and what is at their end.</summary>
    private sealed class TraceScene : IDisposable
    {
        private readonly AsyncBufferingForwardingAppender _outer = new() { Name = Some.Name("outer") };
        private readonly AsyncBufferingForwardingAppender _inner = new() { Name = Some.Name("inner") };
        private readonly End _end;

        public TraceScene(bool wants)
        {
            _end = new End(wants);
            _inner.AddAppender(_end);
            _inner.ActivateOptions();
            _outer.AddAppender(_inner);
            _outer.ActivateOptions();
        }

        public IReadOnlyList<(string?, string?)> Seen
        {
            get
            {
                _outer.Close();
                return _end.Seen;
            }
        }

        public void Log(string message, Action<LoggingEvent>? change = null)
        {
            LoggingEvent loggingEvent = Some.Event(message);
            change?.Invoke(loggingEvent);
            _outer.DoAppend(loggingEvent);
        }

        public void Dispose() => _outer.Close();
    }

    private sealed class End(bool wants) : AppenderSkeleton, ITraceContextAppender
    {
        public List<(string?, string?)> Seen { get; } = [];

        public bool WritesTraceContext => wants;

        protected override void Append(LoggingEvent loggingEvent) => Seen.Add(TraceContext.Of(loggingEvent));
    }

    private sealed class CurrentTrace
    {
        public override string ToString() => Activity.Current is { } activity ? $"{activity.TraceId} {activity.SpanId}" : "none";
    }
}
