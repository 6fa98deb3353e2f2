namespace Easy.Logger.Extensions.Microsoft.Configuration;

/// <summary>The options in force: a copy in which every value is within its bounds. Immutable.</summary>
internal sealed class ProviderSettings
{
    private static readonly TimeSpan _maxFlush = TimeSpan.FromHours(1);
    private static readonly TimeSpan _maxDegraded = TimeSpan.FromDays(1);

    private ProviderSettings(
        EasyLoggerOptions options, string? repository, TimeSpan flushTimeout, TimeSpan degradedAfterLoss, string? internalLogFile)
    {
        Configuration = options.Configuration;
        Watch = options.Watch;
        Repository = repository;
        IncludeScopes = options.IncludeScopes;
        IncludeActivity = options.IncludeActivity;
        FlushTimeout = flushTimeout;
        DegradedAfterLoss = degradedAfterLoss;
        InternalLogFile = internalLogFile;
    }

    public FileInfo? Configuration { get; }

    public bool Watch { get; }

    public string? Repository { get; }

    public bool IncludeScopes { get; }

    public bool IncludeActivity { get; }

    public TimeSpan FlushTimeout { get; }

    public TimeSpan DegradedAfterLoss { get; }

    /// <summary>The full path.</summary>
    public string? InternalLogFile { get; }

    /// <summary>Copies the options and replaces what is out of bounds.</summary>
    /// <param name="options">What the user has set.</param>
    /// <param name="problems">A sentence for each value that was replaced.</param>
    /// <returns>The copy.</returns>
    public static ProviderSettings Of(EasyLoggerOptions options, out IReadOnlyList<string> problems)
    {
        List<string> found = [.. options.Problems];
        string? repository = options.Repository;
        if (repository is not null && string.IsNullOrWhiteSpace(repository))
        {
            found.Add($"Repository '{repository}' is not a name; the repository of the entry assembly is used.");
            repository = null;
        }

        EasyLoggerOptions defaults = new();
        TimeSpan flushTimeout = Within(nameof(options.FlushTimeout), options.FlushTimeout, _maxFlush, defaults.FlushTimeout, found);
        TimeSpan degraded =
            Within(nameof(options.DegradedAfterLoss), options.DegradedAfterLoss, _maxDegraded, defaults.DegradedAfterLoss, found);
        string? internalLogFile = PathOf(options.InternalLogFile, found);
        problems = found;
        return new ProviderSettings(options, repository, flushTimeout, degraded, internalLogFile);
    }

    private static string? PathOf(string? path, List<string> problems)
    {
        try
        {
            return path is null ? null : Path.GetFullPath(Path.Combine(AppContext.BaseDirectory, path)) is var full
                && Path.GetFileName(full).Length > 0 && !Directory.Exists(full) ? full : throw new ArgumentException("It is a folder.");
        }
        catch (Exception e)
        {
            problems.Add($"InternalLogFile '{path}' is not the path of a file; none is written. {e.Message}");
            return null;
        }
    }

    private static TimeSpan Within(string name, TimeSpan value, TimeSpan max, TimeSpan instead, List<string> problems)
    {
        if (value >= TimeSpan.Zero && value <= max)
        {
            return value;
        }

        problems.Add($"{name} '{value}' is not between {TimeSpan.Zero} and {max}; {instead} is used.");
        return instead;
    }
}
