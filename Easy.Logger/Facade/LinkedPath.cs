namespace Easy.Logger.Facade;

/// <summary>A path of which parts may be symbolic links, as the files of a mounted ConfigMap are.</summary>
internal static class LinkedPath
{
    /// <summary>
    /// The names whose change may change what a path leads to, with their folders: each link on the way, and the file at its end.
    /// </summary>
    public static IReadOnlyList<(string Folder, string Name)> Names(string path)
    {
#if NET
        try
        {
            return Follow(path);
        }
        catch (Exception e) when (e is IOException or UnauthorizedAccessException)
        {
            // A part that cannot be looked at: what is known is the path.
        }
#endif
        return [(Path.GetDirectoryName(path)!, Path.GetFileName(path))];
    }

#if NET
    private static List<(string Folder, string Name)> Follow(string path)
    {
        const int maxLinks = 40; // as the system

        List<(string Folder, string Name)> names = [];
        string folder = Path.GetPathRoot(path)!;
        Stack<string> parts = new(Parts(path).Reverse());
        while (parts.TryPop(out string? name))
        {
            string place = Path.GetFullPath(name, folder);
            string? target = names.Count < maxLinks ? new FileInfo(place).LinkTarget : null;
            if (target is not null)
            {
                names.Add((folder, name));
                folder = Path.IsPathRooted(target) ? Path.GetPathRoot(target)! : folder;
                foreach (string part in Parts(target).Reverse())
                {
                    parts.Push(part);
                }
            }
            else if (parts.Count == 0)
            {
                names.Add((folder, name));
            }
            else
            {
                folder = place;
            }
        }

        return names;
    }

    private static string[] Parts(string path) => path[Path.GetPathRoot(path)!.Length..]
        .Split([Path.DirectorySeparatorChar, Path.AltDirectorySeparatorChar], StringSplitOptions.RemoveEmptyEntries);
#endif
}
