using Easy.Logger.Buffering;

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

    [Test]
    public void Table_AllCells_SaysHowTheyEnded()
    {
        string document = File.ReadAllText(MatrixTable.Path);
        string table = MatrixTable.Replace(document, Cell.All.Select(MatrixRun.Of));
        if (MatrixTable.IsToBeWritten)
        {
            File.WriteAllText(MatrixTable.Path, table);
        }

        Assert.That(
            MatrixTable.WithoutLosses(document),
            Is.EqualTo(MatrixTable.WithoutLosses(table)),
            $"Set {MatrixTable.WriteVariable} to 1 to write it anew.");
    }
}
