using log4net.Appender;
using log4net.Core;
using log4net.Repository.Hierarchy;

namespace Recorder;

/// <summary>What a second thread can do while a first one is inside an appender.</summary>
internal static partial class LocksTopic
{
    private static void TwoThreads(Golden golden)
    {
        Hierarchy repository = Make.Repository();
        ProbeAppender slow = new() { Name = "a" };
        repository.Root.AddAppender(slow);
        Logger x = (Logger)repository.GetLogger("x");
        x.AddAppender(new ProbeAppender { Name = "b" });
        x.Additivity = false;

        Tell("same appender", () => Log(repository, "two"));
        Tell("other appender", () => Log(repository, "two", "x"));
        Tell("Flush(int) of the same appender while it appends", () => slow.Flush(100));
        Tell("ErrorHandler set while it appends", () => slow.ErrorHandler = new ProbeErrorHandler(new Journal()));
        Tell("Threshold set while it appends", () => slow.Threshold = Level.All);

        void Tell(string name, Action second)
            => golden.Line($"{name}: {Overlap.WithFirstEvent(hook => slow.OnAppend = hook, () => Log(repository, "one"), second)}");
    }

    private static void ChangeDuringSlowAppend(Golden golden)
    {
        foreach ((string name, Action<Hierarchy> change) in new (string, Action<Hierarchy>)[]
        {
            ("root.AddAppender", repository => repository.Root.AddAppender(new ProbeAppender { Name = "new" })),
            ("root.RemoveAllAppenders", repository => repository.Root.RemoveAllAppenders()),
            ("root.RemoveAppender", repository => repository.Root.RemoveAppender("nope")),
            ("root.Appenders", repository => _ = repository.Root.Appenders),
            ("root.Level", repository => repository.Root.Level = Level.Info),
            ("GetLogger(new name)", repository => repository.GetLogger("fresh")),
            ("hierarchy.GetAppenders", repository => repository.GetAppenders()),
            ("hierarchy.Shutdown", repository => repository.Shutdown()),
            ("hierarchy.Flush", repository => repository.Flush(100)),
            ("logging to a logger below", repository => Log(repository, "two", "x.y")),
        })
        {
            Hierarchy repository = Make.Repository();
            PlainAppender slow = new(new Journal(), "slow");
            repository.Root.AddAppender(slow);
            string overlap = Overlap.WithFirstEvent(hook => slow.OnAppend = hook, () => Log(repository, "one"), () => change(repository));
            golden.Line($"{name}: {overlap}");
        }
    }

    private static void WaitingWriter(Golden golden)
    {
        Hierarchy repository = Make.Repository();
        PlainAppender slow = new(new Journal(), "slow");
        repository.Root.AddAppender(slow);
        using ManualResetEventSlim inside = new(), go = new();
        slow.OnAppend = e =>
        {
            if (e.RenderedMessage == "one")
            {
                inside.Set();
                go.Wait(Overlap.StuckMilliseconds);
            }
        };

        Thread first = Overlap.Start(() => Log(repository, "one"));
        inside.Wait(Overlap.StuckMilliseconds);
        Thread reader = Overlap.Start(() => Log(repository, "two"));
        golden.Line("second log call without a waiting writer blocked: " + Overlap.IsBlocked(reader));
        Thread writer = Overlap.Start(() => repository.Root.AddAppender(new ProbeAppender { Name = "late" }));
        bool writerBlocked = Overlap.IsBlocked(writer);
        Thread late = Overlap.Start(() => Log(repository, "three"));
        golden.Line($"AddAppender blocked {writerBlocked}, log call behind it blocked {Overlap.IsBlocked(late)}");
        go.Set();
        golden.Line("all come back " + new[] { first, reader, writer, late }.All(thread => thread.Join(Overlap.StuckMilliseconds)));
    }

    private static void SlowClose(Golden golden)
    {
        foreach ((string name, Action<Hierarchy> close) in new (string, Action<Hierarchy>)[]
        {
            ("hierarchy.Shutdown", repository => repository.Shutdown()),
            ("hierarchy.ResetConfiguration", repository => repository.ResetConfiguration()),
            ("root.RemoveAllAppenders", repository => repository.Root.RemoveAllAppenders()),
            ("XmlConfigurator.Configure (merge)", repository => XmlConfig.Apply(repository, SmallConfiguration)),
            ("XmlConfigurator.Configure (overwrite)", repository => XmlConfig.Apply(repository, Overwriting(SmallConfiguration))),
            ("appender.Close", repository => repository.Root.GetAppender("slow")!.Close()),
        })
        {
            // Each in a repository of its own, so they can be looked at together; one after the other they would take half a minute.
            golden.Lines(Overlap.Together([.. SlowClose(name, close, container: false), .. SlowClose(name, close, container: true)]));
        }
    }

    private static IEnumerable<Func<string>> SlowClose(string name, Action<Hierarchy> close, bool container) =>
        from other in new (string Name, Action<Hierarchy> Call)[]
        {
            ("log to the same logger", repository => Log(repository, "two")),
            ("log to a logger below", repository => Log(repository, "two", "x.y")),
            ("log to an unrelated logger without additivity", repository => Log(repository, "two", "alone")),
            ("IsEnabledFor", repository => repository.Root.IsEnabledFor(Level.Info)),
            ("hierarchy.GetAppenders", repository => repository.GetAppenders()),
        }
        select (Func<string>)(() => $"{name}, {(container ? "container" : "plain")}, {other.Name}: {DuringSlowClose(close, other.Call, container)}");

    private static string DuringSlowClose(Action<Hierarchy> close, Action<Hierarchy> other, bool container)
    {
        Hierarchy repository = Make.Repository();
        Logger alone = (Logger)repository.GetLogger("alone");
        alone.Additivity = false;
        alone.AddAppender(new ProbeAppender { Name = "alone" });
        ProbeAppender slow = new() { Name = "slow" };
        repository.Root.AddAppender(container ? Container(slow) : slow);
        return Overlap.With(hook => slow.OnClosing = hook, () => close(repository), () => other(repository));
    }

    private static string Overwriting(string configuration)
        => configuration.Replace("<log4net>", "<log4net update='Overwrite'>", StringComparison.Ordinal);

    private static ForwardingAppender Container(ProbeAppender child)
    {
        ForwardingAppender container = new() { Name = child.Name };
        container.AddAppender(child);
        return container;
    }
}
