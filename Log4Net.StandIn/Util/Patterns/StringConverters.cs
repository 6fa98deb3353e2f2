using System.Diagnostics;
using System.Globalization;

namespace log4net.Util.Patterns;

/// <summary>The names that <see cref="PatternString"/> knows.</summary>
internal static class StringConverters
{
    internal static readonly IReadOnlyDictionary<string, Func<PatternConverter>> BuiltIn
        = new Dictionary<string, Func<PatternConverter>>(StringComparer.Ordinal)
        {
            ["appdomain"] = () => new ProcessTextConverter(_ => SystemInfo.ApplicationFriendlyName),
            ["appsetting"] = () => new AppSettingConverter(),
            ["date"] = () => new DatePatternConverter(_ => DateTime.Now),
            ["env"] = () => new ProcessTextConverter(name => name is null or "" ? null : Environment.GetEnvironmentVariable(name)),
            ["envFolderPath"] = () => new ProcessTextConverter(name => name is null or "" ? null : FolderPath(name)),
            ["identity"] = () => new ProcessTextConverter(_ => Thread.CurrentPrincipal?.Identity?.Name),
            ["literal"] = () => new LiteralConverter(),
            ["newline"] = () => new NewLineConverter(),
            ["processid"] = () => new ProcessTextConverter(_ => ProcessId()),
            ["property"] = () => new ContextPropertyConverter(),
            ["random"] = () => new RandomTextConverter(),
            ["username"] = () => new ProcessTextConverter(_ => UserName()),
            ["utcdate"] = UtcDate,
            ["utcDate"] = UtcDate,
            ["UtcDate"] = UtcDate,
        };

    private static DatePatternConverter UtcDate() => new(_ => DateTime.UtcNow);

    private static string? FolderPath(string name) => Containment.Get(
        () => Environment.GetFolderPath((Environment.SpecialFolder)Enum.Parse(typeof(Environment.SpecialFolder), name, ignoreCase: true)),
        e => LogLog.Error(typeof(StringConverters), $"[{name}] names no special folder of the system.", e));

    // The name of the Windows account is meant: elsewhere there is none, as recorded, though events tell who runs the process.
    private static string UserName() => Environment.OSVersion.Platform == PlatformID.Win32NT ? Environment.UserName : SystemInfo.NotAvailableText;

    private static string ProcessId()
    {
        using Process current = Process.GetCurrentProcess();
        return current.Id.ToString(CultureInfo.InvariantCulture);
    }
}
