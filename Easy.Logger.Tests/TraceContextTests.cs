namespace Easy.Logger.Tests;

/// <summary>The trace around a log call, as an appender behind a forwarder sees it.</summary>
internal sealed class TraceContextTests : AppenderTests
{
    [Test]
    public void Of_BehindTwoForwarders_IsThatOfTheLogCallWhereItIsWanted([Values] bool wants, [Values] bool hasActivity)
    {
        End end = Attach(wants);
        using Activity activity = new("work");
        activity.SetIdFormat(ActivityIdFormat.W3C);
        Activity? kept = hasActivity ? activity.Start() : null;

        Log("text");
        Appender.Close();

        kept = wants ? kept : null;
        Assert.That(end.Seen, Is.EqualTo([(kept?.TraceId.ToHexString(), kept?.SpanId.ToHexString())]));
    }

    [Test]
    public void Of_PropertiesOfTheApplicationOrNull_AreKeptOrThrows()
    {
        End end = Attach(wants: true);
        using Activity activity = new("work");
        activity.SetIdFormat(ActivityIdFormat.W3C).Start();
        LoggingEvent loggingEvent = Some.Event();
        loggingEvent.Properties["TraceId"] = "mine";
        loggingEvent.Properties["SpanId"] = "too";

        Appender.DoAppend(loggingEvent);
        Appender.Close();

        Assert.That(end.Seen, Is.EqualTo([("mine", "too")]));
        Assert.That(() => TraceContext.Of(null!), Throws.ArgumentNullException);
    }

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

    /// <summary>Attaches a second forwarder, and to that what is at the end of both.</summary>
    private End Attach(bool wants)
    {
        End end = new(wants);
        Some.Activated(Appender, Some.Activated(new AsyncBufferingForwardingAppender { Name = Some.Name("inner") }, end));
        return end;
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
