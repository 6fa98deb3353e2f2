using System.Diagnostics.CodeAnalysis;
using log4net.Repository.Hierarchy;

namespace Easy.Logger.Tests.Fidelity;

/// <summary>
/// A message that throws leaves what it leaves without the async appender. Alone, because the console is one for the whole process.
/// </summary>
[NonParallelizable]
internal sealed class MessageTests : FolderTests
{
    [Test]
    public void MessageThatThrows_WritesWhatItWritesWithoutTheAsyncAppenderAndIsCounted(
        [Values("text", "file", "rolling file", "console")] string kind, [Values] bool ownLayout, [Values] bool batchRendering)
    {
        TextWriter console = Console.Out;
        using TokenWriter texts = new();
        Console.SetOut(kind == "console" ? texts : console);
        try
        {
            using Comparison comparison = new(Create, appender => appender.BatchRendering = batchRendering);

            comparison.Log(LogThrowing);
            comparison.Log(LogThrowing);
            comparison.Change(child => child.Close()); // by then the start of the last line is in the file

            comparison.AssertEqual();
            Assert.That(comparison.Async.Statistics.Failed, Is.EqualTo(2 * 3), "two times three");
        }
        finally
        {
            Console.SetOut(console);
        }

        Output Create()
        {
            string token = kind == "console" ? $"<{Guid.NewGuid():N}>" : string.Empty;
            ILayout layout = ownLayout ? new DelegatingLayout((writer, e) => WriteWithEnds(writer, e, token))
                : new PatternLayout($"{token}%level [%message] end%newline");
            return kind switch
            {
                "text" => Output.Text(layout),
                "console" => new Output(new ConsoleAppender { Layout = layout }, () => texts.TextWith(token)),
                _ => Output.File(
                    Folder.File(Some.Name()), layout, kind == "file" ? new FileAppender() : new RollingFileAppender()),
            };
        }
    }

    private static void WriteWithEnds(TextWriter writer, LoggingEvent e, string token)
    {
        writer.Write($"{token}[");
        e.WriteRenderedMessage(writer);
        writer.Write("]\n");
    }

    /// <summary>
    /// With an event that no repository renders, the exception comes out of the layout, in the middle of a line: of the first, one
    /// between, and the last.
    /// </summary>
    private static void LogThrowing(ILog log)
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

    /// <summary>Keeps what is written to the console; each side of the comparison finds its own by a token.</summary>
    private sealed class TokenWriter : StringWriter
    {
        private readonly List<string> _texts = [];

        public string TextWith(string token)
        {
            lock (_texts)
            {
                string text = string.Concat(_texts.Where(text => text.Contains(token, StringComparison.Ordinal)));
                return text.Replace(token, null, StringComparison.Ordinal);
            }
        }

        public override void Write(string? value)
        {
            lock (_texts)
            {
                _texts.Add(value ?? string.Empty);
            }
        }
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
