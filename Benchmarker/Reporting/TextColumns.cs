namespace Benchmarker.Reporting;

/// <summary>Rows of text in columns: the first to the left, the others as the caller says.</summary>
internal static class TextColumns
{
    public static void Write(TextWriter output, IReadOnlyList<string[]> rows, bool numbers = false)
    {
        int[] widths = [.. Enumerable.Range(0, rows[0].Length).Select(index => rows.Max(row => row[index].Length))];
        foreach (string[] row in rows)
        {
            IEnumerable<string> cells = row.Select((text, index) => numbers
                && index > 0 ? text.PadLeft(widths[index]) : text.PadRight(widths[index]));
            output.WriteLine(string.Join("  ", cells).TrimEnd());
        }
    }
}
