namespace Easy.Logger.Tests.Matrix;

/// <summary>What became of a cell, and the line in which the program that played it tells the tests.</summary>
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

    /// <summary>The result that a line tells, if it tells one.</summary>
    public static CellResult? FromLine(string line) =>
        line.Split(Separator) is [Mark, { } name, { } passed, { } text] ? new CellResult(Cell.Parse(name), bool.Parse(passed), text) : null;
}
