using System.Globalization;
using System.Net;
using System.Text;
using Easy.Logger;
using log4net.Appender;
using log4net.Core;
using log4net.Filter;
using log4net.Layout;
using log4net.Repository;

namespace Benchmarker.Soak.Compare;

/// <summary>Makes the appenders of a case, with the async appender or with what stands in for it, log4net's forwarder.</summary>
internal sealed class AppenderFactory(ILoggerRepository repository, Destinations destinations, StageOptions options)
{
    /// <summary>Destinations do not write what an appender logs itself.</summary>
    public static void DenyReentrant(AppenderSkeleton appender)
    {
        if (appender is not IAppenderAttachable)
        {
            appender.AddFilter(new LoggerMatchFilter { LoggerToMatch = LoggingAppender.LoggerName, AcceptOnMatch = false });
        }
    }

    public IAppender Create(Node node)
    {
        IAppender appender = node is Container container ? Create(container) : Create((Leaf)node);
        appender.Name = $"appender{node.Id}";
        if (appender is AppenderSkeleton skeleton)
        {
            if (node.Threshold is not null)
            {
                skeleton.Threshold = node.Threshold;
            }

            DenyReentrant(skeleton);
            foreach (FilterSpec filter in node.Filters)
            {
                skeleton.AddFilter(LayoutFactory.Create(filter));
            }
        }

        return appender;
    }

    private IAppender Create(Container container) => container.Kind switch
    {
        ContainerKind.Async when options.IsAsync => CreateAsync(container.Options),
        ContainerKind.Async when container.Options.Fix is { } fix => new FixingForwarder(fix, container.Options.LossySize),
        ContainerKind.Async when container.Options.LossySize is { } size => new FixingForwarder(FixFlags.All, size),
        ContainerKind.Buffer => new BufferingForwardingAppender { BufferSize = container.Options.BufferSize },
        ContainerKind.Masking => new MaskingForwarder(),
        _ => new ForwardingAppender(),
    };

    private static AsyncBufferingForwardingAppender CreateAsync(AsyncOptions options)
    {
        AsyncBufferingForwardingAppender appender = new()
        {
            BufferSize = options.LossySize ?? options.BufferSize,
            QueueLimit = options.QueueLimit,
            BatchRendering = options.BatchRendering,
            Lossy = options.LossySize is not null,
            BlockTimeout = -1,
            CloseTimeout = 4_000,
            ReportLoss = false,
        };
        if (options.Fix is { } fix)
        {
            appender.Fix = fix;
        }

        if (options.FlushLevel is { } level)
        {
            appender.FlushLevel = level;
        }

        if (options.HasEvaluator || appender.Lossy)
        {
            appender.Evaluator = CustomEvaluator.ForHistory(options.LossySize);
        }

        return appender;
    }

    private IAppender Create(Leaf leaf)
    {
        string reads = leaf.Layout.Kind is LayoutKind.Custom or LayoutKind.CustomWithBuffer ? leaf.Layout.Pattern : "message properties";
        switch (leaf.Kind)
        {
            case LeafKind.File:
                return new FileAppender
                {
                    File = destinations.File(leaf.Id),
                    Layout = LayoutOf(leaf),
                    ImmediateFlush = !leaf.IsBuffered,
                    LockingModel = LockOf(leaf),
                };
            case LeafKind.CustomFile:
                return new CustomFileAppender { File = destinations.File(leaf.Id), Layout = LayoutOf(leaf) };
            case LeafKind.RollingFile:
                return new RollingFileAppender
                {
                    File = destinations.File(leaf.Id),
                    Layout = LayoutOf(leaf),
                    LockingModel = LockOf(leaf),
                    RollingStyle = leaf.Variant % 3 == 0 ? RollingFileAppender.RollingMode.Composite : RollingFileAppender.RollingMode.Size,
                    DatePattern = "'.'yyyyMMdd",
                    MaxFileSize = 40 + (leaf.Variant * 2) + (options.Plant == Plant.Rolling ? 1 : 0),
                    MaxSizeRollBackups = leaf.Variant % 7 == 0 ? 1000 : -1,
                    StaticLogFileName = leaf.Variant % 3 == 0 || leaf.Variant % 4 != 0,
                };
            case LeafKind.TextWriter:
                return new TextWriterAppender { Writer = new ReusableWriter(destinations.Text(leaf.Id)), Layout = LayoutOf(leaf) };
            case LeafKind.Console:
                return new ConsoleAppender { Layout = LayoutOf(leaf) };
            case LeafKind.ManagedColoredConsole:
                return new ManagedColoredConsoleAppender { Layout = LayoutOf(leaf) };
            case LeafKind.AnsiConsole:
                return new AnsiColorTerminalAppender { Layout = LayoutOf(leaf) };
            case LeafKind.Trace:
                return new TraceAppender { Layout = LayoutOf(leaf) };
            case LeafKind.Memory:
                return new MemoryAppender();
            case LeafKind.Udp:
                return new UdpAppender
                {
                    RemoteAddress = IPAddress.Loopback,
                    RemotePort = destinations.Port(leaf.Id),
                    Layout = LayoutOf(leaf),
                    Encoding = Encoding.UTF8,
                };
            case LeafKind.RemoteSyslog:
                return new RemoteSyslogAppender
                {
                    RemoteAddress = IPAddress.Loopback,
                    RemotePort = destinations.Port(leaf.Id),
                    Layout = LayoutOf(leaf),
                };
            case LeafKind.SmtpPickupDir:
                return new SmtpPickupDirAppender
                {
                    PickupDir = destinations.MailFolder(leaf.Id),
                    Layout = LayoutOf(leaf),
                    BufferSize = 5,
                    To = "t",
                    From = "f",
                    Subject = "s",
                };
            case LeafKind.AdoNet:
                return CreateDatabase(leaf);
            case LeafKind.CustomReader:
                return new CustomReaderAppender(reads, destinations.Text(leaf.Id));
            case LeafKind.Logging:
                return new LoggingAppender(repository) { Writer = new ReusableWriter(destinations.Text(leaf.Id)), Layout = LayoutOf(leaf) };
            default:
                return new CustomBulkAppender(reads, destinations.Text(leaf.Id));
        }
    }

    private AdoNetAppender CreateDatabase(Leaf leaf)
    {
        string connection = $"{repository.Name} {leaf.Id}";
        FakeConnection.Register(connection, destinations.Text(leaf.Id));
        AdoNetAppender database = new()
        {
            ConnectionString = connection,
            ConnectionType = typeof(FakeConnection).AssemblyQualifiedName!,
            CommandText = "insert",
            BufferSize = 1 + (leaf.Variant % 4),
        };
        Add("line", new Layout2RawLayoutAdapter(LayoutOf(leaf)));
        Add("a", new RawPropertyLayout { Key = "a" });
        Add("user", new Layout2RawLayoutAdapter(new PatternLayout("%identity %M")));
        Add("custom", new CustomRawLayout());
        return database;

        void Add(string name, IRawLayout layout) =>
            database.AddParameter(new AdoNetAppenderParameter { ParameterName = name, Layout = layout });
    }

    private static ILayout LayoutOf(Leaf leaf) => LayoutFactory.Create(leaf.Layout);

    private static FileAppender.LockingModelBase LockOf(Leaf leaf) => (leaf.Variant % 11) switch
    {
        0 => new FileAppender.MinimalLock(),
        1 => new FileAppender.NoLock(),
        2 when leaf.Kind == LeafKind.File => new FileAppender.InterProcessLock(),
        _ => new FileAppender.ExclusiveLock(),
    };

    /// <summary>A writer that is used again after a reload.</summary>
    private sealed class ReusableWriter(TextWriter inner) : TextWriter(CultureInfo.InvariantCulture)
    {
        public override Encoding Encoding => inner.Encoding;

        public override void Write(char value) => inner.Write(value);

        public override void Write(char[] buffer, int index, int count) => inner.Write(buffer, index, count);

        public override void Write(string? value) => inner.Write(value);
    }
}

/// <summary>Makes the layouts and filters of a case.</summary>
internal static class LayoutFactory
{
    public static ILayout Create(LayoutSpec spec)
    {
        LayoutSkeleton layout = spec.Kind switch
        {
            LayoutKind.Pattern => new PatternLayout(spec.Pattern),
            LayoutKind.Simple => new SimpleLayout(),
            LayoutKind.Xml => new XmlLayout(),
            LayoutKind.XmlLocation => new XmlLayout(locationInfo: true),
            LayoutKind.XmlSchema => new XmlLayoutSchemaLog4J(),
            LayoutKind.XmlSchemaLocation => new XmlLayoutSchemaLog4J(locationInfo: true),
            LayoutKind.Dynamic => new DynamicPatternLayout(spec.Pattern),
            LayoutKind.SubclassOfPattern => new CustomPatternLayout { ConversionPattern = spec.Pattern },
            LayoutKind.CustomConverter => WithConverter(spec.Pattern),
            LayoutKind.Custom => new CustomLayout(spec.Pattern),
            _ => new CustomLayoutWithBuffer(spec.Pattern),
        };
        layout.ActivateOptions();
        return layout;
    }

    public static IFilter Create(FilterSpec spec)
    {
        FilterSkeleton filter = spec.Kind switch
        {
            FilterKind.LevelRange => new LevelRangeFilter
            {
                LevelMin = LevelOf(spec),
                LevelMax = Level.Error,
                AcceptOnMatch = spec.AcceptOnMatch,
            },
            FilterKind.LevelMatch => new LevelMatchFilter { LevelToMatch = LevelOf(spec), AcceptOnMatch = spec.AcceptOnMatch },
            FilterKind.StringMatch => new StringMatchFilter { StringToMatch = spec.Value, AcceptOnMatch = spec.AcceptOnMatch },
            FilterKind.LoggerMatch => new LoggerMatchFilter { LoggerToMatch = spec.Value, AcceptOnMatch = spec.AcceptOnMatch },
            FilterKind.Property => new PropertyFilter
            {
                Key = spec.Value.Split('=')[0],
                StringToMatch = spec.Value.Split('=')[1],
                AcceptOnMatch = spec.AcceptOnMatch,
            },
            FilterKind.Custom => new CustomFilter(spec.Value),
            _ => new DenyAllFilter(),
        };
        filter.ActivateOptions();
        return filter;
    }

    private static PatternLayout WithConverter(string pattern)
    {
        PatternLayout layout = new() { ConversionPattern = "%custom " + pattern };
        layout.AddConverter("custom", typeof(CustomConverter));
        return layout;
    }

    private static Level LevelOf(FilterSpec spec) => Array.Find(CaseGenerator.Levels, level => level.Name == spec.Value)!;
}
