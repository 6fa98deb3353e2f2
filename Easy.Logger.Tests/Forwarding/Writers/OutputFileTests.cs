using System.Text;
using Easy.Logger.Forwarding;

namespace Easy.Logger.Tests.Forwarding.Writers;

/// <summary>A batch that goes into the file in one piece, against the same events through the appender alone.</summary>
internal sealed class OutputFileTests : FolderTests
{
    /// <summary>What others write through the appender stands where it was written.</summary>
    [Test]
    public void Forward_OthersWriteToo_OrderIsKept()
    {
        byte[] bytes = Write("file", path => Activated(new RollingFileAppender(), path), file =>
        {
            AppenderFanOut fanOut = FanOut(file);
            fanOut.Forward([Some.Event("a")], out _);
            file.DoAppend(Some.Event("b"));
            fanOut.Forward([Some.Event("c")], out _);
            fanOut.Remove(file);
        });

        Assert.That(Encoding.UTF8.GetString(bytes), Is.EqualTo("a\nb\nc\n"));
    }

    /// <summary>Whatever becomes of the text then, it becomes of it either way.</summary>
    [Test]
    public void Forward_WriterOfTheApplication_IsWhatTheAppenderDoesAlone()
    {
        (string Written, byte[] File) direct = Written(
            "direct", file => Array.ForEach(["a", "b"], message => file.DoAppend(Some.Event(message))));

        (string Written, byte[] File) batches = Written("batches", file => Forward(file, ["a", "b"], batchSize: 2));

        Assert.That(batches, Is.EqualTo(direct));

        (string Written, byte[] File) Written(string name, Action<FileAppender> write)
        {
            StringWriter writer = new();
            byte[] bytes = Write(name, path => Activated(new FileAppender(), path), file =>
            {
                file.Writer = writer;
                write(file);
            });
            return (writer.ToString(), bytes);
        }
    }

    [Test]
    public void Forward_SubclassHasItsOwnStream_GetsTheText()
    {
        UpperCaseFile? appender = null;

        byte[] bytes = Write(
            "file",
            path => appender = (UpperCaseFile)Activated(new UpperCaseFile(), path),
            file => Forward(file, ["a", "b"], batchSize: 2));

        Assert.That(Encoding.UTF8.GetString(bytes), Is.EqualTo("A\nB\n"));
        Assert.That(appender, Is.Not.Null);
    }

    private static FileAppender Activated(FileAppender file, string path, Action<FileAppender>? set = null)
    {
        file.File = path;
        file.Layout = new PatternLayout("%message%newline");
        set?.Invoke(file);
        file.ActivateOptions();
        return file;
    }

    private static AppenderFanOut FanOut(IAppender appender)
    {
        AppenderFanOut fanOut = new(new Easy.Logger.Diagnostics.FailureReporter(() => "test", TimeProvider.System));
        fanOut.Add(appender);
        return fanOut;
    }

    private static void Forward(FileAppender file, string[] messages, int batchSize)
    {
        AppenderFanOut fanOut = FanOut(file);
        foreach (string[] batch in messages.Chunk(batchSize))
        {
            fanOut.Forward([.. batch.Select(message => Some.Event(message))], out int failed);
            Assert.That(failed, Is.Zero);
        }

        fanOut.Remove(file);
    }

    private byte[] Write(string name, Func<string, FileAppender> open, Action<FileAppender> write)
    {
        string path = Folder.File(name);
        FileAppender file = open(path);
        write(file);
        file.Close();
        return File.ReadAllBytes(path);
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
}
