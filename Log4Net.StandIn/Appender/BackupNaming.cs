using System.Globalization;

namespace log4net.Appender;

/// <summary>
/// Where dates and numbers stand in the names of a rolling file: at the end (app.log.2), or before the extension of the configured name
/// when that is to be kept (app.2.log).
/// </summary>
internal sealed class BackupNaming(string configuredPath, bool keepExtension)
{
    private readonly string _tail = keepExtension ? Path.GetExtension(configuredPath) : "";

    public string Dated(string path, string stamp) => Insert(path, stamp);

    public string Numbered(string path, int number) => Insert(path, "." + number.ToString(CultureInfo.InvariantCulture));

    /// <summary>Names, without folder, of the files beside <paramref name="path"/> that it or its backups could have.</summary>
    public List<string> FindRelated(string path)
    {
        (string head, string tail) = Split(Path.GetFileName(path));
        DirectoryInfo folder = new(Path.GetDirectoryName(path)!);
        return !folder.Exists
            ? []
            : [.. folder.EnumerateFiles().Select(static file => file.Name).Where(name => Middle(name, head, tail) is not null)];
    }

    /// <summary>The highest backup number of <paramref name="path"/> among the file names, or 0.</summary>
    /// <param name="path">The name that the numbers are inserted into.</param>
    /// <param name="names">File names, with or without folder.</param>
    /// <param name="datePattern">Names that a roll by this date gives are no numbered backups, though ".yyyyMMdd" looks like a number.</param>
    public int HighestNumber(string path, IEnumerable<string> names, string? datePattern)
    {
        (string head, string tail) = Split(Path.GetFileName(path));
        int highest = 0;
        foreach (string name in names)
        {
            if (Middle(Path.GetFileName(name), head, tail) is { Length: > 1 } middle
                && middle[0] == '.'
                && int.TryParse(middle.Substring(1), NumberStyles.None, CultureInfo.InvariantCulture, out int number)
                && !(datePattern is not null && DateTime.TryParseExact(middle, datePattern, CultureInfo.InvariantCulture, DateTimeStyles.None, out _)))
            {
                highest = Math.Max(highest, number);
            }
        }
        return highest;
    }

    private static string? Middle(string name, string head, string tail)
        => name.Length >= head.Length + tail.Length
            && name.StartsWith(head, StringComparison.OrdinalIgnoreCase)
            && name.EndsWith(tail, StringComparison.OrdinalIgnoreCase)
            ? name.Substring(head.Length, name.Length - head.Length - tail.Length)
            : null;

    private string Insert(string path, string mark)
    {
        (string head, string tail) = Split(path);
        return head + mark + tail;
    }

    private (string Head, string Tail) Split(string path)
        => path.EndsWith(_tail, StringComparison.OrdinalIgnoreCase)
            ? (path.Substring(0, path.Length - _tail.Length), path.Substring(path.Length - _tail.Length))
            : (path, "");
}
