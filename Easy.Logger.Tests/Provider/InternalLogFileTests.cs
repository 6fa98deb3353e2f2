extern alias provider;

using System.Diagnostics.CodeAnalysis;
using System.Text;
using Easy.Logger.Extensions.Microsoft;
using log4net.Util;
using InternalLog = provider::Easy.Logger.Shared.InternalLog;

namespace Easy.Logger.Tests.Provider;

/// <summary>What log4net reports about itself, in a file of the application's choice.</summary>
[Category("Provider")]
internal sealed class InternalLogFileTests : IDisposable
{
    private const int MaxBytes = 1024 * 1024;

    private readonly TempFolder _folder = new();
    private readonly ProviderScene _scene = new();

    private string Path => _folder.File("logs/internal.log");

    public void Dispose()
    {
        _scene.Dispose();
        _folder.Dispose();
    }

    [Test]
    public void Provider_ConfigurationIsNotUnderstood_TheFileSaysWhy()
    {
        string odd = Some.Name("Fiel");
        FileInfo configuration = new(_folder.File("log4net.config"));
        File.WriteAllText(configuration.FullName, $"""<log4net><root><appender-ref ref="{odd}" /></root></log4net>""");
        _scene.Provider(options => (options.Configuration, options.InternalLogFile) = (configuration, Path)).Dispose();

        Assert.That(Lines(Path), Has.Some.Matches($@"^\d{{4}}-\d\d-\d\d \d\d:\d\d:\d\d\.\d{{3}}Z log4net:ERROR .*{odd}"));
    }

    [Test]
    public void Message_HasAnException_TheFileHasIt()
    {
        string text = Some.Name("broken");
        EasyLoggerProvider provider = _scene.Provider(options => options.InternalLogFile = Path);
        LogLog.Error(GetType(), text, new InvalidOperationException("cause of it"));
        provider.Dispose();

        Assert.That(Lines(Path), Has.Some.Contains($"{nameof(InternalLogFileTests)}: {text}").And.Some.Contains("cause of it"));
    }

    [Test]
    public void Providers_OneFile_EachMessageIsThereOnceUntilTheLastHasEnded()
    {
        string[] texts = [Some.Name("both"), Some.Name("one"), Some.Name("none")];
        EasyLoggerProvider provider = _scene.Provider(options => options.InternalLogFile = Path);
        EasyLoggerProvider other = new(_scene.Options(options => options.InternalLogFile = Path));
        LogLog.Warn(GetType(), texts[0]);
        other.Dispose();
        LogLog.Warn(GetType(), texts[1]);
        provider.Dispose();
        LogLog.Warn(GetType(), texts[2]);

        string[] lines = Lines(Path);
        Assert.That(
            texts.Select(text => lines.Count(line => line.Contains(text, StringComparison.Ordinal))), Is.EqualTo(new[] { 1, 1, 0 }));
    }

    [Test]
    public void File_IsFull_IsRenamedAndReplacesTheOneBefore()
    {
        Directory.CreateDirectory(System.IO.Path.GetDirectoryName(Path)!);
        File.WriteAllText(Path, new string('x', MaxBytes + 1));
        File.WriteAllText($"{Path}.1", "old");
        string text = Some.Name("new");
        EasyLoggerProvider provider = _scene.Provider(options => options.InternalLogFile = Path);
        LogLog.Warn(GetType(), text);
        provider.Dispose();

        Assert.That(new FileInfo($"{Path}.1").Length, Is.EqualTo(MaxBytes + 1));
        Assert.That(Lines(Path), Has.Some.Contains(text));
    }

    /// <summary>What the file reports of itself comes to the file again.</summary>
    [Test]
    public void File_CannotBeWritten_IsReportedOnceAndNothingIsThrown()
    {
        File.WriteAllText(_folder.File("logs"), "a file, no folder");
        EasyLoggerProvider provider = _scene.Provider(options => options.InternalLogFile = Path);
        for (int i = 0; i < 10; i++)
        {
            LogLog.Warn(GetType(), "lost");
        }

        provider.Dispose();
        Assert.That(_scene.Scene.Messages.Naming($"InternalLogFile '{Path}' cannot be written"), Has.Exactly(1).Items);
    }

    [Test]
    public void Option_IsAFolder_IsReportedAndNothingIsWritten()
    {
        EasyLoggerProvider provider = _scene.Provider(options => options.InternalLogFile = _folder.Path);

        Assert.That(provider.Settings.InternalLogFile, Is.Null);
        Assert.That(_scene.Scene.Messages.Naming($"InternalLogFile '{_folder.Path}' is not the path of a file"), Has.Count.EqualTo(1));
    }

    /// <summary>As in a container whose console nobody reads.</summary>
    [Test]
    [NonParallelizable] // the console is one for all
    public void Console_IsNotRead_TheFileHasTheMessagesAllTheSame()
    {
        string[] texts = [Some.Name("first"), Some.Name("second")];
        using ManualResetEventSlim release = new();
        EasyLoggerProvider provider = _scene.Provider(options => options.InternalLogFile = Path);
        TextWriter errors = Console.Error;
        Console.SetError(new StuckWriter(release));
        LogLog.EmitInternalMessages = true;
        try
        {
            Array.ForEach(texts, text => InternalLog.Error(text, new UnreadableException()));
            Eventually.Holds(
                () => File.Exists(Path) && Lines(Path).Any(line => line.EndsWith(texts[1], StringComparison.Ordinal)), "it is there");
        }
        finally
        {
            release.Set();
            InternalLogs.Flush();
            LogLog.EmitInternalMessages = false;
            Console.SetError(errors);
        }

        Assert.That(Lines(Path), Has.Some.Contains(texts[0]).And.Some.Contains($"{typeof(UnreadableException)}, whose text failed with"));
    }

    [Test]
    [Platform("Linux")] // makes pipes and links
    public void InternalLogFile_IsAPipe_IsReportedAndLaterMessagesAreWritten()
    {
        string pipe = _folder.MakePipe("internal.log");
        string text = Some.Name("later");
        EasyLoggerProvider provider = _scene.Provider(options => options.InternalLogFile = pipe);
        LogLog.Warn(GetType(), "to the pipe");
        Eventually.Holds(
            () => _scene.Scene.Messages.Naming($"InternalLogFile '{pipe}' cannot be written").Count == 1, "the pipe is reported");

        using EasyLoggerProvider other = new(_scene.Options(options => options.InternalLogFile = _folder.File("file.log")));
        LogLog.Warn(GetType(), text);
        other.Dispose();
        Eventually.Returns(provider.Dispose, "the end of the provider");

        Assert.That(_folder.Lines("file.log"), Has.Some.Contains(text));
    }

    [Test]
    [Platform("Linux")]
    public void InternalLogFile_IsALinkToAFullFile_IsRenamed()
    {
        string link = _folder.File("internal.log");
        string target = _folder.File("target.log");
        string text = Some.Name("new");
        File.WriteAllText(target, new string('x', MaxBytes + 1));
        File.CreateSymbolicLink(link, target);
        EasyLoggerProvider provider = _scene.Provider(options => options.InternalLogFile = link);
        LogLog.Warn(GetType(), text);
        provider.Dispose();

        Assert.That(new FileInfo(target).Length, Is.EqualTo(MaxBytes + 1));
        Assert.That(_folder.Lines("internal.log"), Has.Some.Contains(text));
    }

    private static string[] Lines(string path) => File.ReadAllLines(path);

    private sealed class StuckWriter(ManualResetEventSlim release) : TextWriter
    {
        public override Encoding Encoding => Encoding.UTF8;

        public override void Write(char value) => release.Wait(Eventually.Patience);
    }

    [SuppressMessage("Design", "CA1032", Justification = "Only ever made here, without a message.")]
    private sealed class UnreadableException : Exception
    {
        public override string ToString() => throw new InvalidOperationException("no text");
    }
}
