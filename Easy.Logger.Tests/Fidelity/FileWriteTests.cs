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
