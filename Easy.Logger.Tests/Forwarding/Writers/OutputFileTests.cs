using System.Text;
using Easy.Logger.Forwarding;
using Easy.Logger.Tests.Support;
using log4net.Appender;
using log4net.Layout;

namespace Easy.Logger.Tests.Forwarding.Writers;

/// <summary>A batch that goes into the file in one piece, against the same events through the appender alone.</summary>
internal sealed class OutputFileTests
{
    private static readonly string[] _messages = [.. Enumerable.Range(0, 600).Select(i => $"{i} é \U0001F600 {new string('x', i % 50)}")];

    private readonly TempFolder _folder = new();

    [TearDown]
    public void DeleteFiles() => _folder.Dispose();

    [Test]
    public void Forward_AnyEncodingAndModel_FilesAreEqual(
        [Values("utf-8", "us-ascii", "utf-16", "utf-16BE", "utf-32", "iso-8859-1")] string encoding,
        [Values] bool rolling,
        [Values(typeof(FileAppender.ExclusiveLock), typeof(FileAppender.NoLock), typeof(FileAppender.MinimalLock),
            typeof(FileAppender.InterProcessLock))] Type model)
    {
        byte[] direct = Write("direct", Open, file => Array.ForEach(_messages, message => file.DoAppend(Some.Event(message))));

        byte[] batches = Write("batches", Open, file => Forward(file, _messages, batchSize: 250));

        Assert.That(batches, Is.EqualTo(direct));

        FileAppender Open(string path) => Activated(rolling ? new RollingFileAppender() : new FileAppender(), path, file =>
        {
            file.Encoding = Encoding.GetEncoding(encoding);
            file.ImmediateFlush = rolling;
            file.LockingModel = (FileAppender.LockingModelBase)Activator.CreateInstance(model)!;
            file.Layout = new PatternLayout("%message%newline") { Header = "header\n", Footer = "footer\n" };
        });
    }

    [Test]
    public void Forward_FileIsThereAlready_FilesAreEqual([Values] bool append)
    {
        byte[] direct = Write("direct", Open, file => Array.ForEach(_messages, message => file.DoAppend(Some.Event(message))));

        byte[] batches = Write("batches", Open, file => Forward(file, _messages, batchSize: 100));

        Assert.That(batches, Is.EqualTo(direct));

        FileAppender Open(string path)
        {
            File.WriteAllText(path, "from before\n");
            return Activated(new RollingFileAppender(), path, file => file.AppendToFile = append);
        }
    }

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

    [Test]
    [Platform(Include = "Linux")]
    public void Forward_DiskIsFull_FailsLikeTheWriter([Values] bool byLayout, [Values(10_000, 1)] int length)
    {
        CollectingErrorHandler errors = new();
        PatternLayout layout = new("%message%newline");
        FileAppender file =
            new() { File = "/dev/full", ErrorHandler = errors, Layout = byLayout ? new DelegatingLayout(layout.Format) : layout };
        file.ActivateOptions();
        AppenderFanOut fanOut = FanOut(file);

        fanOut.Forward([Some.Event(new string('x', length)), Some.Event("b")], out int failed);

        Assert.That(failed, Is.EqualTo(2));
        Assert.That(errors.Errors, Is.Not.Empty);
        fanOut.Close();
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
        string path = _folder.File(name);
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
