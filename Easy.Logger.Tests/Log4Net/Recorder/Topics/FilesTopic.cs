using System.Text;
using log4net.Appender;
using log4net.Core;
using log4net.Layout;

namespace Recorder;

/// <summary>FileAppender: creation, append, encodings, header and footer, locking models.</summary>
internal sealed partial class FilesTopic(Golden golden)
{
    /// <summary>Calls of every appender's error handler and of the logged locking models.</summary>
    private readonly Journal _journal = new();

    public static void Run(Golden golden) => new FilesTopic(golden).Run();

    private void Run()
    {
        golden.Case("defaults", Defaults);
        golden.Case("append to file, overwrite, folder made, header and footer", AppendAndOverwrite);
        golden.Case("encodings: bytes of one line with a non-ASCII letter, append to an existing file too", Encodings);
        golden.Case("encoding mark only on a file that is opened, nothing logged", EncodingMark);
        golden.Case("ImmediateFlush: what another reader sees", ImmediateFlush);
        LockingModels();
        golden.Case("no File set", NoFile);
        golden.Case("a folder in place of the file", FolderInPlace);
        golden.Case("the file is deleted while open", DeletedWhileOpen);
        golden.Case("closed appender, second ActivateOptions", ClosedAndActivatedTwice);
        golden.Case("environment variables in the File property of a file appender", EnvironmentVariables);
        golden.Case("TextWriterAppender: writer handling", WriterHandling);
    }

    private void Defaults()
    {
        FileAppender appender = new();
        golden.Line(
            $"AppendToFile {appender.AppendToFile} ImmediateFlush {appender.ImmediateFlush} locking {appender.LockingModel.GetType().Name} "
            + $"File {Golden.Show(appender.File)} encoding {appender.Encoding.WebName} preamble {appender.Encoding.GetPreamble().Length} "
            + $"security {(appender.SecurityContext is null ? "<null>" : "set")}");

        appender.File = "relative.log";
        appender.Layout = new PatternLayout("%m");
        appender.LockingModel = new FileAppender.MinimalLock();
        appender.ActivateOptions();
        string path = appender.File;
        bool inBase = Path.GetDirectoryName(path) == AppContext.BaseDirectory.TrimEnd(Path.DirectorySeparatorChar);
        golden.Line(
            $"after ActivateOptions: File rooted {Path.IsPathRooted(path)}, in the base directory {inBase}, "
            + $"security {appender.SecurityContext!.GetType().Name}");

        bool made = File.Exists(path);
        appender.Close();
        File.Delete(path);
        golden.Line($"minimal lock: file made at ActivateOptions {made}; File after Close {Golden.Show(appender.File)}");
    }

    private void AppendAndOverwrite()
    {
        using TempFolder folder = new();
        string old = folder.File("old.log");
        File.WriteAllText(old, "old\n");
        FileAppender appending = New(folder, "old.log");
        Append(appending, "1");
        appending.Close();
        golden.Line("append: " + Content(old));
        FileAppender overwriting = New(folder, "old.log", appender => appender.AppendToFile = false);
        Append(overwriting, "2");
        overwriting.Close();
        golden.Line("overwrite: " + Content(old));

        string deep = folder.File("sub/deep/new.log");
        FileAppender first = New(folder, "sub/deep/new.log", HeadAndFoot);
        golden.Line("header at once: " + Content(deep));
        Append(first, "3");
        first.Close();
        golden.Line("closed: " + Content(deep));
        FileAppender second = New(folder, "sub/deep/new.log", HeadAndFoot);
        second.Close();
        golden.Line("opened again: " + Content(deep));

        FileAppender empty = New(folder, "empty.log");
        empty.Close();
        golden.Line("nothing logged, file made: " + File.Exists(folder.File("empty.log")) + " size " + new FileInfo(folder.File("empty.log")).Length);
        golden.Line(Golden.Quote(_journal.TakeOneLine()));
    }

    private static void HeadAndFoot(FileAppender appender) => appender.Layout = new PatternLayout("%m%n") { Header = "head\n", Footer = "foot\n" };

    private void Encodings()
    {
        foreach ((string name, Encoding? encoding) in new (string, Encoding?)[]
        {
            ("default", null), ("utf-8", Encoding.UTF8), ("utf-8 no mark", new UTF8Encoding(false)),
            ("utf-16", Encoding.Unicode), ("latin1", Encoding.Latin1), ("ascii", Encoding.ASCII),
        })
        {
            using TempFolder folder = new();
            for (int round = 0; round < 2; round++)
            {
                FileAppender appender = New(folder, "e.log", file =>
                {
                    if (encoding is not null)
                    {
                        file.Encoding = encoding;
                    }

                    file.Layout = new PatternLayout("%m\n");
                });
                Append(appender, "\u00e9");
                appender.Close();
            }

            golden.Line($"{name}: {Convert.ToHexString(File.ReadAllBytes(folder.File("e.log")))}");
        }
    }

    private void EncodingMark()
    {
        using TempFolder folder = new();
        FileAppender appender = New(folder, "e.log", file => file.Encoding = Encoding.UTF8);
        appender.Close();
        golden.Line("size " + new FileInfo(folder.File("e.log")).Length);
    }

    private void ImmediateFlush()
    {
        foreach (bool immediate in new[] { true, false })
        {
            using TempFolder folder = new();
            string path = folder.File("f.log");
            FileAppender appender = New(folder, "f.log", file => file.ImmediateFlush = immediate);
            Append(appender, "1");
            golden.Line($"ImmediateFlush {immediate}: after append {Content(path)}");
            golden.Line($"  Flush(1000) {Golden.Try(() => appender.Flush(1000))} then {Content(path)}");
            appender.Close();
            golden.Line($"  Close then {Content(path)} {Golden.Quote(_journal.TakeOneLine())}");
        }
    }

    private FileAppender New(TempFolder folder, string name, Action<FileAppender>? configure = null)
    {
        FileAppender appender = new()
        {
            Name = "f",
            File = folder.File(name),
            Layout = new PatternLayout("%m%n"),
            ErrorHandler = new ProbeErrorHandler(_journal, "f"),
        };
        configure?.Invoke(appender);
        appender.ActivateOptions();
        return appender;
    }

    private static void Append(TextWriterAppender appender, string message) => appender.DoAppend(Make.Event("a", Level.Info, message));

    private static string Content(string path) => Golden.Quote(TempFolder.Read(path));
}
