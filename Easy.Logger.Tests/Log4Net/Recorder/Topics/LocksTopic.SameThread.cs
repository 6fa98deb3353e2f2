using log4net.Repository.Hierarchy;

namespace Recorder;

/// <summary>What a thread can do from inside an appender.</summary>
internal static partial class LocksTopic
{
    private static void ChangeFromAppend(Golden golden)
    {
        foreach ((string name, Action<Hierarchy> change) in new (string, Action<Hierarchy>)[]
        {
            ("root.AddAppender", repository => repository.Root.AddAppender(new ProbeAppender { Name = "new" })),
            ("root.RemoveAllAppenders", repository => repository.Root.RemoveAllAppenders()),
            ("root.Appenders", repository => _ = repository.Root.Appenders),
            ("hierarchy.Shutdown", repository => repository.Shutdown()),
            ("appender.Close", repository => repository.Root.GetAppender("a")!.Close()),
            ("other logger AddAppender", repository => ((Logger)repository.GetLogger("other")).AddAppender(new ProbeAppender { Name = "new" })),
            ("hierarchy.Flush", repository => repository.Flush(10)),
            ("XmlConfigurator.Configure", repository => XmlConfig.Apply(repository, SmallConfiguration)),
        })
        {
            using LogLogCapture capture = new();
            Hierarchy repository = Make.Repository();
            ProbeAppender appender = new() { Name = "a" };
            appender.ErrorHandler = new ProbeErrorHandler(appender.Journal);
            string? result = null;
            appender.OnAppend = _ => result ??= Golden.Try(() => change(repository));
            repository.Root.AddAppender(appender);
            Log(repository, "one");
            appender.OnAppend = null;
            string after = Golden.Try(() => Log(repository, "two"));
            golden.Line($"{name}: {result}; next log call {after}; journal {appender.Journal.TakeOneLine()}");
            golden.Lines(capture.Take());
        }
    }

    private static void LogFromClose(Golden golden)
    {
        Hierarchy repository = Make.Repository();
        Journal journal = new();
        repository.Root.AddAppender(new ProbeAppender { Name = "a", Journal = journal, OnClosing = () => Log(repository, "from close") });
        repository.Root.AddAppender(new ProbeAppender { Name = "b", Journal = journal });
        golden.Line(Golden.Try(repository.Shutdown) + " " + journal.TakeOneLine());
    }

    private static void CloseTwice(Golden golden)
    {
        Journal journal = new();
        ProbeAppender throwing = new() { Name = "a", Journal = journal, OnClosing = () => throw new InvalidOperationException() };
        golden.Line($"throws: {Golden.Try(throwing.Close)}, again: {Golden.Try(throwing.Close)} {journal.TakeOneLine()}");

        ProbeAppender closing = new() { Name = "b", Journal = journal };
        int depth = 0;
        closing.OnClosing = () =>
        {
            if (depth++ < 3)
            {
                closing.Close();
            }
        };
        golden.Line($"re-entrant: {Golden.Try(closing.Close)} OnClose runs {journal.Take().Count}");
    }
}
