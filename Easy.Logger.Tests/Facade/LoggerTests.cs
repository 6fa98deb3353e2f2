using Easy.Logger.Interfaces;
using FsCheck;
using FsCheck.Fluent;

namespace Easy.Logger.Tests.Facade;

/// <summary>What a log call costs, where it comes from, and what becomes of awkward messages. Scopes belong to a flow, and end.</summary>
internal sealed class LoggerTests : FacadeScene
{
    private const string Message = "the message {0}";
    private const string One = "text {0}";
    private const string Two = "text {0} and {1}";
    private const string Three = "text {0} and {1} and {2}";

    private static readonly InvalidOperationException _exception = new("the exception");
    private static readonly object _number = 1.5;
    private static readonly object?[] _all = [_number, "x", null];

    /// <summary>A culture of nowhere, which only a provider that is used can give.</summary>
    private static readonly NumberFormatInfo _at = new() { NumberDecimalSeparator = "@" };

    private static readonly string[] _texts =
        [Message, Message, "text 1.5", "text 1.5 and x", "text 1.5 and x and ", "text 1.5 and x and ", "text 1@5 and x and "];

    private static readonly (Level Level, Func<IEasyLogger, bool> IsEnabled, Action<IEasyLogger>[] Calls)[] _levels =
    [
        (Level.Trace, log => log.IsTraceEnabled,
            [log => log.Trace(Message), log => log.Trace(Message, _exception), log => log.TraceFormat(One, _number),
            log => log.TraceFormat(Two, _number, "x"), log => log.TraceFormat(Three, _number, "x", null),
            log => log.TraceFormat(Three, _all), log => log.TraceFormat(_at, Three, _all)]),
        (Level.Debug, log => log.IsDebugEnabled,
            [log => log.Debug(Message), log => log.Debug(Message, _exception), log => log.DebugFormat(One, _number),
            log => log.DebugFormat(Two, _number, "x"), log => log.DebugFormat(Three, _number, "x", null),
            log => log.DebugFormat(Three, _all), log => log.DebugFormat(_at, Three, _all)]),
        (Level.Info, log => log.IsInfoEnabled,
            [log => log.Info(Message), log => log.Info(Message, _exception), log => log.InfoFormat(One, _number),
            log => log.InfoFormat(Two, _number, "x"), log => log.InfoFormat(Three, _number, "x", null),
            log => log.InfoFormat(Three, _all), log => log.InfoFormat(_at, Three, _all)]),
        (Level.Warn, log => log.IsWarnEnabled,
            [log => log.Warn(Message), log => log.Warn(Message, _exception), log => log.WarnFormat(One, _number),
            log => log.WarnFormat(Two, _number, "x"), log => log.WarnFormat(Three, _number, "x", null),
            log => log.WarnFormat(Three, _all), log => log.WarnFormat(_at, Three, _all)]),
        (Level.Error, log => log.IsErrorEnabled,
            [log => log.Error(Message), log => log.Error(Message, _exception), log => log.ErrorFormat(One, _number),
            log => log.ErrorFormat(Two, _number, "x"), log => log.ErrorFormat(Three, _number, "x", null),
            log => log.ErrorFormat(Three, _all), log => log.ErrorFormat(_at, Three, _all)]),
        (Level.Fatal, log => log.IsFatalEnabled,
            [log => log.Fatal(Message), log => log.Fatal(Message, _exception), log => log.FatalFormat(One, _number),
            log => log.FatalFormat(Two, _number, "x"), log => log.FatalFormat(Three, _number, "x", null),
            log => log.FatalFormat(Three, _all), log => log.FatalFormat(_at, Three, _all)]),
    ];

    private static readonly Action<IEasyLogger>[] _calls = [.. _levels.SelectMany(level => level.Calls)];

    private readonly GatedAppender _appender = new();
    private readonly Log4NetLogger _logger;

    public LoggerTests()
    {
        Scene.Repository.Attach(_appender);
        _logger = new Log4NetLogger(Scene.Repository.Hierarchy.GetLogger("test"));
    }

    [Test]
    public void Call_EnabledInScopeOrBelowTheLevel_IsAnEventOfItsLevelTextAndExceptionOrNone([Range(0, 5)] int number)
    {
        (Level level, Func<IEasyLogger, bool> isEnabled, Action<IEasyLogger>[] calls) = _levels[number];
        Scene.Repository.Hierarchy.Root.Level = level;
        Assert.That(isEnabled(_logger), Is.True);
        Array.ForEach(calls, call => call(_logger));
        using (_logger.GetScopedLogger("}[scope {0}"))
        {
            Array.ForEach(calls, call => call(_logger));
        }

        Scene.Repository.Hierarchy.Root.Level = new Level(level.Value + 1, "above");
        Assert.That(isEnabled(_logger), Is.False);
        Array.ForEach(calls, call => call(_logger));

        IReadOnlyList<LoggingEvent> logged = _appender.Events;
        Assert.That(_appender.Messages, Is.EqualTo(_texts.Concat(_texts.Select(text => $"}}[scope {{0}} {text}"))));
        Assert.That(logged.Select(found => found.Level), Is.All.SameAs(level));
        Assert.That(logged.Select(found => found.LoggerName), Is.All.EqualTo("test"));
        Exception?[] exceptions = [null, _exception, null, null, null, null, null];
        Assert.That(logged.Select(found => found.ExceptionObject), Is.EqualTo(exceptions.Concat(exceptions)));
        Assert.That(logged.Take(2).Select(found => found.MessageObject), Is.All.TypeOf<string>());
        Assert.That(logged.Take(7).Skip(2).Select(found => found.MessageObject), Is.All.TypeOf<SystemStringFormat>());
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

        Assert.That(Allocated.By(CallAll), Is.Zero);

        void CallAll()
        {
            for (int i = 0; i < 100; i++)
            {
                foreach (Action<IEasyLogger> call in _calls)
                {
                    call(_logger);
                }
            }
        }
    }

    [Test]
    public void Format_DoesNotFitIsNullOrThrows_IsInTheLineAndNothingIsThrown([Values] bool inScope)
    {
        string prefix = inScope ? "{7} " : string.Empty;
        using IDisposable? scope = inScope ? _logger.GetScopedLogger("{7}") : null;

        _logger.InfoFormat("{0} {1}", "x");
        _logger.InfoFormat("open {", "x");
        _logger.InfoFormat("as it is {0}", args: null);
        _logger.InfoFormat(null!, "x");
        _logger.InfoFormat(provider: null, null!, args: null);
        _logger.InfoFormat("{0}", new ThrowingMessage());
        _logger.Info(new ThrowingMessage());
        _logger.Info(message: null, exception: null);

        Assert.That(_appender.Messages, Has.Count.EqualTo(8));
        Assert.That(_appender.Messages.Take(2), Is.All.StartsWith("<log4net.Error>").And.All.Contains(inScope ? "{7}" : string.Empty));
        Assert.That(_appender.Messages[0], Does.Contain("{0} {1}"));
        Assert.That(_appender.Messages[1], Does.Contain("open {"));
        Assert.That(_appender.Messages[2], Is.EqualTo($"{prefix}as it is {{0}}"));
    }

    [Test]
    public void Level_GivenAnotherValueByTheConfiguration_IsTheConfigurations()
    {
        Scene.Configure("""<level><name value="WARN" /><value value="61000" /></level><root><level value="ALL" /></root>""");
        Scene.Repository.Attach(_appender);

        _logger.WarnFormat("{0}", 1);
        Scene.Repository.Hierarchy.Root.Level = new Level(60_500, "between");
        _logger.Warn("2");

        Assert.That(_logger.IsWarnEnabled, Is.True);
        Assert.That(_logger.IsInfoEnabled, Is.False);
        Assert.That(_appender.Events.Select(logged => logged.Level!.Value), Is.EqualTo(new[] { 61_000, 61_000 }));
    }

    [Test]
    public async Task Scope_AwaitAndTasks_FlowsThere()
    {
        Assert.That(() => _logger.GetScopedLogger(null!), Throws.ArgumentNullException);
        using (_logger.GetScopedLogger("[a]"))
        {
            await Task.Yield();
            _logger.Info("awaited");
            await Task.Run(() => _logger.Info("run"));
            await LogWithinAsync();
            _logger.Info("back");
        }

        _logger.Info("outside");

        Assert.That(
            _appender.Messages, Is.EqualTo(new[] { "[a] awaited", "[a] run", "[a] [callee] within", "[a] back", "outside" }));
    }

    /// <summary>Ended twice too, here and in another flow: what is written is what a list of them would have.</summary>
    [Test]
    public void Scopes_BegunAndEndedInAnyOrder_AreThoseOfAList() => Prop.ForAll<byte[]>(steps =>
    {
        Log4NetLogger other = new(Scene.Repository.Hierarchy.GetLogger("other"));
        int before = _appender.Messages.Count;
        List<(string Name, IDisposable Scope)> begun = [];
        List<string> open = [];
        List<string> expected = [];
        foreach (byte step in steps)
        {
            if (step % 3 == 0 || begun.Count == 0)
            {
                string name = step % 5 == 0 ? string.Empty : $"[{begun.Count}]";
                begun.Add((name, _logger.GetScopedLogger(name)));
                open.AddRange(name.Length == 0 ? [] : [name]);
            }
            else
            {
                (string name, IDisposable scope) = begun[step % begun.Count];
                if (step % 3 == 1)
                {
                    Assert.That(Task.Run(scope.Dispose).Wait(Eventually.Patience), Is.True, "it ended in another flow");
                }
                else
                {
                    scope.Dispose();
                }

                open.Remove(name);
            }

            other.Info(step);
            expected.Add(string.Join(' ', open.Append($"{step}")));
        }

        begun.ForEach(scope => scope.Scope.Dispose());
        return _appender.Messages.Skip(before).SequenceEqual(expected);
    }).QuickCheckThrowOnFailure();

    /// <summary>Somebody takes the scope for a logger and never ends it, in a loop.</summary>
    [Test]
    public void GetScopedLogger_NeverDisposed_LogsGoOnWithAHundred()
    {
        using BackgroundCall<bool> loop = BackgroundCall.Of(() =>
        {
            for (int i = 0; i < 100_000; i++)
            {
                _ = _logger.GetScopedLogger("x");
            }

            _logger.Info("goes on");
        });

        Assert.That(loop.Result, Is.True);
        Assert.That(_appender.Messages, Is.EqualTo(new[] { string.Concat(Enumerable.Repeat("x ", 100)) + "goes on" }));
    }

    private async Task LogWithinAsync()
    {
        _ = _logger.GetScopedLogger("[callee]"); // its end is the end of this method's flow
        await Task.Yield();
        _logger.Info("within");
    }

    [MethodImpl(MethodImplOptions.NoInlining)]
    private static void LogLine(Log4NetLogger logger) => logger.WarnFormat("line {0}", ThisLine());

    private static int ThisLine([CallerLineNumber] int line = 0) => line;
}
