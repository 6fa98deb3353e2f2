using System.Diagnostics.CodeAnalysis;

namespace Easy.Logger.DogStatsd.Counting;

/// <summary>The tag for a level, in lower case as all tags are in the end. Stateless.</summary>
internal static class LevelTag
{
    [SuppressMessage("Globalization", "CA1308", Justification = "Tags are in lower case.")]
    public static string Of(string level) => "level:" + level.ToLowerInvariant();
}
