namespace Easy.Logger.Extensions.Microsoft.Configuration;

/// <summary>The options in force: a copy in which every value is within its bounds. Immutable.</summary>
internal sealed class ProviderSettings
{
    private static readonly TimeSpan _longestFlush = TimeSpan.FromHours(1);

    private ProviderSettings(EasyLoggerOptions options, string? repository, TimeSpan flushTimeout)
    {
        Configuration = options.Configuration;
        Watch = options.Watch;
        Repository = repository;
        IncludeScopes = options.IncludeScopes;
        IncludeActivity = options.IncludeActivity;
        FlushTimeout = flushTimeout;
    }

    public FileInfo? Configuration { get; }

    public bool Watch { get; }

    public string? Repository { get; }

    public bool IncludeScopes { get; }

    public bool IncludeActivity { get; }

    public TimeSpan FlushTimeout { get; }

    /// <summary>Copies the options and replaces what is out of bounds.</summary>
    /// <param name="options">What the user has set.</param>
    /// <param name="problems">A sentence for each value that was replaced.</param>
    /// <returns>The copy.</returns>
    public static ProviderSettings Of(EasyLoggerOptions options, out IReadOnlyList<string> problems)
    {
        List<string> found = [];
        string? repository = options.Repository;
        if (repository is not null && string.IsNullOrWhiteSpace(repository))
        {
            found.Add($"Repository '{repository}' is not a name; the repository of the entry assembly is used.");
            repository = null;
        }

        TimeSpan flushTimeout = options.FlushTimeout;
        if (flushTimeout < TimeSpan.Zero || flushTimeout > _longestFlush)
        {
            TimeSpan instead = new EasyLoggerOptions().FlushTimeout;
            found.Add($"FlushTimeout '{flushTimeout}' is not between {TimeSpan.Zero} and {_longestFlush}; {instead} is used.");
            flushTimeout = instead;
        }

        problems = found;
        return new ProviderSettings(options, repository, flushTimeout);
    }
}
