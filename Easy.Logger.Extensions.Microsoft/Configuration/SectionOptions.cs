using System.Globalization;
using Microsoft.Extensions.Configuration;
using Microsoft.Extensions.Logging.Configuration;
using Microsoft.Extensions.Options;

namespace Easy.Logger.Extensions.Microsoft.Configuration;

/// <summary>
/// Options from the section <c>Logging:EasyLogger</c>. Read one by one, because the binder of Microsoft.Extensions needs reflection, throws
/// for a bad value, and makes no file of a path.
/// </summary>
internal sealed class SectionOptions(ILoggerProviderConfiguration<EasyLoggerProvider> section) : IConfigureOptions<EasyLoggerOptions>
{
    private const string Filters = "LogLevel"; // which the framework reads

    private static readonly HashSet<string> _names = new(StringComparer.OrdinalIgnoreCase)
    {
        nameof(EasyLoggerOptions.Configuration),
        nameof(EasyLoggerOptions.Repository),
        nameof(EasyLoggerOptions.InternalLogFile),
        nameof(EasyLoggerOptions.Watch),
        nameof(EasyLoggerOptions.IncludeScopes),
        nameof(EasyLoggerOptions.IncludeActivity),
        nameof(EasyLoggerOptions.FlushTimeout),
        nameof(EasyLoggerOptions.DegradedAfterLoss),
        Filters,
    };

    private delegate bool Parse<T>(string text, out T value);

    public void Configure(EasyLoggerOptions options)
    {
        List<string> problems = options.Problems;
        problems.AddRange(section.Configuration.GetChildren().Select(ProblemOf).OfType<string>());
        options.Configuration = FileOf(options.Configuration, problems);
        options.Repository = Text(nameof(options.Repository)) ?? options.Repository;
        options.InternalLogFile = Text(nameof(options.InternalLogFile)) ?? options.InternalLogFile;
        options.Watch = Read(nameof(options.Watch), options.Watch, bool.TryParse, problems);
        options.IncludeScopes = Read(nameof(options.IncludeScopes), options.IncludeScopes, bool.TryParse, problems);
        options.IncludeActivity = Read(nameof(options.IncludeActivity), options.IncludeActivity, bool.TryParse, problems);
        options.FlushTimeout = Read(
            nameof(options.FlushTimeout),
            options.FlushTimeout,
            (string text, out TimeSpan value) => TimeSpan.TryParse(text, CultureInfo.InvariantCulture, out value),
            problems);
        options.DegradedAfterLoss = Read(
            nameof(options.DegradedAfterLoss),
            options.DegradedAfterLoss,
            (string text, out TimeSpan value) => TimeSpan.TryParse(text, CultureInfo.InvariantCulture, out value),
            problems);
    }

    private static string? ProblemOf(IConfigurationSection child)
    {
        if (!_names.Contains(child.Key))
        {
            return $"{child.Key} is not an option of this section, and is not used.";
        }

        bool isFilters = child.Key.Equals(Filters, StringComparison.OrdinalIgnoreCase);
        return !isFilters && child.GetChildren().Any() ? $"{child.Key} is not one value but several, and is not used." : null;
    }

    private FileInfo? FileOf(FileInfo? current, List<string> problems)
    {
        string? path = Text(nameof(EasyLoggerOptions.Configuration));
        try
        {
            return path is null ? current : new FileInfo(path);
        }
        catch (Exception e)
        {
            problems.Add(
                $"{nameof(EasyLoggerOptions.Configuration)} '{path}' is not a path; {current?.ToString() ?? "none"} is used. {e.Message}");
            return current;
        }
    }

    private string? Text(string name) => section.Configuration[name] is { Length: > 0 } text ? text : null;

    private T Read<T>(string name, T current, Parse<T> parse, List<string> problems)
    {
        if (Text(name) is not { } text)
        {
            return current;
        }

        if (parse(text, out T value))
        {
            return value;
        }

        problems.Add($"{name} '{text}' is not of type {typeof(T).Name}; {current} is used.");
        return current;
    }
}
