using System.Diagnostics;
using Easy.Logger.Tests.Matrix;
using log4net.Util;

namespace MatrixProbe;

/// <summary>
/// Plays the cells of one process: side by side where each minds its own repository, one after the other where LogManager.Shutdown is
/// called, and only one where the process ends.
/// </summary>
internal static class Playing
{
    private static readonly Lock _lock = new();

    public static int Of(string[] names)
    {
        LogLog.EmitInternalMessages = false; // a failing cell says what concerns it
        Cell[] cells = [.. names.Select(Cell.Parse)];
        if (cells is [{ EndsTheProcess: true } last])
        {
            Report(new CellRun(last).PlayToTheExit(inExit: Report));
            Abort();
        }

        if (Array.Exists(cells, cell => cell.EndsTheProcess))
        {
            throw new ArgumentException("A cell that ends the process is played alone.", nameof(names));
        }

        if (Array.Exists(cells, cell => cell.ShutsEverythingDown))
        {
            Array.ForEach(cells, cell => Play(cell));
        }
        else
        {
            Thread[] threads = Array.ConvertAll(cells, cell => new Thread(() => Play(cell)));
            Array.ForEach(threads, thread => thread.Start());
            Array.ForEach(threads, thread => thread.Join());
        }

        return CellResult.PlayedCode;
    }

    private static void Play(Cell cell)
    {
        CellRun run = new(cell);
        Report(run.Play());
        if (run.Hangs && cell.ShutsEverythingDown)
        {
            Abort(); // the next cell's Shutdown would hang in this one's repository
        }
    }

    private static void Report(CellResult result)
    {
        lock (_lock)
        {
            Console.WriteLine(result.ToLine());
        }
    }

    /// <summary>Ends the process without the handlers of its exit, which may hang too.</summary>
    private static void Abort()
    {
        Console.Out.Flush();
        Process.GetCurrentProcess().Kill();
    }
}
