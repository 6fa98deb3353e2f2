using System.Diagnostics;
using System.Globalization;

namespace log4net.Util.Patterns;

/// <summary>The names that <see cref="PatternString"/> knows.</summary>
internal static class StringConverters
{
    internal static readonly IReadOnlyDictionary<string, Func<PatternConverter>> BuiltIn
        = new Dictionary<string, Func<PatternConverter>>(StringComparer.Ordinal)
        {
            ["appdomain"] = () => new TextConverter(_ => SystemInfo.ApplicationFriendlyName),
            ["date"] = () => new DatePatternConverter(_ => DateTime.Now),
            ["env"] = () => new TextConverter(name => name is null or "" ? null : Environment.GetEnvironmentVariable(name)),
            ["identity"] = () => new TextConverter(_ => Thread.CurrentPrincipal?.Identity?.Name),
            ["literal"] = () => new LiteralConverter(),
            ["newline"] = () => new NewLineConverter(),
            ["processid"] = () => new TextConverter(_ => ProcessId()),
            ["property"] = () => new ContextPropertyConverter(),
            ["random"] = () => new RandomTextConverter(),
            ["username"] = () => new TextConverter(_ => Environment.UserName),
            ["utcdate"] = () => new DatePatternConverter(_ => DateTime.UtcNow),
        };

    private static string ProcessId()
    {
        using Process current = Process.GetCurrentProcess();
        return current.Id.ToString(CultureInfo.InvariantCulture);
    }
}
