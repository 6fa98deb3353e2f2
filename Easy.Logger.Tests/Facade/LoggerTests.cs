using System.Reflection;
using System.Runtime.CompilerServices;
using Easy.Logger.Interfaces;
using Easy.Logger.Rendering;
using log4net.Util;

namespace Easy.Logger.Tests.Facade;

/// <summary>
/// Each level has the same methods, and each of them does what its parameters say; what a log call costs, where it comes from, and what
/// becomes of awkward messages.
/// </summary>
internal sealed class LoggerTests : FacadeScene
{
    private static readonly Level[] _levels = [Level.Trace, Level.Debug, Level.Info, Level.Warn, Level.Error, Level.Fatal];

    private static readonly InvalidOperationException _exception = new("the exception");

    /// <summary>A culture of nowhere, which only a provider that is used can give.</summary>
    private static readonly NumberFormatInfo _provider = new() { NumberDecimalSeparator = "@" };

    private static readonly object?[] _arguments = ["x"];

    private static readonly Action<IEasyLogger>[] _calls =
    [
        log => log.Trace("text"), log => log.Trace("text", new InvalidOperationException()), log => log.TraceFormat("{0}", "x"),
        log => log.TraceFormat("{0}", "x", "y"), log => log.TraceFormat("{0}", "x", "y", "z"), log => log.TraceFormat("{0}", _arguments),
        log => log.TraceFormat(provider: null, "{0}", _arguments), log => log.Info("text"), log => log.Info(
            "text", new InvalidOperationException()),
        log => log.InfoFormat("{0}", "x"), log => log.InfoFormat("{0}", "x", "y"), log => log.InfoFormat("{0}", "x", "y", "z"),
        log => log.InfoFormat("{0}", _arguments), log => log.InfoFormat(provider: null, "{0}", _arguments),
    ];

    private readonly GatedAppender _appender = new();
    private readonly Log4NetLogger _logger;

    public LoggerTests()
    {
        Scene.Repository.Attach(_appender);
        _logger = new Log4NetLogger(Scene.Repository.Hierarchy.GetLogger("test"));
    }

    private static IEnumerable<TestCaseData> Calls =>
        from level in _levels
        from method in Methods(level)
        select new TestCaseData(level, method).SetArgDisplayNames(Signature(method));

    [TestCaseSource(nameof(Calls))]
    public void Call_EnabledInScopeOrBelowTheLevel_IsAnEventOfItsLevelTextAndExceptionOrNone(Level level, MethodInfo method)
    {
        PropertyInfo isEnabled = typeof(IEasyLogger).GetProperty($"Is{NameOf(level)}Enabled")!;
        Scene.Repository.Hierarchy.Root.Level = level;
        Assert.That(isEnabled.GetValue(_logger), Is.True);
        Call(method);
        using (_logger.GetScopedLogger("[scope {0}]"))
        {
            Call(method);
        }

        Scene.Repository.Hierarchy.Root.Level = new Level(level.Value + 1, "above");
        Assert.That(isEnabled.GetValue(_logger), Is.False);
        Call(method);

        IReadOnlyList<LoggingEvent> logged = _appender.Events;
        string text = ExpectedText(method);
        Assert.That(logged.Select(found => found.RenderedMessage), Is.EqualTo(new[] { text, $"[scope {{0}}] {text}" }));
        Assert.That(logged.Select(found => found.Level), Is.All.SameAs(level));
        Assert.That(logged.Select(found => found.LoggerName), Is.All.EqualTo("test"));
        Assert.That(logged.Select(found => found.ExceptionObject), Is.All.SameAs(Takes<Exception>(method) ? _exception : null));
        Assert.That(logged[0].MessageObject, Is.TypeOf(Takes<string>(method) ? typeof(SystemStringFormat) : typeof(string)));
    }

    [Test]
    public void Call_AnyOverload_IsLocatedInTheMethodThatCallsAndItsLine([Values] bool inScope)
    {
        List<LocationInfo> locations = [];
        _appender.OnAppend = events => locations.Add(events[0].LocationInformation!);
        using IDisposable? scope = inScope ? _logger.GetScopedLogger("scope") : null;

        Array.ForEach(_calls, call => call(_logger));
        LogLine(_logger);

        Assert.That(locations, Has.Count.EqualTo(_calls.Length + 1));
        Assert.That(locations.Select(location => location.ClassName), Is.All.StartsWith(typeof(LoggerTests).FullName!));
        Assert.That(locations[^1].MethodName, Is.EqualTo(nameof(LogLine)));
        Assert.That(_appender.Messages[^1], Does.EndWith($"line {locations[^1].LineNumber}"));
    }

    [Test]
    public void Call_Disabled_AllocatesNothing([Values] bool inScope)
    {
        Scene.Repository.Hierarchy.Root.Level = Level.Off;
        using IDisposable? scope = inScope ? _logger.GetScopedLogger("scope") : null;
        InvalidOperationException exception = new();
        CallAll(exception);

        bool enabled = false;
        Assert.That(Allocated.By(() => enabled |= CallAll(exception)), Is.Zero);
        Assert.That(enabled, Is.False);
    }

    /// <summary>Filters and layouts that know the application's own objects get them; nobody asks one for its text in vain.</summary>
    [Test]
    public void Call_Object_ReachesTheAppenderItselfAndIsNotAsked()
    {
        CountingMessage asked = new();

        _logger.Info(asked);
        Assert.That(_appender.Events.Single().MessageObject, Is.SameAs(asked));
        Scene.Repository.Hierarchy.Root.Level = Level.Off;
        using IDisposable scope = _logger.GetScopedLogger("scope");
        _logger.Fatal(asked);
        _logger.FatalFormat("{0}", asked);
        _logger.FatalFormat(provider: null, "{0}", asked);

        Assert.That(asked.Renderings, Is.Zero);
    }

    /// <summary>The worker renders what cannot change.</summary>
    [Test]
    public void Format_PlainArguments_IsRenderedByTheWorker([Values] bool inScope)
    {
        List<bool> deferred = [];
        _appender.OnAppend = events => deferred.Add(CapturedEvent.WithMessage(events[0], new LastCall()).HasMessage);
        using IDisposable? scope = inScope ? _logger.GetScopedLogger("[7]") : null;

        _logger.Info("text");
        _logger.InfoFormat("a {0}", 1);
        _logger.InfoFormat("a {0} {1} {2}", 1, "x", null);
        _logger.TraceFormat("a {0} {1}", _arguments[0], 2.5);
        _logger.InfoFormat("a {0}", _arguments);

        Assert.That(deferred, Has.Count.EqualTo(5).And.All.True);
    }

    [TestCase("{0} {1}", "{0} {1}")]
    [TestCase("open {", "open {")]
    public void Format_DoesNotFit_IsToldInTheLine(string format, string part)
    {
        _logger.InfoFormat(format, "x");
        using (_logger.GetScopedLogger("[7]"))
        {
            _logger.InfoFormat(format, "x");
        }

        Assert.That(_appender.Messages, Has.Count.EqualTo(2).And.All.StartsWith("<log4net.Error>").And.All.Contains(part));
        Assert.That(_appender.Messages[1], Does.Contain("[7]"));
    }

    [Test]
    public void Format_NullsAndThrowingArguments_NeverThrow([Values] bool inScope)
    {
        using IDisposable? scope = inScope ? _logger.GetScopedLogger("{7}") : null;

        _logger.InfoFormat(null!, "x");
        _logger.InfoFormat("as it is {0}", args: null);
        _logger.InfoFormat(provider: null, null!, args: null);
        _logger.InfoFormat("{0}", new ThrowingMessage());
        _logger.Info(new ThrowingMessage());
        _logger.Info(message: null, exception: null);

        Assert.That(_appender.Messages, Has.Count.EqualTo(6));
        Assert.That(_appender.Messages[1], Is.EqualTo(inScope ? "{7} as it is {0}" : "as it is {0}"));
    }

    [Test]
    public void Level_GivenAnotherValueByTheConfiguration_IsTheConfigurations()
    {
        Scene.Repository.Configure("""<level><name value="WARN" /><value value="61000" /></level><root><level value="ALL" /></root>""");
        Scene.Repository.Attach(_appender);

        _logger.WarnFormat("{0}", 1);
        Scene.Repository.Hierarchy.Root.Level = new Level(60_500, "between");
        _logger.Warn("2");

        Assert.That(_logger.IsWarnEnabled, Is.True);
        Assert.That(_logger.IsInfoEnabled, Is.False);
        Assert.That(_appender.Events.Select(logged => logged.Level!.Value), Is.EqualTo(new[] { 61_000, 61_000 }));
    }

    /// <summary>Its own method, so that the stack has its name and its line.</summary>
    [MethodImpl(MethodImplOptions.NoInlining)]
    private static void LogLine(Log4NetLogger logger) => logger.WarnFormat("line {0}", ThisLine());

    private static int ThisLine([CallerLineNumber] int line = 0) => line;

    private bool CallAll(InvalidOperationException exception)
    {
        bool enabled = false;
        for (int i = 0; i < 100; i++)
        {
            enabled |= _logger.IsTraceEnabled | _logger.IsDebugEnabled | _logger.IsInfoEnabled;
            enabled |= _logger.IsWarnEnabled | _logger.IsErrorEnabled | _logger.IsFatalEnabled;
            _logger.Fatal("text");
            _logger.Fatal("text", exception);
            _logger.FatalFormat("{0}", "x");
            _logger.FatalFormat("{0}", "x", "y");
            _logger.FatalFormat("{0}", "x", "y", "z");
            _logger.FatalFormat("{0}", _arguments);
            _logger.FatalFormat(provider: null, "{0}", _arguments);
        }

        return enabled;
    }

    private static string ExpectedText(MethodInfo method) => method.GetParameters() switch
    {
        [_] or [_, { Name: "exception" }] => "the message {0}",
        [{ Name: "provider" }, ..] => "text 1@5 and x and ",
        [_, { Name: "arg" }] => "text 1.5",
        [_, _, { Name: "arg2" }] => "text 1.5 and x",
        _ => "text 1.5 and x and ",
    };

    private static IEnumerable<MethodInfo> Methods(Level level) =>
        typeof(IEasyLogger).GetMethods().Where(method => method.Name == NameOf(level) || method.Name == $"{NameOf(level)}Format");

    /// <summary>What its methods are called.</summary>
    private static string NameOf(Level level) => $"{level.Name[0]}{level.Name[1..].ToLowerInvariant()}";

    private static string Signature(MethodInfo method) =>
        $"{method.Name}({string.Join(
            ", ", method.GetParameters().Select(parameter => $"{parameter.ParameterType.Name} {parameter.Name}"))})";

    private static bool Takes<T>(MethodInfo method) => method.GetParameters().Any(parameter => parameter.ParameterType == typeof(T));

    private void Call(MethodInfo method)
    {
        ParameterInfo[] parameters = method.GetParameters();
        string[] holes = ["text {0}", "{1}", "{2}"];
        int arguments = parameters[^1].Name == "args"
            ? 3
            : parameters.Count(parameter => parameter.Name!.StartsWith("arg", StringComparison.Ordinal));
        method.Invoke(_logger, [.. parameters.Select(parameter => Argument(parameter, string.Join(" and ", holes.Take(arguments))))]);
    }

    private static object? Argument(ParameterInfo parameter, string format) => parameter.Name switch
    {
        "message" => "the message {0}",
        "exception" => _exception,
        "provider" => _provider,
        "format" => format,
        "arg" or "arg1" => 1.5,
        "arg2" => "x",
        "arg3" => null,
        "args" => new object?[] { 1.5, "x", null },
        _ => throw new ArgumentException($"There is no parameter {parameter.Name}.", nameof(parameter)),
    };
}
