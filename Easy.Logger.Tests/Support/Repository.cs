namespace Easy.Logger.Tests.Support;

/// <summary>The source tree that the tests were built from, found by walking up from where they run.</summary>
internal static class Repository
{
    public static string Root { get; } = Find();

    /// <summary>Every C# file of the tests, the probe's included, without what the build writes.</summary>
    public static IReadOnlyList<string> TestSources =>
        [.. Directory.GetFiles(Path.Combine(Root, "Easy.Logger.Tests"), "*.cs", SearchOption.AllDirectories).Where(IsSource)
            .Order(StringComparer.Ordinal)];

    private static bool IsSource(string path)
    {
        string[] folders = Path.GetRelativePath(Root, path).Split(Path.DirectorySeparatorChar);
        return !folders.Contains("bin") && !folders.Contains("obj");
    }

    private static string Find()
    {
        for (DirectoryInfo? folder = new(AppContext.BaseDirectory); folder is not null; folder = folder.Parent)
        {
            if (File.Exists(Path.Combine(folder.FullName, "Easy.Logger.sln")))
            {
                return folder.FullName;
            }
        }

        throw new DirectoryNotFoundException($"No folder above '{AppContext.BaseDirectory}' holds Easy.Logger.sln.");
    }
}
