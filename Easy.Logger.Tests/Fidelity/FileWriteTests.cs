namespace Easy.Logger.Tests.Fidelity;

/// <summary>When the text of an event reaches its file.</summary>
internal sealed class FileWriteTests : FolderTests
{
    /// <summary>A lock between processes is released after each event: what is in no file then, another process writes over.</summary>
    [Test]
    public void File_LockIsReleasedAfterEachEvent_TextIsInTheFileByThen()
    {
        using Comparison comparison = new(() =>
        {
            string path = Folder.File(Some.Name());
            WatchedLock model = new(path);
            Output output = Output.File(path, Output.Layout(e => $"{e.RenderedMessage}\n"), new FileAppender { LockingModel = model });
            model.Lengths.Clear();
            return output with { Read = () => string.Join(' ', model.Lengths[..3]) };
        });

        comparison.Log(log => Array.ForEach(["one", "two", "three"], log.Info));

        comparison.AssertEqual();
        Assert.That(comparison.Direct.Read(), Is.EqualTo("4 8 14"));
    }

    /// <summary>Whatever its encoder writes in place of what the class that it derives from would write.</summary>
    [Test]
    public void File_EncodingOfTheApplication_WritesTheText()
    {
        using Comparison comparison = new(() => Output.File(
            Folder.File(Some.Name()), new PatternLayout("%m%n"), new FileAppender { Encoding = new OneByteALetter() }));

        comparison.Log(log => Array.ForEach(["\u00E4", "\u00F6", "\u00FC"], log.Info));

        comparison.AssertEqual();
        Assert.That(comparison.Direct.Read(), Is.EqualTo("\u00E4\n\u00F6\n\u00FC\n"));
    }

    /// <summary>As a handler does that goes on elsewhere when a disk is full.</summary>
    [Test]
    public void Writer_FailsAndTheErrorHandlerSetsAnother_TheRestGoesThere([Values] bool isCompiled)
    {
        using Comparison comparison = new(() =>
        {
            CountingWriter first = new();
            StringWriter second = new();
            ILayout layout = isCompiled ? new PatternLayout("%m") : Output.Layout(e => e.RenderedMessage!);
            TextWriterAppender appender = new() { Name = "text", Layout = layout, Writer = first };
            appender.ErrorHandler = new DelegatingErrorHandler(_ => appender.Writer = second);
            first.OnWrite = () => _ = first.Writes == 3 ? throw new IOException("full") : 0;
            return new Output(appender, () => $"{first}|{second}");
        });

        comparison.Log(log => Array.ForEach(["a;", "b;", "is lost;", "c;", "d;"], log.Info));

        comparison.AssertEqual();
        Assert.That(comparison.Direct.Read(), Is.EqualTo("a;b;|c;d;"));
    }

    /// <summary>What a pipe without a reader does not take stays in the buffer of the file, as far as that has room.</summary>
    [Test]
    [Platform("Linux")]
    public void File_PipeWhoseReaderGoesAndComesBack_GetsTheSame([Values] bool isCompiled)
    {
        ILayout layout = isCompiled ? new PatternLayout("%m%n") : Output.Layout(e => $"{e.RenderedMessage}\n");
        List<FileStream> readers = [];
        using Comparison comparison = new(() =>
        {
            string pipe = Folder.MakePipe(Some.Name());
            readers.Add(Reader(pipe));
            CollectingErrorHandler errors = new();
            Output output = Output.File(pipe, layout, new FileAppender { ErrorHandler = errors });
            return output with { Read = () => $"{errors.Errors.Count} errors\n{ReadToTheEnd(pipe)}" };
        });

        comparison.Log(log => Array.ForEach(["first", "second"], log.Info));
        readers.ForEach(reader => reader.Dispose());
        comparison.Log(log => Array.ForEach([new string('x', 3000), new string('y', 3000), "short"], log.Info));
        readers = [.. comparison.Both.Select(output => Reader(((FileAppender)output.Appender).File!))];
        comparison.Log(log => Array.ForEach(["third", "fourth"], log.Info));

        comparison.AssertEqual();
        readers.ForEach(reader => reader.Dispose());

        // For writing, too: opening it waits for nobody.
        static FileStream Reader(string pipe) => new(pipe, FileMode.Open, FileAccess.ReadWrite, FileShare.ReadWrite, bufferSize: 0);

        static string ReadToTheEnd(string pipe)
        {
            using FileStream stream = Reader(pipe);
            stream.Write("end\n"u8);
            using StreamReader reader = new(stream);
            StringBuilder text = new();
            while (reader.ReadLine() is { } line && line != "end")
            {
                text.Append(line).Append('\n');
            }

            return text.ToString();
        }
    }

    private sealed class OneByteALetter() : UTF8Encoding(encoderShouldEmitUTF8Identifier: false)
    {
        public override Encoder GetEncoder() => Latin1.GetEncoder();
    }

    private sealed class WatchedLock(string path) : FileAppender.InterProcessLock
    {
        public List<long> Lengths { get; } = [];

        public override void ReleaseLock()
        {
            base.ReleaseLock();
            Lengths.Add(new FileInfo(path).Length);
        }
    }
}
