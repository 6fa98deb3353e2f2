using System.Data;
using System.Diagnostics.CodeAnalysis;
using System.Runtime.CompilerServices;
using System.Text.Json;
using Benchmarker.Micro;
using Easy.Logger;
using Easy.Logger.Diagnostics;
using log4net;
using log4net.Appender;
using log4net.Config;
using log4net.Core;
using log4net.Layout;
using log4net.Repository;
using log4net.Util;

namespace Benchmarker.Soak;

/// <summary>An appender that is measured directly and behind the async appender, with the same options.</summary>
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

/// <summary>An appender, directly or behind the async appender, in a log4net repository of its own. One thread.</summary>
internal sealed class ChildSubject : BurstSubject
{
    private readonly ILoggerRepository _repository = LogManager.CreateRepository($"{Guid.NewGuid():N}");
    private readonly string _path;
    private readonly AppenderSkeleton _child;
    private readonly AsyncBufferingForwardingAppender? _async;
    private readonly ILog _log;
    private long _counter;

    public ChildSubject(MeasuredChild child, string folder, bool isWrapped)
        : base(isWrapped ? "wrapped" : "direct")
    {
        _path = Path.Combine(folder, Name + ".log");
        _child = child.Create(_path);
        _child.Name = child.Name;
        _child.ActivateOptions();
        _async = isWrapped ? new AsyncBufferingForwardingAppender { Name = Name }.Before(_child) : null;
        BasicConfigurator.Configure(_repository, _async ?? (IAppender)_child);
        _log = LogManager.GetLogger(_repository.Name, typeof(Program));
    }

    /// <summary>Logs. Not optimized: log4net finds no caller location once its log method is inlined here, as in any hot loop.</summary>
    [MethodImpl(MethodImplOptions.NoInlining | MethodImplOptions.NoOptimization)]
    public override void Write(int count)
    {
        for (int i = 0; i < count; i++)
        {
            _log.DebugFormat("Counter is: {0}", ++_counter);
        }
    }

    public void Flush() => ((IFlushable?)_async ?? _child).Flush(-1);

    /// <summary>Closes the files.</summary>
    /// <returns>Whether the file shows where the events were logged.</returns>
    /// <exception cref="InvalidDataException">Events are missing, or a call had to wait: the times are not those of logging.</exception>
    public bool Close()
    {
        _repository.Shutdown();
        BufferStatistics? statistics = _async?.Statistics;
        if (_child.ErrorHandler is OnlyOnceErrorHandler { IsEnabled: false }
            || (statistics is not null && (statistics.Forwarded != _counter || statistics.BlockedCalls > 0)))
        {
            throw new InvalidDataException(
                $"{_child.Name}, {Name}: the appender failed, or {_counter:N0} events were not forwarded without a wait: {statistics}.");
        }

        return File.Exists(_path) && File.ReadLines(_path).Any(line => line.Contains(nameof(Write), StringComparison.Ordinal));
    }
}

/// <summary>An application's layout that does not use the caller location.</summary>
/// <remarks>Other code of its assembly does, which makes no difference: its own methods do nothing else with an event.</remarks>
internal sealed class JsonLayout : LayoutSkeleton
{
    public JsonLayout() => IgnoresException = false;

    public override void ActivateOptions()
    {
        // There are no options.
    }

    public override void Format(TextWriter writer, LoggingEvent loggingEvent) => writer.WriteLine(JsonSerializer.Serialize(new
    {
        time = loggingEvent.TimeStampUtc,
        level = loggingEvent.Level?.Name,
        logger = loggingEvent.LoggerName,
        thread = loggingEvent.ThreadName,
        message = loggingEvent.RenderedMessage,
        exception = loggingEvent.GetExceptionString(),
        properties = loggingEvent.GetProperties(),
    }));
}

/// <summary>An application's layout that prints the caller location.</summary>
internal sealed class LocatedJsonLayout : LayoutSkeleton
{
    public LocatedJsonLayout() => IgnoresException = false;

    public override void ActivateOptions()
    {
        // There are no options.
    }

    public override void Format(TextWriter writer, LoggingEvent loggingEvent) => writer.WriteLine(JsonSerializer.Serialize(new
    {
        time = loggingEvent.TimeStampUtc,
        level = loggingEvent.Level?.Name,
        logger = loggingEvent.LoggerName,
        thread = loggingEvent.ThreadName,
        method = loggingEvent.LocationInformation?.MethodName,
        line = loggingEvent.LocationInformation?.LineNumber,
        message = loggingEvent.RenderedMessage,
        exception = loggingEvent.GetExceptionString(),
        properties = loggingEvent.GetProperties(),
    }));
}

/// <summary>A database that accepts everything at once and stores nothing: connection, transaction and command in one.</summary>
internal sealed class NullDatabase : IDbConnection, IDbTransaction, IDbCommand
{
    // As a connection.
    [AllowNull]
    public string ConnectionString { get; set; } = string.Empty;
    public int ConnectionTimeout => 0;
    public string Database => string.Empty;
    public ConnectionState State { get; private set; }
    public void Open() => State = ConnectionState.Open;
    public void Close() => State = ConnectionState.Closed;
    public void ChangeDatabase(string databaseName) => throw new NotSupportedException();
    public IDbTransaction BeginTransaction() => this;
    public IDbTransaction BeginTransaction(IsolationLevel il) => this;
    public IDbCommand CreateCommand() => this;

    // As a transaction.
    public IsolationLevel IsolationLevel => IsolationLevel.Unspecified;
    public void Commit() => Prepare();
    public void Rollback() => Prepare();

    // As a command.
    public IDbConnection? Connection { get; set; }
    public IDbTransaction? Transaction { get; set; }
    [AllowNull]
    public string CommandText { get; set; } = string.Empty;
    public int CommandTimeout { get; set; }
    public CommandType CommandType { get; set; }
    public UpdateRowSource UpdatedRowSource { get; set; }
    public IDataParameterCollection Parameters { get; } = new NullParameters();
    public IDbDataParameter CreateParameter() => new NullParameter();
    public int ExecuteNonQuery() => 1;
    public object? ExecuteScalar() => throw new NotSupportedException();
    public IDataReader ExecuteReader() => throw new NotSupportedException();
    public IDataReader ExecuteReader(CommandBehavior behavior) => throw new NotSupportedException();
    public void Cancel() => Prepare();
    public void Dispose() => Prepare();
    public void Prepare()
    {
        // Nothing to prepare, commit, cancel or release.
    }
}

/// <summary>Parameters by number and by name.</summary>
internal sealed class NullParameters : List<object?>, IDataParameterCollection
{
    public object this[string parameterName]
    {
        get => this[IndexOf(parameterName)]!;
        set => this[IndexOf(parameterName)] = value;
    }

    public bool Contains(string parameterName) => IndexOf(parameterName) >= 0;

    public int IndexOf(string parameterName) => FindIndex(one => ((NullParameter)one!).ParameterName == parameterName);

    public void RemoveAt(string parameterName) => RemoveAt(IndexOf(parameterName));
}

/// <summary>Only keeps its value.</summary>
internal sealed class NullParameter : IDbDataParameter
{
    [AllowNull]
    public string ParameterName { get; set; } = string.Empty;
    [AllowNull]
    public string SourceColumn { get; set; } = string.Empty;
    public object? Value { get; set; }
    public DbType DbType { get; set; }
    public ParameterDirection Direction { get; set; }
    public DataRowVersion SourceVersion { get; set; }
    public bool IsNullable => true;
    public byte Precision { get; set; }
    public byte Scale { get; set; }
    public int Size { get; set; }
}
