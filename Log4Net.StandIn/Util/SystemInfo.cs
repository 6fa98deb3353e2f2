using System.Collections;
using System.Configuration;
using System.Globalization;
using System.Net;
using System.Net.Sockets;
using System.Reflection;
using System.Runtime.CompilerServices;

namespace log4net.Util;

public static class SystemInfo
{
    private static readonly Lazy<string> _hostName = new(FindHostName);
    private static string? _entryAssemblyLocation;

    public static string ApplicationBaseDirectory => AppDomain.CurrentDomain.BaseDirectory;

    public static string ApplicationFriendlyName { get; } = AppDomain.CurrentDomain.FriendlyName;

    public static string ConfigurationFileLocation => EntryAssemblyLocation + ".config";

    public static int CurrentThreadId => Environment.CurrentManagedThreadId;

    public static string EntryAssemblyLocation
    {
        get => _entryAssemblyLocation ??= Assembly.GetEntryAssembly()?.Location
            ?? throw new InvalidOperationException("This process has no managed entry assembly. Assign its location first.");
        set => _entryAssemblyLocation = value;
    }

    public static string HostName => _hostName.Value;

    public static string NewLine => Environment.NewLine;

    public static string NotAvailableText { get; set; } = SettingOr("log4net.NotAvailableText", "NOT AVAILABLE");

    public static string NullText { get; set; } = SettingOr("log4net.NullText", "(null)");

    public static DateTime ProcessStartTimeUtc { get; } = DateTime.UtcNow;

    public static string AssemblyFileName(Assembly myAssembly) => Path.GetFileName(myAssembly.Location);

    public static string AssemblyLocationInfo(Assembly myAssembly)
        => myAssembly.IsDynamic ? "made at run time" : myAssembly.Location is { Length: > 0 } path ? path : "loaded from memory";

    public static string AssemblyShortName(Assembly myAssembly) => myAssembly.GetName().Name;

    public static string ConvertToFullPath(string path)
        => Path.GetFullPath(Path.Combine(ApplicationBaseDirectory, Guard.NotNull(path, nameof(path))));

    public static ArgumentOutOfRangeException CreateArgumentOutOfRangeException(string parameterName, object actualValue, string message)
        => new(parameterName, actualValue, message);

    public static Hashtable CreateCaseInsensitiveHashtable() => new(StringComparer.OrdinalIgnoreCase);

    public static NotSupportedException CreateReadOnlyCollectionNotModifiableException() => new("This collection can only be read.");

    public static bool EqualsIgnoringCase(string? a, string? b) => string.Equals(a, b, StringComparison.OrdinalIgnoreCase);

    public static string? GetAppSetting(string key)
    {
        try
        {
            return ReadAppSetting(key);
        }
        catch (Exception e) when (Containment.Holds(e))
        {
            // Without the configuration manager package there are no settings, which is the normal case on .NET and no error.
            if (e is FileNotFoundException)
            {
                LogLog.Debug(typeof(SystemInfo), $"No configuration manager, so no application setting [{key}].", e);
            }
            else
            {
                LogLog.Error(typeof(SystemInfo), $"Application setting [{key}] cannot be read.", e);
            }
            return null;
        }
    }

    [MethodImpl(MethodImplOptions.NoInlining)]
    public static Type? GetTypeFromString(string typeName, bool throwOnError, bool ignoreCase)
        => GetTypeFromString(Assembly.GetCallingAssembly(), typeName, throwOnError, ignoreCase);

    public static Type? GetTypeFromString(Type relativeType, string typeName, bool throwOnError, bool ignoreCase)
        => GetTypeFromString(relativeType.Assembly, typeName, throwOnError, ignoreCase);

    public static Type? GetTypeFromString(Assembly relativeAssembly, string typeName, bool throwOnError, bool ignoreCase)
    {
        if (typeName.Contains(","))
        {
            return Type.GetType(typeName, throwOnError, ignoreCase);
        }
        if (relativeAssembly.GetType(typeName, false, ignoreCase) is { } near)
        {
            return near;
        }
        foreach (Assembly assembly in AppDomain.CurrentDomain.GetAssemblies())
        {
            if (TypeIn(assembly, typeName, ignoreCase) is { } found)
            {
                return found;
            }
        }
        return throwOnError
            ? throw new TypeLoadException($"No loaded assembly has a type [{typeName}]; the first one asked was [{relativeAssembly.FullName}].")
            : null;
    }

    public static bool TryParse(string s, out short val) => short.TryParse(s, NumberStyles.Integer, CultureInfo.InvariantCulture, out val);
    public static bool TryParse(string s, out int val) => int.TryParse(s, NumberStyles.Integer, CultureInfo.InvariantCulture, out val);
    public static bool TryParse(string s, out long val) => long.TryParse(s, NumberStyles.Integer, CultureInfo.InvariantCulture, out val);

    // Apart, so that a missing assembly is found out here and not in the caller, which could not catch it.
    [MethodImpl(MethodImplOptions.NoInlining)]
    private static string? ReadAppSetting(string key) => ConfigurationManager.AppSettings[key];

    private static string SettingOr(string key, string fallback) => GetAppSetting(key) is { Length: > 0 } text ? text : fallback;

    private static Type? TypeIn(Assembly assembly, string typeName, bool ignoreCase)
    {
        try
        {
            return assembly.GetType(typeName, false, ignoreCase);
        }
        catch (Exception e) when (e is IOException or BadImageFormatException or TypeLoadException)
        {
            LogLog.Debug(typeof(SystemInfo), $"[{assembly.FullName}] cannot tell whether it has a type [{typeName}].", e);
            return null;
        }
    }

    private static string FindHostName()
    {
        try
        {
            return Dns.GetHostName();
        }
        catch (SocketException e)
        {
            LogLog.Debug(typeof(SystemInfo), "The network does not know the name of this host; the machine name is used.", e);
            return Environment.MachineName;
        }
    }
}
