using log4net.Appender;
using log4net.Core;
using log4net.Repository.Hierarchy;

namespace Recorder;

/// <summary>What is thrown, what is swallowed, who is told. Texts are not recorded, only structure.</summary>
internal static partial class ErrorsTopic
{
    public static void Run(Golden golden)
    {
        foreach (Place place in Places())
        {
            golden.Case(place.Name, () => Throw(golden, place));
        }

        golden.Case("a plain IAppender that throws: the logger goes on with the next one", PlainAppenderThrows);
        golden.Case("an appender whose Close throws, on RemoveAllAppenders and Shutdown", CloseThrows);
        golden.Case("a container whose Close throws, on Shutdown", CloseOfAContainerThrows);
        golden.Case("OnlyOnceErrorHandler", OnlyOnce);
        golden.Case("ErrorHandler set to null", NullHandler);
        golden.Case("LogLog: prefixes, gates, console", InternalMessages);
        golden.Case("an error handler that throws", HandlerThrows);
    }

    private static void PlainAppenderThrows(Golden golden)
    {
        Hierarchy repository = Make.Repository();
        Journal journal = new();
        using LogLogCapture capture = new();
        repository.Root.AddAppender(new PlainAppender(journal, "bad") { OnAppend = _ => throw new InvalidOperationException() });
        repository.Root.AddAppender(new PlainAppender(journal, "good"));
        golden.Line(Golden.Try(() => repository.Root.Log(Level.Info, "m", null)) + " " + journal.TakeOneLine());
        golden.Lines(capture.Take("[bad]"));

        Logger root = Make.Repository().Root;
        root.AddAppender(new PlainAppender(journal, "fatal") { OnAppend = _ => throw new OutOfMemoryException() });
        root.AddAppender(new PlainAppender(journal, "after"));
        golden.Line($"fatal, through Logger.Log(level): {Golden.Try(() => root.Log(Level.Info, "m", null))}"
            + $", through Logger.Log(type): {Golden.Try(() => root.Log(typeof(ErrorsTopic), Level.Info, "m", null))} {journal.TakeOneLine()}");
        golden.Lines(capture.Take());
    }

    private static void CloseThrows(Golden golden)
    {
        foreach ((string name, Action<Hierarchy> close) in new (string, Action<Hierarchy>)[]
        {
            ("RemoveAllAppenders", repository => repository.Root.RemoveAllAppenders()),
            ("Shutdown", repository => repository.Shutdown()),
        })
        {
            Hierarchy repository = Make.Repository();
            Journal journal = new();
            using LogLogCapture capture = new();
            repository.Root.AddAppender(new ProbeAppender { Name = "bad", Journal = journal, OnClosing = () => throw new InvalidOperationException() });
            repository.Root.AddAppender(new PlainAppender(journal, "good"));
            golden.Line($"{name}: {Golden.Try(() => close(repository))} {journal.TakeOneLine()}");
            golden.Lines(capture.Take("[bad]"));
        }
    }

    private static void CloseOfAContainerThrows(Golden golden)
    {
        Hierarchy repository = Make.Repository();
        Journal journal = new();
        using LogLogCapture capture = new();
        repository.Root.AddAppender(new BadContainer(journal));
        repository.Root.AddAppender(new PlainAppender(journal, "good"));
        golden.Line(Golden.Try(repository.Shutdown) + " " + journal.TakeOneLine());
        golden.Lines(capture.Take());
    }

    private sealed class BadContainer(Journal journal) : ForwardingAppender
    {
        protected override void OnClose()
        {
            journal.Add("container.OnClose");
            throw new InvalidOperationException();
        }
    }
}
