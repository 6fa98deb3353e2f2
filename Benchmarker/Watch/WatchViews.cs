using Spectre.Console;
using Spectre.Console.Rendering;

namespace Benchmarker.Watch;

/// <summary>How moments are shown.</summary>
internal interface IWatchView
{
    /// <summary>How often a moment is wanted.</summary>
    TimeSpan Interval { get; }

    /// <summary>Shows what comes while something runs.</summary>
    /// <param name="run">Hands a moment over whenever there is one.</param>
    Task FollowAsync(Func<Action<WatchMoment>, Task> run);
}

/// <summary>For a file or a pipe: a block of lines each second.</summary>
internal sealed class PlainWatchView(TextWriter output) : IWatchView
{
    public TimeSpan Interval => TimeSpan.FromSeconds(1);

    public Task FollowAsync(Func<Action<WatchMoment>, Task> run) => run(Show);

    public void Show(WatchMoment moment)
    {
        foreach (ComponentMoment component in moment.Components)
        {
            Write(
                $"{moment.Elapsed.TotalSeconds:0} s {component.Name}: queue {component.QueueSize:N0} of {component.QueueCapacity:N0} "
                    + $"({component.Fill:P0}), in flight {component.InFlight:N0}, "
                + $"oldest {component.OldestAge.TotalSeconds:0.000} s, enqueued {component.EnqueuedPerSecond:N0}/s, forwarded "
                + $"{component.ForwardedPerSecond:N0}/s, "
                + $"blocked {component.BlockedPerSecond:N0}/s, rejected {component.Rejected:N0}");
            IEnumerable<string> errors = component.Errors.Select(error => $"{error.Type} {error.Total:N0} ({error.PerSecond:N0}/s)");
            Write($"  lost: {string.Join(", ", errors)}");
            if (component.Journaled is { } journaled)
            {
                Write($"  journal: {journaled:N0} written, {component.NotJournaled:N0} not");
            }

            foreach (ChildMoment child in component.Children)
            {
                Write($"  {child.Name} ({child.Type}): took {child.Taken:N0} ({child.TakenPerSecond:N0}/s), failed {child.Failed:N0} "
                    + $"({child.FailedPerSecond:N0}/s)");
            }

            if (component.Imbalance is { } imbalance)
            {
                Write($"  {imbalance}");
            }
        }
    }

    private void Write(string line) => output.WriteLine(line);
}

/// <summary>For a person at a terminal: one panel for each appender, redrawn in place.</summary>
internal sealed class TerminalWatchView(IAnsiConsole console) : IWatchView
{
    private const int BarWidth = 40;
    private const double GettingFull = 0.5;
    private const double AlmostFull = 0.8;

    public TimeSpan Interval => TimeSpan.FromSeconds(0.5);

    public Task FollowAsync(Func<Action<WatchMoment>, Task> run) =>
        console.Live(new Text("waiting for the first reading")).StartAsync(context => run(moment => context.UpdateTarget(Render(moment))));

    public static IRenderable Render(WatchMoment moment)
    {
        IEnumerable<IRenderable> panels = moment.Components.Select(component => new Panel(new Rows(Summary(component), Children(component)))
            .Header(Markup.Escape($" {component.Name} ")).Border(BoxBorder.Rounded).Expand());
        return new Rows(
            [.. panels, new Markup($"[grey]{moment.Elapsed:mm\\:ss}, all numbers from the meter Easy.Logger; Ctrl+C ends it[/]")]);
    }

    private static Grid Summary(ComponentMoment component)
    {
        Grid grid =
            new Grid().AddColumn(new GridColumn().NoWrap().PadLeft(0).PadRight(2)).AddColumn(new GridColumn().PadLeft(0).PadRight(0));
        Add("queue", $"{Bar(component.Fill)} {component.QueueSize:N0} of {component.QueueCapacity:N0}, {component.InFlight:N0} in flight");
        Add("oldest", $"{component.OldestAge.TotalSeconds:0.000} s");
        Add("enqueued", $"{component.EnqueuedPerSecond:N0}/s");
        Add("forwarded", $"{component.ForwardedPerSecond:N0}/s, {component.BatchesPerSecond:N0} batches/s of {component.BatchSize:N0}, "
            + $"{component.BatchDuration.TotalMilliseconds:0.0} ms each");
        Add("waiting", $"{component.BlockedPerSecond:N0} calls/s, {component.BlockedShare:0.00} s in each second");
        Add("lost", string.Join("  ", component.Errors.Select(Error)));
        if (component.Rejected > 0)
        {
            Add("rejected", $"[yellow]{component.Rejected:N0}[/]");
        }

        if (component.Journaled is { } journaled)
        {
            string missed = component.NotJournaled > 0 ? $"[yellow]{component.NotJournaled:N0} not[/]" : "0 not";
            Add("journal", $"{journaled:N0} written, {missed}");
        }

        Add("counters", component.Imbalance is { } imbalance ? $"[red]{Markup.Escape(imbalance)}[/]" : "[green]balance[/], "
            + $"{component.Enqueued:N0} events so far");
        return grid;

        void Add(string what, string markup) => grid.AddRow(new Text(what, new Style(Color.Aqua)), new Markup(markup));
    }

    private static Table Children(ComponentMoment component)
    {
        Table table = new Table().Border(TableBorder.Simple).AddColumn("attached").AddColumn("class");
        foreach (string header in new[] { "took/s", "took", "failed/s", "failed" })
        {
            table.AddColumn(new TableColumn(header).RightAligned().NoWrap());
        }

        foreach (ChildMoment child in component.Children)
        {
            Style failing = child.FailedPerSecond > 0 ? new Style(Color.Red) : Style.Plain;
            table.AddRow(
                new Text(child.Name),
                new Text(child.Type),
                new Text($"{child.TakenPerSecond:N0}"),
                new Text($"{child.Taken:N0}"),
                new Text($"{child.FailedPerSecond:N0}", failing),
                new Text($"{child.Failed:N0}", failing));
        }

        return table;
    }

    private static string Bar(double fill)
    {
        int full = (int)Math.Round(fill * BarWidth);
        string colour = fill >= AlmostFull ? "red" : fill >= GettingFull ? "yellow" : "green";
        return $"[{colour}]{new string('█', full)}[/][grey]{new string('░', BarWidth - full)}[/]";
    }

    private static string Error(ErrorMoment error)
    {
        string colour = error.PerSecond > 0 ? "red" : error.Total > 0 ? "yellow" : "grey";
        return $"[{colour}]{Markup.Escape(error.Type)} {error.Total:N0} ({error.PerSecond:N0}/s)[/]";
    }
}
