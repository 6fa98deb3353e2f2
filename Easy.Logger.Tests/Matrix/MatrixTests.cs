namespace Easy.Logger.Tests.Matrix;

/// <summary>
/// Whatever a child does, with whatever in the queue, nothing that a program does to the appender or through it
/// hangs, throws or loses count. What is held against each cell is in the probe's Promise and Verdict.
/// </summary>
[Category("Matrix")]
[Demand("A1", "A2", "A4", "A6", "B3", "B4")]
internal sealed class MatrixTests
{
    [Test]
    public void Cell_Played_KeepsItsPromise(
        [Values] ChildBehaviour child, [Values] QueueFilling queue, [Values] MatrixAction action, [Values] OverflowPolicy policy)
    {
        CellResult result = MatrixRun.Of(new Cell(child, queue, action, policy));

        Assert.That(result.Passed, Is.True, result.Text);
    }
}

/// <summary>
/// Plays cells in programs of their own, each cell once. The first one that a test asks for is played alone, so that one test alone is
/// quick; the second makes all the others start too.
/// </summary>
internal static class MatrixRun
{
    // They mostly wait, but each start is work.
    private const int ProgramsAtOnce = 6;

    private static readonly Lock _lock = new();
    private static readonly ConcurrentDictionary<Cell, TaskCompletionSource<CellResult>> _results = [];

    public static CellResult Of(Cell cell)
    {
        Task<CellResult> result;
        lock (_lock)
        {
            if (!_results.ContainsKey(cell))
            {
                Begin(_results.IsEmpty ? [cell] : [.. Cell.All.Where(other => !_results.ContainsKey(other))]);
            }

            result = _results[cell].Task;
        }

        return result.GetAwaiter().GetResult();
    }

    private static void Begin(IReadOnlyList<Cell> cells)
    {
        foreach (Cell cell in cells)
        {
            _results[cell] = new TaskCompletionSource<CellResult>(TaskCreationOptions.RunContinuationsAsynchronously);
        }

        ConcurrentQueue<Cell[]> loads = new(Loads(cells));
        for (int i = 0; i < Math.Min(ProgramsAtOnce, loads.Count); i++)
        {
            Task.Factory.StartNew(() => PlayAll(loads), CancellationToken.None, TaskCreationOptions.LongRunning, TaskScheduler.Default);
        }
    }

    /// <summary>For each program, the longest first: cells one after the other, cells side by side, those that end the process.</summary>
    private static IEnumerable<Cell[]> Loads(IReadOnlyList<Cell> cells)
    {
        ILookup<bool, Cell> ending = cells.ToLookup(cell => cell.EndsTheProcess);
        ILookup<bool, Cell> shutting = ending[false].ToLookup(cell => cell.ShutsEverythingDown);
        return
        [
            .. shutting[true].GroupBy(cell => (cell.Child, cell.Action)).Select(load => load.ToArray()),
            .. shutting[false].GroupBy(cell => cell.Child).Select(load => load.ToArray()),
            .. ending[true].GroupBy(cell => (cell.Child, cell.Queue, IsAlone(cell) ? cell.Policy : (OverflowPolicy?)null))
                .Select(load => load.ToArray()),
        ];
    }

    // What it waits for would be over with the exit of another.
    private static bool IsAlone(Cell cell) => cell.Child is ChildBehaviour.CallsShutdown or ChildBehaviour.MessageLogs
        || cell is { Queue: QueueFilling.Full, Policy: OverflowPolicy.Block };

    private static void PlayAll(ConcurrentQueue<Cell[]> loads)
    {
        while (loads.TryDequeue(out Cell[]? load))
        {
            try
            {
                Play(load, loads);
            }
            catch (Exception e)
            {
                Array.ForEach(load, cell => _results[cell].TrySetException(e));
            }
        }
    }

    private static void Play(Cell[] load, ConcurrentQueue<Cell[]> loads)
    {
        using ProbeRun run = new(TestProgram.MatrixProbe, load.Select(cell => cell.Name));
        int? exitCode = run.AwaitEnd();
        ILookup<Cell, CellResult> printed = run.Output.Select(CellResult.FromLine).OfType<CellResult>().ToLookup(result => result.Cell);
        foreach (Cell cell in load)
        {
            CellResult? result = printed[cell].LastOrDefault();
            if (result is null && load.Length > 1)
            {
                loads.Enqueue([cell]); // another one has ended the program: the rest need not suffer for it
                continue;
            }

            result ??= new CellResult(cell, Passed: false, $"Nothing was printed. {run.Transcript}");
            if (cell.EndsTheProcess && exitCode != CellResult.EndedCode)
            {
                result = result with { Passed = false, Text = $"Exit code {exitCode}. {result.Text}" };
            }

            _results[cell].SetResult(result);
        }
    }
}
