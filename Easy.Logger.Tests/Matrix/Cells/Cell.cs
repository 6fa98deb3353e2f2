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

/// <summary>What became of a cell, and the line in which the program that played it reports it.</summary>
internal sealed record CellResult(Cell Cell, bool Passed, string Text)
{
    private const string Mark = "cell";
    private const char Separator = '\t';

    /// <summary>
    /// The exit code of a program that played its cells to the end, passed or not. One whose cell ends the process exits with another.
    /// </summary>
    public const int PlayedCode = 60;

    /// <inheritdoc cref="PlayedCode" />
    public const int EndedCode = 61;

    public string ToLine() => string.Join(Separator, Mark, Cell.Name, Passed, Text.ReplaceLineEndings(" | ").Replace(Separator, ' '));

    /// <summary>The result that a line reports, if it reports one.</summary>
    public static CellResult? FromLine(string line) =>
        line.Split(Separator) is [Mark, { } name, { } passed, { } text] ? new CellResult(Cell.Parse(name), bool.Parse(passed), text) : null;
}

/// <summary>What a child, its layout or a message does while it is asked to write.</summary>
internal enum ChildBehaviour
{
    LogsInAppend = 0,
    BlocksForever,
    Throws,
    LayoutLogs,
    MessageLogs,
    CallsFlush,
    CallsShutdown,
}

/// <summary>What the program does to the appender at that moment.</summary>
internal enum MatrixAction
{
    Flush = 0,
    Close,
    Shutdown,
    Reload,
    RemoveAppender,
    ProcessExit,
}

/// <summary>
/// What is queued behind the event that the child is being given: nothing, or as much as there is room for and one call more.
/// </summary>
internal enum QueueFilling
{
    Empty = 0,
    Full,
}
