using System.Diagnostics.Tracing;
using Easy.Logger.EventSource;
using log4net.Util;

namespace Easy.Logger.Tests.EventSource;

/// <summary>
/// Not one byte per event, with a session of EventPipe attached. In-process listeners allocate: the runtime makes objects of the fields for
/// them.
/// </summary>
[Category("EventSource")]
[NonParallelizable] // no other test may listen
internal sealed class AllocationTests
{
    private const int Events = 2_000;
    private const EventKeywords MessageAndException = EasyLoggerEventSource.Keywords.Message | EasyLoggerEventSource.Keywords.Exception;

    [TestCase(10)]
    [TestCase(10_000)]
    [TestCase(50_000, TestName = "{m}(too long)")]
    [TestCase(10, "\0", TestName = "{m}(has to be copied)")]
    [TestCase(10_000, "\0", TestName = "{m}(long and has to be copied)")]
    [TestCase(10, "", true, TestName = "{m}(with an exception)")]
    [TestCase(10, "", false, true, TestName = "{m}(with a layout)")]
    [TestCase(10_000, "", false, true, TestName = "{m}(long and with a layout)")]
    public void Append_SessionAttached_AllocatesNothing(int length, string end = "", bool fails = false, bool hasLayout = false)
    {
        using AppenderScene scene = new(appender => appender.Layout = hasLayout
            ? new DelegatingLayout((writer, logged) =>
            {
                writer.Write(logged.Level!.Name);
                writer.Write(' ');
                writer.Write(logged.RenderedMessage);
            })
            : null);
        Exception? exception = fails ? new InvalidOperationException("failed") : null;
        AssertAllocatesNothing(scene, scene.Event(new string('x', length) + end, Level.Info, exception), MessageAndException);
    }

    /// <summary>A session that wants everything gets properties, which only those events pay for that have some.</summary>
    [Test]
    public void Append_SessionForEverythingAndNoProperties_AllocatesNothing()
    {
        using AppenderScene scene = new();
        AssertAllocatesNothing(
            scene, scene.EventWith(new PropertiesDictionary()), MessageAndException | EasyLoggerEventSource.Keywords.Properties);
    }

    [Test]
    public void Append_NobodyListens_AllocatesNothing()
    {
        using AppenderScene scene = new();

        Assert.That(EasyLoggerEventSource.Instance.IsEnabled(), Is.False);
        Assert.That(AllocatedBy(scene.Appender, scene.Event("text"), out _), Is.Zero);
    }

    private static void AssertAllocatesNothing(AppenderScene scene, LoggingEvent logged, EventKeywords keywords)
    {
        logged.GetExceptionString(); // log4net makes it once per event
        using EventPipeTrace trace = new(Environment.ProcessId, EventLevel.Verbose, keywords);
        Eventually.Holds(EasyLoggerEventSource.Instance.IsEnabled, "the session has begun");
        long allocated = AllocatedBy(scene.Appender, logged, out int appended);
        IReadOnlyList<ProviderEvent> written = trace.End();

        Assert.That(allocated, Is.Zero);

        // What does not fit into the session's memory is lost, and cheaper: the number means something when all events, or at least very
        // many, have come.
        Assert.That(written.Count(read => read.IsLog && read.Logger == scene.Logger), Is.GreaterThan(appended / 4));
    }

    private static long AllocatedBy(EventSourceAppender appender, LoggingEvent logged, out int appended)
    {
        const int WarmUp = 500;
        int all = 0;
        Append(WarmUp);
        long allocated = Allocated.By(() => Append(Events));
        appended = all;
        return allocated;

        void Append(int count)
        {
            all += count;
            for (int i = 0; i < count; i++)
            {
                appender.DoAppend(logged);
            }
        }
    }
}
