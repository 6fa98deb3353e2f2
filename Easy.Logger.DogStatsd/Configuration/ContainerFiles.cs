using System.Text.RegularExpressions;

namespace Easy.Logger.DogStatsd.Configuration;

/// <summary>
/// The id of the container that the process runs in, as the files of Linux show it. Version 1 of cgroups, and version 2 outside of a
/// namespace, have it at the end of a path in <c>cgroup</c>; within a namespace the container's own mounts in <c>mountinfo</c> have it.
/// Stateless.
/// </summary>
internal static class ContainerFiles
{
    /// <summary>Docker and containerd: 64 digits; ECS: 32 and a number; Garden: like a GUID that lacks its last part, or a GUID.</summary>
    private const string Id =
        "(?<id>[0-9a-f]{64}|[0-9a-f]{32}-[0-9]+|[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}|[0-9a-f]{8}(?:-[0-9a-f]{4}){4})";

    private static readonly TimeSpan _longest = TimeSpan.FromSeconds(1);

    /// <summary>What the environment and the files say.</summary>
    /// <returns><see langword="null" /> when nothing is to be found, or wanted.</returns>
    public static string? Find(Func<string, string?> variable, string folder = "/proc/self")
    {
        bool isWanted = !string.Equals(variable("DD_ORIGIN_DETECTION_ENABLED")?.Trim(), "false", StringComparison.OrdinalIgnoreCase);
        return isWanted && string.IsNullOrWhiteSpace(variable("DD_ENTITY_ID"))
            ? Match(Path.Combine(folder, "cgroup"), $"/(?:[^/]*[-:])?{Id}(?:\\.scope)?$")
                ?? Match(Path.Combine(folder, "mountinfo"), $"^.*/(?<kind>[^/\\s]+)/{Id}/\\S*hostname\\s") // the last one of a line
            : null;
    }

    private static string? Match(string path, string pattern)
    {
        const string OfPod = "sandboxes"; // in place of a container's own id, that of what its pod has in common
        try
        {
            return File.ReadLines(path).Select(line => Regex.Match(line, pattern, RegexOptions.CultureInvariant, _longest))
                .FirstOrDefault(match => match.Success && match.Groups["kind"].Value != OfPod)?.Groups["id"].Value;
        }
        catch (Exception e) when (e is IOException or UnauthorizedAccessException or RegexMatchTimeoutException)
        {
            return null; // not Linux, or not to be read
        }
    }
}
