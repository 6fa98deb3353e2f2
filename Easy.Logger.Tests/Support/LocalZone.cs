namespace Easy.Logger.Tests.Support;

/// <summary>
/// Gives the process another time zone until disposed, as an operator does who changes that of the machine. Only for tests that run alone.
/// </summary>
internal sealed class LocalZone : IDisposable
{
    private const string Variable = "TZ";

    private readonly string? _before = Environment.GetEnvironmentVariable(Variable);

    public LocalZone(string id)
    {
        Change(id);
        if (TimeZoneInfo.Local.Id != id)
        {
            Dispose();
            Assert.Ignore($"The time zone cannot be made {id} here.");
        }
    }

    /// <summary>Summer time begins and ends at full hours, at half hours, by half an hour, in the south, or never.</summary>
    public static IReadOnlyList<string> Ids { get; } =
        ["Etc/UTC", "Europe/Paris", "America/New_York", "Australia/Lord_Howe", "Asia/Kolkata"];

    public void Dispose() => Change(_before);

    private static void Change(string? id)
    {
        Environment.SetEnvironmentVariable(Variable, id);
        TimeZoneInfo.ClearCachedData();
    }
}
