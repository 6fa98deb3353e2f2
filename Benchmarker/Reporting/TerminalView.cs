using Benchmarker.Children;
using Benchmarker.CommandLine;
using Benchmarker.Running;
using Benchmarker.Scenarios;
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
        AnsiConsole.Write(Rows(options.Scenarios.Select(scenario => new[] { scenario.Name, Sentences.GcMode(scenario), scenario.Description })));
        AnsiConsole.WriteLine();
    }

    public async Task<ScenarioResult> FollowAsync(Scenario scenario, Func<Action<ChildProgress>, Task<ScenarioResult>> run)
    {
        ScenarioResult result = await AnsiConsole.Progress()
            .AutoClear(true)
            .Columns(new TaskDescriptionColumn(), new ProgressBarColumn(), new PercentageColumn(), new ElapsedTimeColumn())
            .StartAsync(async context =>
            {
                ProgressTask task = context.AddTask(Describe(scenario, "starting"), maxValue: 1);
                return await run(progress =>
                {
                    task.Description = Describe(scenario, progress.Stage);
                    task.Value = progress.Fraction;
                });
            });
        string colour = result.Problems.Count == 0 ? "green" : "red";
        AnsiConsole.MarkupLine($"[{colour}]{Markup.Escape(scenario.Name)}[/] {Markup.Escape(Sentences.Outcome(result))}");
        return result;
    }

    public void ShowResults(IReadOnlyList<ScenarioResult> results)
    {
        AnsiConsole.WriteLine();
        bool wide = AnsiConsole.Profile.Width >= Wide;
        IReadOnlyList<ResultColumn>[] groups = wide
            ? [ResultColumns.Throughput, [.. ResultColumns.Latency, .. ResultColumns.Memory]]
            : [ResultColumns.Throughput, ResultColumns.Latency, ResultColumns.Memory];
        foreach (IReadOnlyList<ResultColumn> columns in groups)
        {
            AnsiConsole.Write(Table(results, columns, wide));
        }

        AnsiConsole.Write(Chart(results));
        AnsiConsole.WriteLine();
        AnsiConsole.MarkupLineInterpolated($"[grey]{Sentences.Explanation}[/]");
        foreach (ScenarioResult result in results)
        {
            string colour = result.Problems.Count == 0 ? "yellow" : "red";
            foreach (string remark in Sentences.Remarks(result))
            {
                AnsiConsole.MarkupLine($"[{colour}]{Markup.Escape(result.Scenario.Name)}[/] {Markup.Escape(remark)}");
            }
        }
    }

    private static string Describe(Scenario scenario, string stage) => Markup.Escape($"{scenario.Name}: {stage}");

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

    private static Table Table(IReadOnlyList<ScenarioResult> results, IReadOnlyList<ResultColumn> columns, bool wide)
    {
        Table table = new Table().Border(wide ? TableBorder.Rounded : TableBorder.Simple);
        Padding padding = wide ? new Padding(1, 0) : new Padding(0, 0);
        table.AddColumn(new TableColumn(ResultColumns.Scenario.Header).NoWrap().Padding(padding));
        foreach (ResultColumn column in columns)
        {
            table.AddColumn(new TableColumn(column.Header).RightAligned().NoWrap().Padding(padding));
        }

        foreach (ScenarioResult result in results)
        {
            Style style = result.Problems.Count == 0 ? Style.Plain : new Style(Color.Red);
            table.AddRow([new Text(ResultColumns.Scenario.Text(result), style), .. columns.Select(column => new Text(column.Text(result), style))]);
        }

        return table;
    }

    private static BarChart Chart(IReadOnlyList<ScenarioResult> results)
    {
        BarChart chart = new BarChart().Label("sustained events per second").LeftAlignLabel().UseValueFormatter(value => $"{value:N0}");
        foreach ((int index, ScenarioResult result) in results.Index())
        {
            string label = $"{result.Scenario.Name} {ResultColumns.Ratio(result.RatioToBaseline)}";
            chart.AddItem(Markup.Escape(label), result.Measurement?.SustainedPerSecond ?? 0, _palette[index % _palette.Length]);
        }

        return chart;
    }
}
