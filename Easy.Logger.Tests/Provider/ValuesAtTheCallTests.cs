using System.Text;
using Easy.Logger.Extensions.Microsoft.State;
using Microsoft.Extensions.Logging;
using ILogger = Microsoft.Extensions.Logging.ILogger;

namespace Easy.Logger.Tests.Provider;

/// <summary>Values of arguments and scopes are as they were at the call, whatever happens to them until the event is written.</summary>
[Category("Provider")]
internal sealed partial class ValuesAtTheCallTests : IDisposable
{
    private const int Calls = 10_000;
    private const string Pattern =
        "%property{Order}|%property{Items}|%property{Query}|%property{File}|%property{Bad}|"
        + "%property{User}|%property{Scope}|%message%newline";

    private static readonly object[] _immutable =
    [
        "a", 1, 1L, 1.0, true, Guid.Empty, DateTime.UnixEpoch, TimeSpan.Zero, 1m, DateTimeOffset.UnixEpoch, 'a', 1u, 1ul, (short)1,
        (ushort)1, (byte)1, (sbyte)1, 1f, DayOfWeek.Monday, (nint)1, (nuint)1, default(DateOnly), default(TimeOnly), default(Half),
        default(Int128), default(UInt128),
    ];

    private static readonly object[] _others = [new StringBuilder(), new int[1], new Version(1, 0), ValueTuple.Create(1), DBNull.Value];

    private readonly ProviderScene _scene = new();

    public void Dispose() => _scene.Dispose();

    [Test]
    public void Log_ValuesChangeAfterTheCall_LinesAreThoseOfAPlainAppender()
    {
        using ProviderScene plain = new();
        plain.Scene.Configure(plain.Scene.File(pattern: Pattern), LogScene.Root("file"));
        _scene.Scene.ConfigureFile(pattern: Pattern);

        int enumeratedPlain = LogChanging(plain.Log());
        int enumerated = LogChanging(_scene.Log());

        Assert.That(_scene.Scene.Appender.Flush(-1), Is.True);
        plain.Scene.Repository.Dispose();
        IReadOnlyList<string> lines = _scene.Scene.Lines();
        Assert.That(lines, Has.Count.EqualTo(Calls));
        Assert.That(lines, Is.EqualTo(plain.Scene.Lines()));
        Assert.That(lines[7], Is.EqualTo(
            "new 7|a, 7|q7|open|[the value could not be rendered: FormatException]|ada 7|for ada 7|"
            + "order new 7 with a, 7 and q7 of open at [the value could not be rendered: FormatException]"));
        Assert.That((enumeratedPlain, enumerated), Is.EqualTo((Calls, Calls)), "a query runs once for each call");
    }

    [Test]
    public void Log_PlaceholderHasAFormat_PropertyShowsWhatTheMessageShows()
    {
        _scene.Collect().Log().LogInformation("at {Price:F2} for {Order,8} {Number:000}", new Price(), new Order { State = "new" }, 7);

        Assert.That(_scene.Event.RenderedMessage, Is.EqualTo("at F2! for      new 007"));
        Assert.That(_scene.Event.LookupProperty("Price"), Is.EqualTo("F2!"));
        Assert.That(_scene.Event.LookupProperty("Order"), Is.EqualTo("new"));
        Assert.That(_scene.Event.LookupProperty("Number"), Is.EqualTo(7));
    }

    [Test]
    public void Log_GeneratedMethodWithALevel_EnumeratesOnceAndKeepsItsText()
    {
        int runs = 0;
        IEnumerable<string> query = Enumerable.Range(1, 2).Select(i => $"{i}{(i == 1 ? ++runs : runs)}");
        OrdersFound(_scene.Collect().Log(), LogLevel.Warning, new Order { State = "new" }, query, 0.5, missing: null);

        Assert.That(_scene.Event.RenderedMessage, Is.EqualTo("0.5 in [11, 21] and  of new"));
        Assert.That(_scene.Event.LookupProperty("Query"), Is.EqualTo("[11, 21]"));
        Assert.That(_scene.Event.LookupProperty("Order"), Is.EqualTo("new"));
        Assert.That(runs, Is.EqualTo(1));
    }

    [Test]
    public void Log_DefinedMessage_EnumeratesOnce()
    {
        int runs = 0;
        Action<ILogger, IEnumerable<int>, Exception?> define =
            LoggerMessage.Define<IEnumerable<int>>(LogLevel.Warning, new EventId(1), "found {Query}");
        define(_scene.Collect().Log(), Enumerable.Range(1, 2).Where(i => i > 1 || ++runs > 0), null);

        Assert.That(_scene.Event.RenderedMessage, Is.EqualTo("found 1, 2"));
        Assert.That(_scene.Event.LookupProperty("Query"), Is.EqualTo("1, 2"));
        Assert.That(runs, Is.EqualTo(1));
    }

    /// <summary>As loggers do that stand around another and add to its messages.</summary>
    [Test]
    public void Log_AnotherFormatter_WritesTheMessage()
    {
        KeyValuePair<string, object?>[] state = [new("Order", new Order { State = "new" }), new("{OriginalFormat}", "order {Order}")];
        _scene.Collect().Log().Log(LogLevel.Information, default, state, exception: null, (pairs, _) => $"[x] {pairs[0].Value}");

        Assert.That(_scene.Event.RenderedMessage, Is.EqualTo("[x] new"));
        Assert.That(_scene.Event.LookupProperty("Order"), Is.EqualTo("new"));
    }

    /// <summary>
    /// A value is looked at by its type where the type of the state shows it, and else by itself: both have to say the same.
    /// </summary>
    [TestCaseSource(nameof(_immutable))]
    public void Contains_ImmutableValue_IsTrueOfItAndOfItsType(object value)
    {
        Assert.That(ImmutableTypes.Contains(value));
        Assert.That(ImmutableTypes.Contains(value.GetType()));
    }

    [TestCaseSource(nameof(_others))]
    public void Contains_AnotherValue_IsFalseOfItAndOfItsType(object value)
    {
        Assert.That(ImmutableTypes.Contains(value), Is.False);
        Assert.That(ImmutableTypes.Contains(value.GetType()), Is.False);
    }

    [TestCase(typeof(int?), true)]
    [TestCase(typeof(ValueTuple<int>?), false)]
    [TestCase(typeof(object), false)]
    [TestCase(typeof(IFormattable), false)]
    public void Contains_TypeOfManyValues_IsTrueOnlyIfEachIsImmutable(Type type, bool expected) =>
        Assert.That(ImmutableTypes.Contains(type), Is.EqualTo(expected));

    private static int LogChanging(ILogger log)
    {
        int runs = 0;
        for (int i = 0; i < Calls; i++)
        {
            int call = i;
            Order order = new() { State = $"new {i}" };
            Order user = new() { State = $"ada {i}" };
            List<object> items = ["a", i];
            Disposed file = new();
            ThrowingMessage bad = new();
            IEnumerable<string> query = Enumerable.Range(0, 1).Select(_ => $"q{(runs++, call).call}");
            using (log.BeginScope(new Dictionary<string, object> { ["User"] = user }))
            using (log.BeginScope("for {User}", user))
            {
                log.LogInformation("order {Order} with {Items} and {Query} of {File} at {Bad}", order, items, query, file, bad);
            }

            (order.State, user.State) = ("paid", "eve");
            items.Clear();
            file.IsDisposed = true;
        }

        return runs;
    }

    [LoggerMessage(EventId = 7, Message = "{Number} in {Query} and {Missing} of {Order}")]
    private static partial void OrdersFound(
        ILogger log, LogLevel level, Order order, IEnumerable<string> query, double number, object? missing);

    private sealed class Order
    {
        public string State { get; set; } = string.Empty;

        public override string ToString() => State;
    }

    private sealed class Disposed
    {
        public bool IsDisposed { get; set; }

        public override string ToString() => IsDisposed ? throw new ObjectDisposedException(nameof(Disposed)) : "open";
    }

    private sealed class Price : IFormattable
    {
        public string ToString(string? format, IFormatProvider? formatProvider) => $"{format}!";
    }
}
