using log4net.Core;

namespace Benchmarker.Soak.Compare;

/// <summary>Makes a case from a seed: the same one each time.</summary>
internal sealed class CaseGenerator
{
    private const int MaxDepth = 3;

    private static readonly string[] _tokens =
    [
        "%m", "%message", "%-5p", "%level", "%c", "%logger{1}", "%c{2}", "%t", "[%thread]", "%x", "%ndc", "%property{a}", "%P{b}", "%X{c}",
        "%mdc{a}", "%u", "%identity", "%w", "%a", "%appdomain", "%exception", "%exception{message}", "%M", "%method",
        "%C", "%class{1}", "%type", "%L", "%F", "%l", "%stacktrace{2}", "%stacktracedetail{1}", "%d{yyyy}", "%date{yyyy}",
        "%utcdate{yyyy}", "[%10.4m]", "%.3p", "%-20.30c",
        "[%20property{a}]", "%property", "text", "%%", "%property{missing}", "%P{stack}", "%property{event}", "%10.3property{b}",
    ];

    private static readonly string[] _readable =
    [
        "message", "thread", "location", "identity", "user", "properties", "exception", "domain", "level", "logger", "written", "format",
        "lookup",
    ];

    private static readonly string[] _formats =
        ["plain", "{0}", "a {0} b {1}", "{1}{0}{2}", "{0:N2}", "{0,8}|", "{0} {1} {2} {3}", "{{0}} {0}", "{5}", "{"];

    private readonly Chance _chance;
    private readonly int _seed;
    private readonly int _threads;
    private readonly bool _hasLogging;
    private readonly bool _isShared;
    private readonly bool _isPair;
    private readonly bool _isSchema;
    private readonly bool _isMutable;
    private readonly FixFlags? _fix;
    private readonly List<Leaf> _leaves = [];
    private readonly List<Container> _containers = [];
    private bool _hasConsole;
    private bool _hasTrace;
    private int _nodes;
    private int _number;

    private CaseGenerator(int seed)
    {
        _seed = seed;
        _chance = new Chance(seed);
        _isShared = Percent(6);
        _isPair = !_isShared && Percent(6);
        _threads = Percent(_isShared || _isPair ? 30 : 75) ? 1 : Between(2, 5);
        _hasLogging = Percent(4);
        _isSchema = !_isPair && Percent(6);
        _isMutable = Percent(30);
        _fix = !_hasLogging && !_isShared && !_isPair && Percent(12) ? NewFix() : null;
    }

    public static Level[] Levels { get; } = [Level.Debug, Level.Info, Level.Warn, Level.Error, Level.Fatal];

    public static ComparisonCase Make(int seed) => new CaseGenerator(seed).Make();

    private ComparisonCase Make()
    {
        List<Node> roots = Percent(8) && _fix is null
            ? [NewChain(Between(2, 4))]
            : [.. Enumerable.Range(0, _isPair ? 2 : 1).Select(_ => NewContainer(ContainerKind.Async, depth: 0))];
        while (Percent(25) && roots.Count < 3 && _fix is null)
        {
            int place = _chance.Below(roots.Count + 1);
            roots.Insert(place, Percent(40) && _fix is null ? NewContainer(ContainerKind.Async, depth: 0) : NewLeaf());
        }

        // Two ways to an appender that buffers or counts would depend on which is faster.
        Leaf? shared = _isShared ? _leaves.Find(leaf => !roots.Contains(leaf) && CanBeShared(leaf)) : null;
        int phases = Between(1, 4);
        List<Phase> all = [];
        for (int i = 0; i < phases; i++)
        {
            IReadOnlyList<Step>[] steps = [.. Enumerable.Range(0, _threads).Select(_ => NewSteps())];
            bool changes = i < phases - 1 || Percent(20);
            all.Add(new Phase(steps, changes ? [.. Enumerable.Range(0, Between(0, 4)).Select(_ => NewChange())] : []));
        }

        return new ComparisonCase(_seed, roots, all, shared?.Id);
    }

    /// <summary>What log4net itself renders later than at the call.</summary>
    private static bool Buffers(Leaf leaf) => leaf.Kind is LeafKind.AdoNet or LeafKind.SmtpPickupDir or LeafKind.Memory;

    private static bool CanBeShared(Leaf leaf) =>
        !Buffers(leaf) && !IsConsole(leaf.Kind) && leaf.Kind is not (LeafKind.Trace or LeafKind.Logging);

    private static bool IsConsole(LeafKind kind) => kind is LeafKind.Console or LeafKind.ManagedColoredConsole or LeafKind.AnsiConsole;

    private Node NewNode(int depth) => depth < MaxDepth && Percent(30)
        ? NewContainer(
            Pick(
            [
                ContainerKind.Async, ContainerKind.Forwarder, ContainerKind.Forwarder, ContainerKind.Buffer,
                _isMutable ? ContainerKind.Async : ContainerKind.Masking,
            ]),
            depth)
        : NewLeaf();

    /// <summary>Masking forwarders between async appenders.</summary>
    private Container NewChain(int length)
    {
        Node node = NewLeaf();
        for (int i = 0; i < length; i++)
        {
            ContainerKind between =
                _isMutable ? ContainerKind.Forwarder
                : _threads > 1 || _hasLogging || Percent(60) ? ContainerKind.Masking
                : ContainerKind.Buffer;
            node = NewContainer(ContainerKind.Async, [i == 0 ? node : NewContainer(between, [node])]);
        }

        return (Container)node;
    }

    private Container NewContainer(ContainerKind kind, int depth) =>
        NewContainer(
            (kind == ContainerKind.Buffer && (_threads > 1 || _hasLogging)) || (kind != ContainerKind.Async && _fix is not null)
                || (kind == ContainerKind.Async && depth > 0 && _fix is not null)
                ? ContainerKind.Forwarder
                : kind,
            [.. Enumerable.Range(0, Percent(60) ? 1 : Between(1, 4)).Select(_ => NewNode(depth + 1))]);

    private Container NewContainer(ContainerKind kind, Node[] children)
    {
        int bufferSize = Pick([1, 2, 3, 7, 64, 512]);
        AsyncOptions options = new(
            bufferSize, Math.Max(bufferSize, Pick([1, 4, 50, 16384])), BatchRendering: Percent(85), _fix,
            Percent(30) ? Pick<Level?>([Level.Off, Level.Warn, Level.All]) : null, HasEvaluator: _fix is null && !_isMutable && Percent(8),
            LossySize: Percent(5) && _fix is null && !_isMutable && _threads == 1 && !_hasLogging ? Between(1, 6) : null);
        Container container = new(++_nodes, kind, children, NewThreshold(), NewFilters(), options);
        _containers.Add(container);
        return container;
    }

    private FixFlags NewFix() => Pick([
        FixFlags.All, FixFlags.Partial, (FixFlags)268, FixFlags.Message, FixFlags.None, FixFlags.Partial | FixFlags.LocationInfo,
        FixFlags.Properties | FixFlags.Message,
    ]);

    private Leaf NewLeaf()
    {
        LeafKind kind = Pick([.. Enum.GetValues<LeafKind>(), LeafKind.File, LeafKind.RollingFile, LeafKind.RollingFile]);
        if ((_threads > 1 && kind is (LeafKind.SmtpPickupDir or LeafKind.AdoNet))
            || (_hasConsole && IsConsole(kind)) || (kind == LeafKind.Trace && _hasTrace)
            || (kind == LeafKind.Logging && (!_hasLogging || _leaves.Exists(leaf => leaf.Kind == LeafKind.Logging))))
        {
            kind = _hasLogging && !_leaves.Exists(leaf => leaf.Kind == LeafKind.Logging) ? LeafKind.Logging : LeafKind.RollingFile;
        }

        _hasConsole |= IsConsole(kind);
        _hasTrace |= kind == LeafKind.Trace;
        if (_fix is not null && kind is (LeafKind.SmtpPickupDir or LeafKind.AdoNet or LeafKind.Memory))
        {
            kind = LeafKind.File;
        }

        if ((_isSchema || _isMutable)
            && kind is (LeafKind.Logging or LeafKind.CustomReader or LeafKind.CustomBulk or LeafKind.CustomFile or LeafKind.Memory))
        {
            kind = LeafKind.TextWriter;
        }

        bool isFile = kind is LeafKind.File or LeafKind.RollingFile or LeafKind.CustomFile;
        Leaf leaf =
            new(++_nodes, kind, NewLayout(kind), NewThreshold(), NewFilters(), _threads == 1 && !isFile
                && Percent(15), _chance.Below(1000));
        _leaves.Add(leaf);
        return leaf;
    }

    private LayoutSpec NewLayout(LeafKind leaf)
    {
        // Two threads that reach a layout of an application at once, or one event, show it in these.
        LayoutKind kind = _isSchema ? Pick([LayoutKind.XmlSchema, LayoutKind.XmlSchemaLocation])
            : _isMutable ? Pick([LayoutKind.Pattern, LayoutKind.Pattern, LayoutKind.Simple, LayoutKind.Xml, LayoutKind.XmlLocation,
                LayoutKind.Dynamic])
            : _isShared && Percent(30) ? LayoutKind.CustomWithBuffer
            : _isPair && Percent(60) ? Pick([LayoutKind.Xml, LayoutKind.CustomConverter])
            : Percent(50) ? LayoutKind.Pattern
            : Pick([.. Enum.GetValues<LayoutKind>().Where(kind => kind is not (LayoutKind.XmlSchema or LayoutKind.XmlSchemaLocation))]);
        if (leaf == LeafKind.RollingFile && kind is (LayoutKind.Xml or LayoutKind.XmlLocation))
        {
            kind = LayoutKind.Pattern; // the time in their lines has no zeros at its end: its length, and where the file rolls, is chance
        }

        bool isCustom = kind is LayoutKind.Custom or LayoutKind.CustomWithBuffer;
        string[] readable = _isShared ? ["message", "level", "logger"] : _readable;
        return new LayoutSpec(kind, isCustom ? string.Join(' ', Some(readable, 1, 5)) : NewPattern());
    }

    /// <summary>With more than one way to a destination a text must end with a line break: what follows it differs.</summary>
    private string NewPattern() =>
        string.Join(' ', Some(_isMutable ? [.. _tokens.Where(token => token != "%exception{message}")] : _tokens, 1, 6))
        + Pick(["%n", "%newline", "|%m%n", "%n", "%n%exception"]) + (_threads > 1 || _isShared ? "%n" : string.Empty);

    private Level? NewThreshold() => Percent(10) ? Pick(Levels) : null;

    private FilterSpec[] NewFilters() => Percent(82) ? [] : [.. Enumerable.Range(0, Between(1, 4)).Select(_ => NewFilter())];

    private FilterSpec NewFilter()
    {
        FilterKind kind = Pick([.. Enum.GetValues<FilterKind>().Where(kind =>
            (kind != FilterKind.Custom || !(_isSchema || _isMutable))
                && (_fix is null || kind is not (FilterKind.Custom or FilterKind.Property)))]);
        string value = kind switch
        {
            FilterKind.LevelRange or FilterKind.LevelMatch => Pick(Levels).Name,
            FilterKind.StringMatch => Pick(["1", "mutable", "T0", "2,5"]),
            FilterKind.LoggerMatch => Pick(["A", "A.B"]),
            FilterKind.Property => Pick(["a", "b", "c", "event", "stack"]) + "=" + Pick(["v", "1", "mutable 2", "2,5"]),
            FilterKind.Custom => Pick(_readable),
            _ => string.Empty,
        };
        return new FilterSpec(kind, value, Percent(60));
    }

    private Step[] NewSteps() => [.. Enumerable.Range(0, Between(1, _threads > 1 ? 30 : 12)).Select(_ => NewStep())];

    private Step NewStep() => _chance.Below(100) switch
    {
        < 72 => new LogStep(
            Pick(Levels), NewCall(), NewMessage(), Percent(15) && _fix?.HasFlag(FixFlags.Exception) != false,
            Percent(12) ? Pick(["a", "event"]) : null,
            Pick(["A", "A.B", "A.B.C.Longer"])),
        < 87 => NewContext(),
        < 92 => new CultureStep(_chance.Below(3)),
        < 95 => new PrincipalStep(Percent(70) ? Pick(["ann", "bob"]) : null),
        _ when !_isMutable || _fix is not null || _leaves.Exists(Buffers)
            || _containers.Exists(each => each.Kind == ContainerKind.Buffer) =>
            new PrincipalStep(Name: null),
        _ => new MutateStep(),
    };

    private CallKind NewCall()
    {
        CallKind kind = Percent(35) ? CallKind.Message : Percent(55) ? CallKind.Format : Pick(Enum.GetValues<CallKind>());
        bool fixes = _fix is not null || _leaves.Exists(Buffers)
            || _containers.Exists(each =>
                each.Kind is ContainerKind.Buffer or ContainerKind.Masking || each.Options is { LossySize: not null });
        return kind == CallKind.DataEvent && fixes ? CallKind.CompleteDataEvent : kind;
    }

    private ContextStep NewContext()
    {
        ContextKind[] kinds = _threads > 1 || _fix is not null
            ? [ContextKind.Thread, ContextKind.Logical, ContextKind.ThreadStack, ContextKind.LogicalStack]
            : Enum.GetValues<ContextKind>();
        ContextKind kind = Pick(kinds);
        bool isStack = kind is ContextKind.ThreadStack or ContextKind.LogicalStack;
        return new ContextStep(kind, isStack ? Pick(["stack", "NDC"]) : Pick(["a", "b", "c"]), NewPropertyValue(), ++_number);
    }

    private MessageSpec NewMessage() => new(
        Percent(60) ? ValueKind.Text : NewValue(), Pick(_formats),
        [.. Enumerable.Range(0, Between(0, 5)).Select(_ => NewValue())],
        ReusesArray: Percent(30) && _fix is null, ++_number);

    private ValueKind NewValue() => Percent(2) ? ValueKind.Throwing : Pick([
        ValueKind.Text, ValueKind.Text, ValueKind.Number, ValueKind.Double, ValueKind.Date, ValueKind.Null, ValueKind.Mutable,
    ]);

    private ValueKind NewPropertyValue() => NewValue() is var kind and not ValueKind.Null ? kind : ValueKind.Number;

    private Change NewChange()
    {
        if (Percent(8))
        {
            return new Reload();
        }

        int any = Between(1, _nodes + 1);
        Leaf leaf = Pick([.. _leaves]);
        return _chance.Below(9) switch
        {
            0 => new SetPattern(leaf.Id, NewPattern()),
            1 => new SetLayout(leaf.Id, NewLayout(leaf.Kind)),
            2 => new SetThreshold(any, Pick(Levels)),
            3 => new AddFilter(any, NewFilter()),
            4 => new ClearFilters(any),
            5 when _fix is null => new Detach(any),
            6 => new Attach(any),
            7 when _fix is null && !_isMutable => new SetEvaluator(Pick([.. _containers]).Id),
            _ => new Activate(any),
        };
    }

    private string[] Some(string[] from, int min, int max) => [.. Enumerable.Range(0, Between(min, max + 1)).Select(_ => Pick(from))];

    private int Between(int min, int limit) => min + _chance.Below(limit - min);

    private T Pick<T>(T[] from) => _chance.Of(from);

    private bool Percent(int percent) => _chance.Below(100) < percent;
}
