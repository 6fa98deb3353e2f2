using System.Text;

namespace Easy.Logger.Tests.Fidelity;

/// <summary>When the text of an event reaches its file.</summary>
internal sealed class FileWriteTests : FolderTests
{
    /// <summary>A lock between processes is released after each event: what is in no file then, another process writes over.</summary>
    [Test]
    public void File_LockIsReleasedAfterEachEvent_TextIsInTheFileByThen()
    {
        (List<long> direct, List<long> behind) = (Lengths(isBehind: false), Lengths(isBehind: true));

        Assert.That(direct, Is.Ordered.Ascending.And.Unique);
        Assert.That(behind, Is.EqualTo(direct));
    }

    [TestCase(true)]
    [TestCase(false)]
    public void File_EncodingRefusesAnEvent_EventsBeforeItAreInTheFile(bool isCompiled)
    {
        string[] files = [Refusing("direct", isCompiled, isBehind: false), Refusing("behind", isCompiled, isBehind: true)];

        Assert.That(files[0], Does.StartWith("good 1"));
        Assert.That(files[1], Is.EqualTo(files[0]));
    }

    /// <summary>What others write through the appender stands where it was written.</summary>
    [Test]
    public void File_OthersWriteToo_OrderIsKept()
    {
        Output output = Output.File(Folder.File("file"), new PatternLayout("%m%n"), new RollingFileAppender());
        AsyncBufferingForwardingAppender appender = Comparison.NewAsync(output.Appender);

        appender.DoAppend(Some.Event("a"));
        appender.Flush(-1);
        output.Appender.DoAppend(Some.Event("b"));
        appender.DoAppend(Some.Event("c"));
        appender.Close();

        Assert.That(output.Read(), Is.EqualTo("a\nb\nc\n"));
    }

    /// <summary>Whatever becomes of the text then, it becomes of it either way.</summary>
    [Test]
    public void File_WriterOrStreamOfTheApplication_GetsWhatItGetsWithoutTheAsyncAppender([Values] bool hasWriter)
    {
        using Comparison comparison = new(() =>
        {
            FileAppender file = hasWriter ? new FileAppender() : new UpperCaseFile();
            Output output = Output.File(Folder.File(Some.Name()), new PatternLayout("%m%n"), file);
            StringWriter writer = new();
            if (hasWriter)
            {
                file.Writer = writer;
            }

            return output with { Read = () => $"{writer}|{output.Read()}" };
        });

        comparison.Log(log => Array.ForEach(["a", "b"], log.Info));
        comparison.Change(child => child.Close());

        comparison.AssertEqual();
        if (!hasWriter)
        {
            Assert.That(comparison.Behind.Read(), Is.EqualTo("|A\nB\n"));
        }
    }

    private List<long> Lengths(bool isBehind)
    {
        string path = Folder.File($"{isBehind}.log");
        WatchedLock model = new(path);
        ILayout layout = Output.Layout(e => $"{e.RenderedMessage}\n");
        FileAppender file = new() { Name = "file", File = path, Layout = layout, LockingModel = model };
        file.ActivateOptions();
        model.Lengths.Clear();
        Log(file, isBehind, "one", "two", "three");
        return model.Lengths[..3];
    }

    private string Refusing(string name, bool isCompiled, bool isBehind)
    {
        string path = Folder.File($"{name}.log");
        FileAppender file = new()
        {
            Name = "file",
            File = path,
            Layout = isCompiled ? new PatternLayout("%message%newline") : Output.Layout(e => $"{e.RenderedMessage}{Environment.NewLine}"),
            Encoding = Encoding.GetEncoding("us-ascii", EncoderFallback.ExceptionFallback, DecoderFallback.ExceptionFallback),
        };
        file.ActivateOptions();
        Log(file, isBehind, "good 1", "b\u00E4d", "good 2");
        return Output.ReadShared(path);
    }

    /// <summary>One batch, where there are batches.</summary>
    private static void Log(FileAppender file, bool isBehind, params string[] messages)
    {
        if (!isBehind)
        {
            Array.ForEach(messages, message => file.DoAppend(Some.Event(message)));
            file.Close();
            return;
        }

        AsyncBufferingForwardingAppender appender = Comparison.NewAsync(file, appender => appender.BufferSize = messages.Length);
        Array.ForEach(messages, message => appender.DoAppend(Some.Event(message)));
        appender.Flush(-1);
        appender.Close();
    }

    private sealed class UpperCaseFile : FileAppender
    {
        protected override void SetQWForFiles(Stream fileStream) => SetQWForFiles(new UpperCaseWriter(fileStream));
    }

    private sealed class UpperCaseWriter(Stream stream) : StreamWriter(stream)
    {
        public override void Write(char[] buffer, int index, int count) => base.Write(new string(buffer, index, count).ToUpperInvariant());

        public override void Write(string? value) => base.Write(value?.ToUpperInvariant());
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
