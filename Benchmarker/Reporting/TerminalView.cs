using Benchmarker.Throughput;
using Spectre.Console;

namespace Benchmarker.Reporting;

/// <summary>For a person at a terminal: a live progress bar, tables and a chart.</summary>
internal sealed class TerminalView : IBenchmarkView
{
    // From here on latency and memory fit into one table with lines between the columns.
    private const int Wide = 110;

    private static readonly Color[] _palette = [Color.Grey, Color.Yellow, Color.Green, Color.Aqua, Color.Blue, Color.Fuchsia];

    public void ShowEnvironment(BenchmarkEnvironment environment, BenchmarkOptions options)
    {
        AnsiConsole.MarkupLineInterpolated($"[bold]{Sentences.Title(options)}[/]");
        AnsiConsole.WriteLine();
        AnsiConsole.Write(Rows(environment.Rows));
        AnsiConsole.WriteLine();
        AnsiConsole.Write(
            Rows(options.Scenarios.Select(scenario => new[] { scenario.Name, Sentences.GcMode(scenario), scenario.Description })));
        AnsiConsole.WriteLine();
    }

    public async Task<ScenarioResult> FollowAsync(BenchmarkStep step, Func<Action<ChildProgress>, Task<ScenarioResult>> run)
    {
        ScenarioResult result = await AnsiConsole.Progress()
            .AutoClear(true)
            .Columns(new TaskDescriptionColumn(), new ProgressBarColumn(), new PercentageColumn(), new ElapsedTimeColumn())
            .StartAsync(async context =>
            {
                ProgressTask task = context.AddTask(Describe(step, "starting"), maxValue: 1);
                return await run(progress =>
                {
                    task.Description = Describe(step, progress.Stage);
                    task.Value = progress.Fraction;
                });
            });
        string colour = result.Problems.Count == 0 ? "green" : "red";
        AnsiConsole.MarkupLine($"[{colour}]{Markup.Escape(step.Label)}[/] {Markup.Escape(Sentences.Outcome(result))}");
        return result;
    }

    public void ShowResults(IReadOnlyList<ScenarioSummary> summaries)
    {
        AnsiConsole.WriteLine();
        foreach (IGrouping<int, ScenarioSummary> group in summaries.GroupBy(summary => summary.Threads))
        {
            ShowGroup([.. group], Sentences.Threads(group.Key));
        }

        foreach (string explanation in Sentences.Explanations(summaries))
        {
            AnsiConsole.MarkupLineInterpolated($"[grey]{explanation}[/]");
        }

        foreach (ScenarioResult result in summaries.SelectMany(summary => summary.Results))
        {
            string colour = result.Problems.Count == 0 ? "yellow" : "red";
            foreach (string remark in Sentences.Remarks(result))
            {
                AnsiConsole.MarkupLine($"[{colour}]{Markup.Escape(result.Step.Label)}[/] {Markup.Escape(remark)}");
            }
        }
    }

    private static void ShowGroup(IReadOnlyList<ScenarioSummary> summaries, string threads)
    {
        bool wide = AnsiConsole.Profile.Width >= Wide;
        IReadOnlyList<ResultColumn>[] groups = wide
            ? [ResultColumns.Throughput, [.. ResultColumns.Latency, .. ResultColumns.Memory]]
            : [ResultColumns.Throughput, ResultColumns.Latency, ResultColumns.Memory];
        foreach (IReadOnlyList<ResultColumn> columns in groups)
        {
            AnsiConsole.Write(Table(summaries, columns, wide));
        }

        AnsiConsole.Write(Chart(summaries, threads));
        AnsiConsole.WriteLine();
    }

    private static string Describe(BenchmarkStep step, string stage) => Markup.Escape($"{step.Label}: {stage}");

    private static Grid Rows(IEnumerable<string[]> rows)
    {
        string[][] all = [.. rows];
        Grid grid = new();
        foreach (string _ in all[0])
        {
            grid.AddColumn(new GridColumn().PadLeft(0).PadRight(2));
        }

        foreach (string[] row in all)
        {
            grid.AddRow([.. row.Select((text, index) => new Text(text, index == 0 ? new Style(Color.Aqua) : Style.Plain))]);
        }

        return grid;
    }

    private static Table Table(IReadOnlyList<ScenarioSummary> summaries, IReadOnlyList<ResultColumn> columns, bool wide)
    {
        Table table = new Table().Border(wide ? TableBorder.Rounded : TableBorder.Simple);
        Padding padding = wide ? new Padding(1, 0) : new Padding(0, 0);
        table.AddColumn(new TableColumn(ResultColumns.Scenario.Header).NoWrap().Padding(padding));
        foreach (ResultColumn column in columns)
        {
            table.AddColumn(new TableColumn(column.Header).RightAligned().NoWrap().Padding(padding));
        }

        foreach (ScenarioSummary summary in summaries)
        {
            Style style = summary.Failed ? new Style(Color.Red) : Style.Plain;
            table.AddRow([new Text(ResultColumns.Scenario.Text(summary), style), .. columns.Select(
                column => new Text(column.Text(summary), style))]);
        }

        return table;
    }

    private static BarChart Chart(IReadOnlyList<ScenarioSummary> summaries, string threads)
    {
        BarChart chart =
            new BarChart().Label($"sustained events per second, {threads}").LeftAlignLabel().UseValueFormatter(value => $"{value:N0}");
        foreach ((int index, ScenarioSummary summary) in summaries.Index())
        {
            string label = summary.RatioToBaseline is { } ratio
                ? $"{summary.Scenario.Name} {ResultColumns.Ratio(ratio.Median)}"
                : summary.Scenario.Name;
            chart.AddItem(Markup.Escape(label), summary.Sustained?.Median ?? 0, _palette[index % _palette.Length]);
        }

        return chart;
    }
}
