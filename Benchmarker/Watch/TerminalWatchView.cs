using Spectre.Console;
using Spectre.Console.Rendering;

namespace Benchmarker.Watch;

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
