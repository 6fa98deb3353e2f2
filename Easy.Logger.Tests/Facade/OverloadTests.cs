using System.Reflection;
using Easy.Logger.Interfaces;
using log4net.Util;

namespace Easy.Logger.Tests.Facade;

/// <summary>Each level has the same methods, and each of them does what its parameters say.</summary>
[Category("Facade")]
internal sealed class OverloadTests : IDisposable
{
    /// <summary>The levels, and what their methods are called.</summary>
    private static readonly Dictionary<Level, string> _levels = new()
    {
        [Level.Trace] = "Trace",
        [Level.Debug] = "Debug",
        [Level.Info] = "Info",
        [Level.Warn] = "Warn",
        [Level.Error] = "Error",
        [Level.Fatal] = "Fatal",
    };

    private static readonly InvalidOperationException _exception = new("the exception");

    /// <summary>A culture of nowhere, which only a provider that is used can give.</summary>
    private static readonly NumberFormatInfo _provider = new() { NumberDecimalSeparator = "@" };

    private readonly GatedAppender _appender = new();
    private readonly TestRepository _repository = new();
    private readonly Log4NetLogger _logger;

    public OverloadTests()
    {
        _repository.Attach(_appender);
        _logger = new Log4NetLogger(_repository.Hierarchy.GetLogger("the logger"));
    }

    private static IEnumerable<TestCaseData> Calls =>
        from level in _levels.Keys
        from method in Methods(level)
        select new TestCaseData(level, method).SetArgDisplayNames(Signature(method));

    public void Dispose() => _repository.Dispose();

    [TestCaseSource(nameof(Calls))]
    public void Call_EnabledInScopeOrBelowTheLevel_IsAnEventOfItsLevelTextAndExceptionOrNone(Level level, MethodInfo method)
    {
        Call(method);
        using (_logger.GetScopedLogger("[scope {0}]"))
        {
            Call(method);
        }

        _repository.Hierarchy.Root.Level = new Level(level.Value + 1, "above");
        Call(method);

        IReadOnlyList<LoggingEvent> logged = _appender.Events;
        string text = ExpectedText(method);
        Assert.That(logged.Select(found => found.RenderedMessage), Is.EqualTo(new[] { text, $"[scope {{0}}] {text}" }));
        Assert.That(logged.Select(found => found.Level), Is.All.SameAs(level));
        Assert.That(logged.Select(found => found.LoggerName), Is.All.EqualTo("the logger"));
        Assert.That(logged.Select(found => found.ExceptionObject), Is.All.SameAs(Has<Exception>(method) ? _exception : null));
        Assert.That(logged[0].MessageObject, Is.TypeOf(Has<string>(method) ? typeof(SystemStringFormat) : typeof(string)));
    }

    [Test]
    public void IsEnabled_EachLevel_SaysWhatWouldBeLogged()
    {
        foreach (Level least in _levels.Keys)
        {
            _repository.Hierarchy.Root.Level = least;
            foreach (Level level in _levels.Keys)
            {
                object? enabled = typeof(IEasyLogger).GetProperty($"Is{_levels[level]}Enabled")!.GetValue(_logger);
                Assert.That(enabled, Is.EqualTo(level >= least), $"{level} at {least}");
            }
        }
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
        typeof(IEasyLogger).GetMethods().Where(method => method.Name == _levels[level] || method.Name == $"{_levels[level]}Format");

    private static string Signature(MethodInfo method) =>
        $"{method.Name}({string.Join(
            ", ", method.GetParameters().Select(parameter => $"{parameter.ParameterType.Name} {parameter.Name}"))})";

    private static bool Has<T>(MethodInfo method) => method.GetParameters().Any(parameter => parameter.ParameterType == typeof(T));

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
