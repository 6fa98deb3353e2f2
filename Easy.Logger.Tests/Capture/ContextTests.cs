using System.Diagnostics.CodeAnalysis;

namespace Easy.Logger.Tests.Capture;

/// <summary>
/// Each line shows the time, the thread and the context of its own log call, although another thread writes it later.
/// </summary>
internal sealed class ContextTests : SceneTests<LogScene>
{
    /// <summary>Nothing is written before the test says so.</summary>
    private const string Patient = """<idleTime value="3600000" />""";

    /// <summary>
    /// Properties of the logical thread and of the thread, nested contexts, values that are computed, the number of a pool thread, the
    /// method, and a list and an exception that change: all are taken on the caller's thread.
    /// </summary>
    [Test]
    [Demand("E1", "E3", "E5", "E6", "E7", "E8")]
    public async Task EverythingChangesAfterTheCall_LineShowsWhatWasThereAtTheCall()
    {
        Scene.ConfigureFile(
            Patient, "%property{request}|%property{step}|%property{computed}|%ndc|%property{NDC}|%thread|%M|%message%newline");
        List<string> parts = ["x", "y"];
        int computedOn = 0;
        LogicalThreadContext.Properties["request"] = "first";
        await Task.Yield();
        int thread = await Task.Run(() =>
        {
            ThreadContext.Properties["step"] = "one";
            ThreadContext.Properties["computed"] = new Computed(() => computedOn = Environment.CurrentManagedThreadId);
            using (NDC.Push("outer"))
            using (NDC.Push("inner"))
            {
                Fidelity.Located.Info(Scene.Log(), parts, new ChangingException(parts));
            }

            ThreadContext.Properties["step"] = "two";
            ThreadContext.Properties.Clear();
            return Environment.CurrentManagedThreadId;
        });
        Assert.That(computedOn, Is.EqualTo(thread), "evaluated on the caller's thread");
        parts.Clear();
        LogicalThreadContext.Properties["request"] = "second";
        await Task.Yield();
        Scene.Log().Info(parts);
        LogicalThreadContext.Properties.Remove("request");

        Flush();
        Assert.That(
            Scene.Lines().SkipLast(1), Is.EqualTo([$"first|one|computed|outer inner|outer inner|{thread}|Info|{{x, y}}", "parts: x y"]));
        Assert.That(Scene.Lines()[^1], Does.StartWith("second|").And.EndsWith("|{}"));
        Assert.That(Scene.Complaints, Is.Empty);
    }

    /// <summary>
    /// A chosen Fix is obeyed. What it leaves out is not there any more, but the line is whole, and the one that log4net's own buffer
    /// writes.
    /// </summary>
    [TestCase("%M", "268")]
    [TestCase("%location", "268")]
    [TestCase("%class %file %line", "268")]
    [TestCase("%stacktrace{2}", "268")]
    [TestCase("%username %identity %appdomain", "268")]
    [TestCase("%username %identity %appdomain", "Message")]
    [TestCase("%username %identity %appdomain %stacktrace{2}", "Message", Description = "by the layout itself")]
    [Demand("E2", "E3")]
    public void LayoutPrintsWhatFixLeavesOut_LineIsCompleteAndThatOfLog4NetsBuffer(string converters, string fix)
    {
        string pattern = $"[{converters}] %message%newline";
        Scene.Configure(
            Scene.File("file", pattern),
            Scene.File("log4net", pattern),
            Scene.Async($"""{Patient}<fix value="{fix}" />""", "file"),
            $"""<appender name="buffer" type="log4net.Appender.BufferingForwardingAppender"><fix value="{fix}" />"""
                + """<appender-ref ref="log4net" /></appender>""",
            LogScene.Root(Scene.Name, "buffer"));

        Fidelity.Comparison.OnCaller(() => Scene.Log().Info("a")); // whose identity would show

        Scene.Shutdown();
        Assert.That(Scene.Lines(), Has.Count.EqualTo(1).And.All.EndsWith("] a"));
        Assert.That(Scene.Lines(), Is.EqualTo(Scene.Lines("log4net")));
    }

    /// <summary>Each waits for the other, so one that came after the other would wait for ever.</summary>
    [Test]
    [Demand("I7")]
    public void MessagesOfTwoThreads_AreRenderedSideBySide()
    {
        Scene.ConfigureFile(Patient);
        using Barrier both = new(2);
        Task[] calls =
        [
            .. Enumerable.Range(0, 2).Select(_ => Task.Factory.StartNew(
                () => Scene.Log().Info(new Computed(both.SignalAndWait)), TaskCreationOptions.LongRunning)),
        ];

        Eventually.Returns(() => Task.WaitAll(calls), "both calls");

        Flush();
        Assert.That(Scene.Lines(), Is.EqualTo(["computed", "computed"]));
    }

    private void Flush()
    {
        Assert.That(Scene.Lines(), Is.Empty, "the caller has moved on before anything is written");
        Assert.That(Scene.Appender.Flush(-1), Is.True);
    }

    [SuppressMessage("Design", "CA1032", Justification = "Only ever made here, with its parts.")]
    private sealed class ChangingException(List<string> parts) : Exception
    {
        public override string ToString() => $"parts: {string.Join(' ', parts)}";
    }

    private sealed class Computed(Action compute) : IFixingRequired
    {
        public object GetFixedObject() => "log4net prints the object, not this";

        public override string ToString()
        {
            compute();
            return "computed";
        }
    }
}
