extern alias provider;

using InternalLog = provider::Easy.Logger.Shared.InternalLog;

namespace Easy.Logger.Tests.Provider;

/// <summary>What log4net reports about itself, in a file of the application's choice.</summary>
internal sealed class InternalLogFileTests : ProviderScene
{
    private const int MaxBytes = 1024 * 1024;

    private string LogFile => Scene.Folder.File("logs/internal.log");

    private string[] Lines => File.ReadAllLines(LogFile);

    [Test]
    public void Providers_OneFile_HasEachMessageOnceUntilTheLastHasEnded()
    {
        string odd = Some.Name("Fiel");
        string[] texts = [Some.Name("both"), Some.Name("one"), Some.Name("none")];
        FileInfo configuration = new(Scene.Folder.File("log4net.config"));
        File.WriteAllText(configuration.FullName, $"""<log4net><root><appender-ref ref="{odd}" /></root></log4net>""");
        Provider(options => (options.Configuration, options.InternalLogFile) = (configuration, LogFile));
        EasyLoggerProvider other = new(Options(options => options.InternalLogFile = LogFile));
        LogLog.Error(GetType(), texts[0], new InvalidOperationException("cause of it"));
        other.Dispose();
        LogLog.Warn(GetType(), texts[1]);
        Provider().Dispose();
        LogLog.Warn(GetType(), texts[2]);

        Assert.That(
            texts.Select(text => Lines.Count(line => line.Contains(text, StringComparison.Ordinal))), Is.EqualTo(new[] { 1, 1, 0 }));
        Assert.That(Lines, Has.Some.Matches($@"^\d{{4}}-\d\d-\d\d \d\d:\d\d:\d\d\.\d{{3}}Z log4net:ERROR .*{odd}"), "it is not understood");
        Assert.That(Lines, Has.Some.Contains($"{nameof(InternalLogFileTests)}: {texts[0]}").And.Some.Contains("cause of it"));
    }

    [Test]
    public void File_IsFull_IsRenamedAndReplacesTheOneBefore()
    {
        string text = Some.Name("new");
        Directory.CreateDirectory(Path.GetDirectoryName(LogFile)!);
        File.WriteAllText(LogFile, new string('x', MaxBytes + 1));
        File.WriteAllText($"{LogFile}.1", "old");
        EasyLoggerProvider provider = Provider(options => options.InternalLogFile = LogFile);
        LogLog.Warn(GetType(), text);
        provider.Dispose();

        Assert.That(new FileInfo($"{LogFile}.1").Length, Is.EqualTo(MaxBytes + 1));
        Assert.That(Lines, Has.Some.Contains(text));
    }

    /// <summary>What the file reports of itself comes to the file again.</summary>
    [TestCase(false)]
    [TestCase(true, IncludePlatform = "Linux")]
    public void File_CannotBeWritten_IsReportedOnceAndAnotherFileHasLaterMessages(bool isPipe)
    {
        string text = Some.Name("later");
        File.WriteAllText(Scene.Folder.File("logs"), "a file, no folder");
        string path = isPipe ? Scene.Folder.MakePipe("internal.log") : LogFile;
        EasyLoggerProvider provider = Provider(options => options.InternalLogFile = path);
        for (int i = 0; i < 10; i++)
        {
            LogLog.Warn(GetType(), "lost");
        }

        using EasyLoggerProvider other = new(Options(options => options.InternalLogFile = Scene.Folder.File("file.log")));
        LogLog.Warn(GetType(), text);
        other.Dispose();
        Eventually.Returns(provider.Dispose, "the end of the provider");

        Assert.That(Scene.Folder.Lines("file.log"), Has.Some.Contains(text));
        Assert.That(Scene.Messages.Naming($"InternalLogFile '{path}' cannot be written"), Has.Exactly(1).Items);
    }

    [Test]
    [NonParallelizable] // the console is one for all
    public void Console_IsNotRead_TheFileHasTheMessagesAllTheSame()
    {
        string[] texts = [Some.Name("first"), Some.Name("second")];
        using ManualResetEventSlim release = new();
        Provider(options => options.InternalLogFile = LogFile);
        TextWriter errors = Console.Error;
        Console.SetError(new StuckWriter(release));
        LogLog.EmitInternalMessages = true;
        try
        {
            ArgumentOutOfRangeException unreadable = new(nameof(texts), new ThrowingMessage(), message: null);
            Array.ForEach(texts, text => InternalLog.Error(text, unreadable));
            Eventually.Holds(
                () => File.Exists(LogFile) && Lines.Any(line => line.EndsWith(texts[1], StringComparison.Ordinal)), "it is there");
        }
        finally
        {
            release.Set();
            InternalLogs.Flush();
            LogLog.EmitInternalMessages = false;
            Console.SetError(errors);
        }

        Assert.That(Lines, Has.Some.Contains(texts[0]).And.Some.Contains("ArgumentOutOfRangeException, whose text failed with"));
    }

    private sealed class StuckWriter(ManualResetEventSlim release) : TextWriter
    {
        public override Encoding Encoding => Encoding.UTF8;

        public override void Write(char value) => release.Wait(Eventually.Patience);
    }
}
