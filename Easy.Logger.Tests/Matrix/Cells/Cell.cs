using Easy.Logger.Buffering;

namespace Easy.Logger.Tests.Matrix;

/// <summary>One cell of the deadlock matrix. Shared by the tests and the program that plays it.</summary>
internal sealed record Cell(ChildBehaviour Child, QueueFilling Queue, MatrixAction Action, OverflowPolicy Policy)
{
    /// <summary>Every combination, in the order of the table.</summary>
    public static IReadOnlyList<Cell> All { get; } =
    [
        .. from action in Enum.GetValues<MatrixAction>()
        from child in Enum.GetValues<ChildBehaviour>()
        from queue in Enum.GetValues<QueueFilling>()
        from policy in Enum.GetValues<OverflowPolicy>()
        select new Cell(child, queue, action, policy)
    ];

    /// <summary>How the cell is called on a command line.</summary>
    public string Name => $"{Child}.{Queue}.{Action}.{Policy}";

    public bool EndsTheProcess => Action == MatrixAction.ProcessExit;

    /// <summary>Whether LogManager.Shutdown is called, which would shut the other cells of the process down too.</summary>
    public bool ShutsEverythingDown => Action == MatrixAction.Shutdown || Child == ChildBehaviour.CallsShutdown;

    public static Cell Parse(string name) => All.Single(cell => cell.Name == name);

    public override string ToString() => Name;
}
