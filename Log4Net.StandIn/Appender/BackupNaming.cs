using System.Globalization;

namespace log4net.Appender;

/// <summary>
/// Where dates and numbers stand in the names of a rolling file: at the end (app.log.2), or before the extension when that is to be kept
/// (app.2.log). The extension is that of the name at hand: where a file has none, a date that was put in is taken for it.
/// </summary>
internal sealed class BackupNaming(bool keepExtension)
{
    public string Dated(string path, string stamp) => Insert(path, stamp);

    public string Numbered(string path, int number) => Insert(path, "." + number.ToString(CultureInfo.InvariantCulture));

    /// <summary>Names, without folder, of the files beside <paramref name="path"/> that it or its backups could have.</summary>
    public List<string> FindRelated(string path)
    {
        DirectoryInfo folder = new(Path.GetDirectoryName(path)!);
        return folder.Exists ? [.. folder.EnumerateFiles(Insert(Path.GetFileName(path), "*")).Select(static file => file.Name)] : [];
    }

    /// <summary>The highest backup number among the names, or 0. Numbers above the limit do not count.</summary>
    /// <param name="file">The configured name without folder.</param>
    /// <param name="stamp">The date that backups have in their names from the start, null when files get theirs only when they are rolled.</param>
    /// <param name="names">File names without folder.</param>
    /// <param name="limit">The highest number that is a backup's.</param>
    public int HighestNumber(string file, string? stamp, IEnumerable<string> names, int limit)
    {
        string head = stamp is null ? Stem(file) : keepExtension ? Stem(file) + stamp : file + stamp;
        int highest = 0;
        foreach (string name in names.Where(n => n.StartsWith(head, StringComparison.OrdinalIgnoreCase) && !n.Equals(file, StringComparison.OrdinalIgnoreCase)))
        {
            // What is between the start and the last dot makes no difference, a date for instance.
            string candidate = keepExtension ? Stem(name) : name;
            if (int.TryParse(candidate.Substring(candidate.LastIndexOf('.') + 1), NumberStyles.Integer, CultureInfo.InvariantCulture, out int number)
                && number <= limit)
            {
                highest = Math.Max(highest, number);
            }
        }
        return highest;
    }

    private static string Stem(string path) => Path.ChangeExtension(path, null);

    private string Insert(string path, string mark) => keepExtension ? Stem(path) + mark + Path.GetExtension(path) : path + mark;
}
