using log4net.Appender;
using log4net.Layout;

namespace Recorder;

/// <summary>Files and writers that are not there, go away, or are set twice.</summary>
internal sealed partial class FilesTopic
{
    private void NoFile()
    {
        using LogLogCapture capture = new();
        FileAppender appender = new() { Name = "f", Layout = new PatternLayout("%m"), ErrorHandler = new ProbeErrorHandler(_journal, "f") };
        appender.ActivateOptions();
        golden.Lines(capture.Take());
        Append(appender, "m");
        Append(appender, "m");
        appender.Close();
        golden.Line(_journal.TakeOneLine());
    }

    private void FolderInPlace()
    {
        using TempFolder folder = new();
        string path = folder.File("dir.log");
        Directory.CreateDirectory(path);
        FileAppender appender = New(folder, "dir.log");
        golden.Line("activate: " + _journal.TakeOneLine());
        Append(appender, "m");
        golden.Line("append: " + _journal.TakeOneLine());
        Directory.Delete(path);
        Append(appender, "m");
        appender.Close();
        golden.Line("folder gone, append and close: " + _journal.TakeOneLine() + "; file made " + File.Exists(path));
    }

    private void DeletedWhileOpen()
    {
        using TempFolder folder = new();
        FileAppender exclusive = New(folder, "d.log");
        Append(exclusive, "1");
        File.Delete(folder.File("d.log"));
        Append(exclusive, "2");
        exclusive.Close();
        golden.Line("exclusive: file there " + File.Exists(folder.File("d.log")) + " " + _journal.TakeOneLine());

        FileAppender minimal = New(folder, "m.log", file => file.LockingModel = new FileAppender.MinimalLock());
        Append(minimal, "1");
        File.Delete(folder.File("m.log"));
        Append(minimal, "2");
        minimal.Close();
        golden.Line("minimal: " + Content(folder.File("m.log")) + " " + _journal.TakeOneLine());
    }

    private void ClosedAndActivatedTwice()
    {
        using TempFolder folder = new();
        FileAppender closed = New(folder, "c.log");
        closed.Close();
        Append(closed, "m");
        golden.Line("append after close: " + _journal.TakeOneLine() + " size " + new FileInfo(folder.File("c.log")).Length);

        FileAppender exclusive = New(folder, "b.log");
        Append(exclusive, "1");
        exclusive.ActivateOptions();
        Append(exclusive, "2");
        exclusive.Close();
        golden.Line("activated twice: " + Content(folder.File("b.log")) + " " + _journal.TakeOneLine());

        FileAppender interProcess = New(folder, "i.log", file => file.LockingModel = new FileAppender.InterProcessLock());
        interProcess.ActivateOptions();
        golden.Line("interprocess activated twice: " + _journal.TakeOneLine());
        interProcess.Close();
        _journal.Take();
    }

    private void EnvironmentVariables()
    {
        using TempFolder folder = new();
        Environment.SetEnvironmentVariable("RECORDER_NAME", "fromenv");
        FileAppender appender = New(folder, "%RECORDER_NAME%.log");
        appender.Close();
        golden.Line(string.Join(", ", folder.List(false)) + "; File property " + Path.GetFileName(appender.File) + " " + _journal.TakeOneLine());
    }

    private void WriterHandling()
    {
        using StringWriter first = new();
        using StringWriter second = new();
        using StringWriter third = new();
        TextWriterAppender appender = new()
        {
            Name = "t",
            Layout = new PatternLayout("%m;") { Header = "<", Footer = ">" },
            Writer = first,
            ErrorHandler = new ProbeErrorHandler(_journal, "t"),
        };
        appender.ActivateOptions();
        Append(appender, "1");
        appender.Writer = second;
        Append(appender, "2");
        golden.Line($"first {Golden.Quote(first.ToString())} second {Golden.Quote(second.ToString())}, Writer type {appender.Writer.GetType().Name}");
        appender.Writer = null;
        Append(appender, "3");
        golden.Line($"second {Golden.Quote(second.ToString())}, Writer {(appender.Writer is null ? "<null>" : "set")}, {_journal.TakeOneLine()}");
        appender.Writer = third;
        appender.Close();
        golden.Line($"third {Golden.Quote(third.ToString())} writer after close {(appender.Writer is null ? "<null>" : "set")}");
    }
}
