using System.Text;
using System.Text.RegularExpressions;
using Easy.Logger.Buffering;

namespace Easy.Logger.Tests.Matrix;

/// <summary>
/// The results of all cells as a document: for each action a table with the children and the queue down, and the policies across.
/// </summary>
internal static partial class MatrixTable
{
    /// <summary>The environment variable that asks for the document to be written instead of only compared.</summary>
    public const string WriteVariable = "EASY_LOGGER_WRITE_MATRIX";

    /// <summary>Stands in the document between what is said of the matrix and the results.</summary>
    private const string Mark = "<!-- results -->\n";

    public static string Path => System.IO.Path.Combine(Repository.Root, "Easy.Logger.Tests", "Matrix", "MATRIX.md");

    public static bool IsToBeWritten => Environment.GetEnvironmentVariable(WriteVariable) == "1";

    /// <summary>The document with these results in place of its own.</summary>
    public static string Replace(string document, IEnumerable<CellResult> results)
    {
        CellResult[] all = [.. results];
        StringBuilder text = new(document.Split(Mark)[0] + Mark);
        text.Append($"{all.Count(result => result.Passed)} of {all.Length} cells pass.\n");
        foreach (IGrouping<MatrixAction, CellResult> table in all.GroupBy(result => result.Cell.Action))
        {
            text.Append($"\n## {table.Key}\n\n| child | queue | {string.Join(" | ", Enum.GetNames<OverflowPolicy>())} "
                + "|\n|---|---|---|---|---|---|\n");
            foreach (IGrouping<(ChildBehaviour Child, QueueFilling Queue), CellResult> row in table.GroupBy(
                result => (result.Cell.Child, result.Cell.Queue)))
            {
                text.Append($"| {row.Key.Child} | {row.Key.Queue} | {string.Join(" | ", row.Select(Describe))} |\n");
            }
        }

        return text.ToString();
    }

    /// <summary>The part of a document that is the same in every run.</summary>
    public static string WithoutLosses(string document) => LossesAfterTheEnding().Replace(document, string.Empty);

    [GeneratedRegex("(?<=\\| [a-z ]+)(; [a-z]+)+(?= \\|)")]
    private static partial Regex LossesAfterTheEnding();

    private static string Describe(CellResult result) => result.Passed ? result.Text : "FAILED";
}
