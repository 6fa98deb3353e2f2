using System.Data;
using log4net.Appender;
using log4net.Core;
using log4net.Layout;

namespace Benchmarker.CallerCost;

/// <summary>An appender that is measured directly and behind the wrapper, with the same options.</summary>
/// <param name="Name">What it is called in the results.</param>
/// <param name="Create">Creates it, not yet activated; the argument is the path of its file.</param>
internal sealed record MeasuredChild(string Name, Func<string, AppenderSkeleton> Create)
{
    private const int DatabaseBatch = 128; // so that each burst ends with an empty buffer

    public static IReadOnlyList<MeasuredChild> All { get; } =
    [
        new("pattern", path => RollingFile(path, new PatternLayout(Pattern("%message")))),
        new("pattern with method and line", path => RollingFile(path, new PatternLayout(Pattern("%method:%line %message")))),
        new("JSON of an application", path => RollingFile(path, new JsonLayout())),
        new("JSON with location", path => RollingFile(path, new LocatedJsonLayout())),
        new("XmlLayout", path => RollingFile(path, new XmlLayout())),
        new("XmlLayout with location", path => RollingFile(path, new XmlLayout(locationInfo: true))),
        new("AdoNetAppender, Fix All (default)", _ => Database(FixFlags.All)),
        new("AdoNetAppender, Fix Partial", _ => Database(FixFlags.Partial)),
    ];

    /// <summary>That of the root's log4net.config.</summary>
    private static string Pattern(string message) => $"%date{{ISO8601}} [%-5level] [%2thread] %logger{{1}} - {message}%newline%exception";

    private static RollingFileAppender RollingFile(string path, LayoutSkeleton layout)
    {
        layout.ActivateOptions();
        return new RollingFileAppender
        {
            File = path,
            AppendToFile = false,
            RollingStyle = RollingFileAppender.RollingMode.Composite,
            MaximumFileSize = "50MB",
            StaticLogFileName = true,
            Layout = layout,
        };
    }

    private static AdoNetAppender Database(FixFlags fix)
    {
        AdoNetAppender appender = new()
        {
            BufferSize = DatabaseBatch,
            Fix = fix,
            ConnectionType = typeof(NullDatabase).AssemblyQualifiedName!,
            ConnectionString = "none",
            CommandText = "insert into log values (@time, @thread, @level, @logger, @message, @exception)",
        };
        Add("@time", DbType.DateTime, new RawTimeStampLayout());
        foreach (string name in (string[])["thread", "level", "logger", "message", "exception"])
        {
            Add($"@{name}", DbType.String, new Layout2RawLayoutAdapter(new PatternLayout($"%{name}")));
        }

        return appender;

        void Add(string name, DbType type, IRawLayout layout) =>
            appender.AddParameter(new AdoNetAppenderParameter { ParameterName = name, DbType = type, Layout = layout });
    }
}
