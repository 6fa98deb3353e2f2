namespace Benchmarker.Hostile;

/// <summary>A file system of a few kilobytes in a folder of the scenario.</summary>
internal static class SmallDisk
{
    private const string Name = "disk";

    /// <summary>Whether this process may mount one.</summary>
    public static bool CanMount { get; } = Environment.IsPrivilegedProcess && Probe();

    public static string PathIn(string folder) => Path.Combine(folder, Name);

    public static void Mount(string folder, string options) =>
        SystemTool.Run("mount", "-t", "tmpfs", "-o", options, "tmpfs", Directory.CreateDirectory(PathIn(folder)).FullName);

    /// <summary>Does nothing when nothing is mounted.</summary>
    public static void Unmount(string folder)
    {
        if (Directory.Exists(PathIn(folder)))
        {
            SystemTool.TryRun("umount", "-l", PathIn(folder));
        }
    }

    private static bool Probe()
    {
        using Children.TemporaryFolder folder = new();
        string disk = Directory.CreateDirectory(PathIn(folder.Path)).FullName;
        return SystemTool.TryRun("mount", "-t", "tmpfs", "-o", "size=64k", "tmpfs", disk) && SystemTool.TryRun("umount", disk);
    }
}
