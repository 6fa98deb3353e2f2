namespace Easy.Logger.Tests.Log4Net;

/// <summary>The files of log4net's file appenders: their streams, the count that they roll by, and their Flush.</summary>
internal sealed class FileTests : FolderTests
{
    private const string OutputFile = "Forwarding/Writers/OutputFile uses the stream of the locking model and has to follow.";

    private readonly CollectingErrorHandler _errors = new();

    [TestCase(typeof(FileAppender.ExclusiveLock), true)]
    [TestCase(typeof(FileAppender.NoLock), true)]
    [TestCase(typeof(FileAppender.MinimalLock), false)]
    public void AcquireLock_BetweenTwoAppends_GivesTheSameStreamOrANewOne(Type model, bool staysOpen)
    {
        FileAppender appender = Open(new FileAppender(), (FileAppender.LockingModelBase)Activator.CreateInstance(model)!);
        Stream? first = appender.LockingModel.AcquireLock();
        appender.LockingModel.ReleaseLock();
        Stream? second = appender.LockingModel.AcquireLock();
        bool isOpen = second?.CanWrite == true;
        appender.LockingModel.ReleaseLock();
        appender.Close();

        Assert.That((ReferenceEquals(first, second), isOpen), Is.EqualTo((staysOpen, true)), OutputFile);
    }

    [Test]
    public void DefaultModelAndWriters_OfStockAppenders_AreTheKnownOnes()
    {
        FileAppender plain = Open(new FileAppender());
        RollingFileAppender rolling = Open(new RollingFileAppender { File = Folder.File("rolling.log") });

        Assert.That(new FileAppender().LockingModel, Is.TypeOf<FileAppender.ExclusiveLock>(), OutputFile);
        Assert.That(plain.Writer, Is.TypeOf<QuietTextWriter>(), OutputFile);
        Assert.That(rolling.Writer, Is.TypeOf<CountingQuietTextWriter>(), OutputFile);
        plain.Close();
        rolling.Close();
    }

    [Test]
    public void Count_OfTheWriter_IsWhatTheFileRollsBy()
    {
        RollingFileAppender appender = Open(new RollingFileAppender
        {
            RollingStyle = RollingFileAppender.RollingMode.Size,
            MaxFileSize = 100,
            MaxSizeRollBackups = 5,
        });
        appender.DoAppend(Some.Event("first"));
        ((CountingQuietTextWriter)appender.Writer!).Count += 100;

        appender.DoAppend(Some.Event("second"));
        appender.Close();

        Assert.That(Folder.Lines("file.log.1"), Is.EqualTo(new[] { "first" }),
            "Forwarding/Writers/OutputFile adds what it writes to this count.");
    }

    /// <summary>Until 3.4 it threw; the text is still lost.</summary>
    [Test]
    public void Flush_ImmediateFlushOff_ReturnsFalseAndLosesTheBufferedTextThatCloseAloneWrites(
        [Values(typeof(FileAppender), typeof(RollingFileAppender))] Type type, [Values] bool isFlushed)
    {
        const string dependents = "Log4NetService, the provider's RepositoryFlush and Forwarding/Writers/TextBatchWriter avoid this call.";
        FileAppender appender = Open((FileAppender)Activator.CreateInstance(type)!);
        appender.ImmediateFlush = false;
        appender.DoAppend(Some.Event("buffered"));

        bool flushed = isFlushed && appender.Flush(1000);

        appender.Close();
        Assert.That(flushed, Is.False, dependents);
        Assert.That(Folder.Lines(), Is.EqualTo(isFlushed ? Array.Empty<string>() : ["buffered"]), dependents);
    }

    private T Open<T>(T appender, FileAppender.LockingModelBase? model = null)
        where T : FileAppender
    {
        appender.File ??= Folder.File("file.log");
        appender.Layout = new PatternLayout("%message\n");
        appender.LockingModel = model ?? new FileAppender.ExclusiveLock();
        appender.ErrorHandler = _errors;
        appender.Threshold = Level.All;
        appender.ActivateOptions();
        return appender;
    }
}
