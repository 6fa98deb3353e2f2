using Easy.Logger.Tests.Support.PublicApi;

namespace Easy.Logger.Tests.Log4Net;

/// <summary>The surface of log4net 3.3.2 as it was recorded: the part that the stand-in is for, line by line, and the names of the other types.</summary>
internal static class RecordedApi
{
    private const string OutsideMark = "# outside the subset";

    public static IReadOnlyList<string> Lines { get; } = File.ReadAllLines(Path.Combine(AppContext.BaseDirectory, "Log4Net", "Recorded", "api.txt"));

    public static ApiListing Listing { get; } = ApiListing.Parse(Lines.TakeWhile(line => line != OutsideMark));

    public static IReadOnlyList<string> TypesOutside { get; } = [.. Lines.SkipWhile(line => line != OutsideMark).Skip(1).Where(line => line.Length > 0)];
}
