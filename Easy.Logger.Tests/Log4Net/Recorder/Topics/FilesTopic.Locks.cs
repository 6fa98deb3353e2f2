using log4net.Appender;
using log4net.Core;
using log4net.Layout;

namespace Recorder;

/// <summary>When a file appender calls its locking model, and what two appenders make of one file.</summary>
internal sealed partial class FilesTopic
{
    private void LockingModels()
    {
        (string Name, Func<FileAppender.LockingModelBase> Make)[] models =
        [
            ("exclusive", () => new LoggedLocks.Exclusive(_journal)), ("minimal", () => new LoggedLocks.Minimal(_journal)),
            ("interprocess", () => new LoggedLocks.InterProcess(_journal)), ("nolock", () => new LoggedLocks.None(_journal)),
        ];
        foreach ((string name, Func<FileAppender.LockingModelBase> make) in models)
        {
            golden.Case($"locking model {name}: calls", () => LockCalls(make));
            golden.Case($"locking model {name}: a second appender in the same process on the same file", () => TwoAppenders(make));
        }
    }

    private void LockCalls(Func<FileAppender.LockingModelBase> makeModel)
    {
        foreach (bool immediate in new[] { true, false })
        {
            using TempFolder folder = new();
            string path = folder.File("l.log");
            FileAppender appender = New(folder, "l.log", file =>
            {
                file.LockingModel = makeModel();
                file.ImmediateFlush = immediate;
                file.Layout = new PatternLayout("%m%n") { Footer = "foot\n" };
            });
            golden.Line($"ImmediateFlush {immediate}, activate: {_journal.TakeOneLine()}; file there {File.Exists(path)}");
            Append(appender, "1");
            golden.Line($"one event: {_journal.TakeOneLine()}");
            appender.DoAppend([Make.Event("a", Level.Info, "2"), Make.Event("a", Level.Info, "3"), Make.Event("a", Level.Info, "4")]);
            golden.Line($"batch of three: {_journal.TakeOneLine()}; on disk {Content(path)}");
            appender.Close();
            golden.Line($"close: {_journal.TakeOneLine()}; on disk {Content(path)}");
        }
    }

    private void TwoAppenders(Func<FileAppender.LockingModelBase> makeModel)
    {
        using TempFolder folder = new();
        string path = folder.File("l.log");
        FileAppender first = New(folder, "l.log", file => file.LockingModel = makeModel());
        FileAppender second = New(folder, "l.log", file => file.LockingModel = makeModel());
        _journal.Take();
        Append(first, "a1");
        Append(second, "b1");
        Append(first, "a2");
        Append(second, "b2");
        golden.Line("both open: " + Content(path) + " " + TakeErrors());
        first.Close();
        Append(second, "b3");
        second.Close();
        golden.Line("first closed, then one more by the second: " + Content(path) + " " + TakeErrors());
    }

    private string TakeErrors() => string.Join(" | ", _journal.Take().Where(line => line.StartsWith("error", StringComparison.Ordinal)));
}
