using System.Diagnostics.CodeAnalysis;
using log4net.Repository.Hierarchy;

namespace Easy.Logger.Tests.Fidelity;

/// <summary>The message of a line is the one of the call: of one that is masked, changes later, or throws.</summary>
internal sealed class MessageTests : FolderTests
{
    [Test]
    public void SubclassOfLoggingEvent_ThatMasksItsMessage_IsPrintedMasked([Values] bool batchRendering)
    {
        using Comparison comparison = new(() => Output.Text("%m%n"), appender => appender.BatchRendering = batchRendering);

        comparison.AssertEqualFor(log =>
        {
            log.Info("plain");
            log.Logger.Log(new MaskedEvent(log, "card 4711"));
        });

        Assert.That(comparison.Behind.Read(), Does.Not.Contain("4711"));
    }

    [Test]
    public void MessageThatThrows_WritesWhatItWritesWithoutTheAsyncAppenderAndIsCounted(
        [Values("text", "file", "rolling file")] string kind, [Values] bool ownLayout, [Values] bool batchRendering)
    {
        using Comparison comparison = new(Create, appender => appender.BatchRendering = batchRendering);

        comparison.Log(LogThrowing);
        comparison.Log(LogThrowing);
        comparison.Change(child => child.Close()); // by then the start of the last line is in the file

        comparison.AssertEqual();
        Assert.That(comparison.Async.Statistics.Failed, Is.EqualTo(2 * 3), "two times three");

        Output Create()
        {
            ILayout layout = ownLayout ? new DelegatingLayout(WriteWithEnds) : new PatternLayout("%level [%message] end%newline");
            return kind == "text" ? Output.Text(layout)
                : Output.File(Folder.File(Some.Name()), layout, kind == "file" ? new FileAppender() : new RollingFileAppender());
        }
    }

    private static void WriteWithEnds(TextWriter writer, LoggingEvent e)
    {
        writer.Write("[");
        e.WriteRenderedMessage(writer);
        writer.Write("]\n");
    }

    /// <summary>
    /// With an event that no repository renders, the exception comes out of the layout, in the middle of a line: of the first, one
    /// between, and the last.
    /// </summary>
    internal static void LogThrowing(ILog log)
    {
        IAppender appender = ((Hierarchy)log.Logger.Repository!).Root.Appenders[0];
        ThrowFromLayout();
        log.Info("before");
        log.Info(new Throwing());
        ThrowFromLayout();
        log.InfoFormat("{0} and {1}", 1, new Throwing());
        log.Info("after");
        log.Info(new Throwing());
        ThrowFromLayout();

        void ThrowFromLayout() => appender.DoAppend(
            new LoggingEvent(typeof(MessageTests), repository: null, "test", Level.Info, new Throwing(), exception: null));
    }

    private sealed class MaskedEvent(ILog log, string message)
        : LoggingEvent(typeof(MaskedEvent), log.Logger.Repository, log.Logger.Name, Level.Info, message, exception: null)
    {
        public override string RenderedMessage => "card ****";

        public override void WriteRenderedMessage(TextWriter writer) => writer.Write(RenderedMessage);
    }

    private sealed class Throwing
    {
        public override string ToString() => throw new NoTextException();
    }

    /// <summary>Has no stack trace in its text, which depends on what the JIT compiler has inlined.</summary>
    [SuppressMessage("Design", "CA1032", Justification = "Nobody else throws it.")]
    private sealed class NoTextException : Exception
    {
        public override string ToString() => "no text";
    }
}
