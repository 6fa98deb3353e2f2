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

    private const string Introduction =
        """
        # The deadlock matrix

        What happens when something is done to the appender while a child, its layout or a message is in the middle of trouble. Each cell is
        one test of the category `Matrix` (`dotnet test -c Release --filter TestCategory=Matrix`), played in a process that a hang would not
        take the tests down with.

        A cell holds the worker inside the child's first event (with `MessageLogs`: the log call inside the message's ToString), fills the
        queue or not, begins the action, begins one more log call, and only then lets the child do what it does, for every event. A healthy
        child stands behind it. A cell passes when the action and all log calls come back, nothing is thrown, the counters balance with what
        came to the healthy child, nothing but what the table says is lost, the worker ends, and the program can go on logging where the
        action leaves it an appender. A child that blocks for ever does so until all of that is judged; then it comes back, and the worker
        has to end too.

        | word | meaning |
        |---|---|
        | true, false | What `Flush` answered. False: an event failed, made room for another, or was not through in time. |
        | drained | Close forwarded what waited and ended the worker. |
        | timed out | Close returned at `closeTimeout`: the child is stuck, or needs the lock that log4net holds during Close. |
        | removed | The child was detached. |
        | overflow | Events were dropped by the policy, or after `blockTimeout`, and counted. |
        | closing | Events that waited, or a call that waited for room, were dropped by Close and counted. |
        | echoes | What a child logged to its own forwarder was dropped and counted. |

        How a cell ends is the same in every run. What was lost on the way is what the run that wrote this table saw: where a caller and a
        Close race for the last place, another run may lose less or for another reason, but never for one that the cell does not allow.

        """;

    public static string Path => System.IO.Path.Combine(Repository.Root, "Easy.Logger.Tests", "Matrix", "MATRIX.md");

    public static bool IsToBeWritten => Environment.GetEnvironmentVariable(WriteVariable) == "1";

    public static string Of(IEnumerable<CellResult> results)
    {
        CellResult[] all = [.. results];
        StringBuilder text = new(Introduction);
        text.Append($"\n{all.Count(result => result.Passed)} of {all.Length} cells pass.\n");
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
