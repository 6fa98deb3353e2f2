using FsCheck;
using FsCheck.Fluent;
using log4net.ObjectRenderer;
using CallSite = Easy.Logger.Rendering.CallSite;

namespace Easy.Logger.Tests.Capture;

/// <summary>
/// A message that is rendered later is what log4net renders at the call; where that is not sure, the caller has to fix it.
/// </summary>
internal sealed class CapturedEventTests
{
    private static readonly object?[] _immutable =
    [
        null, "text", string.Empty, "é \U0001F600", new string('x', 10_000), 0, -12345, int.MinValue, long.MinValue, ulong.MaxValue,
        (short)-3, (ushort)3, (byte)200, (sbyte)-100, 7u, 1.5, -0.0, double.NaN,
        double.PositiveInfinity, 1f / 3, 2.50m, 'c', true, false, Colour.Red, Colour.Red | Colour.Green, (Colour)77, Guid.Empty,
        new DateTime(2026, 3, 29, 2, 30, 0, DateTimeKind.Local), DateTime.UnixEpoch, DateTimeOffset.UnixEpoch,
        TimeSpan.FromSeconds(90.25), DayOfWeek.Friday,
    ];

    private static readonly string[] _formatPieces =
        ["{0}", "{1}", "{2}", "{0}", "{1}", "{0}", "{0}", " ", "a", "é", "=", " of ", ": ", "{0}", "{1}", "{0}", "{{", "}}", "{0,8}",
            "{1,-8}", "{0:N2}", "{1:X}", "{2:yyyy-MM-dd}", "{3}", "{", "}", "{ 0}", "{0 }", "{-1}", "{10}", "{:}"];

    private readonly TestRepository _repository = new();

    [Flags]
    private enum Colour
    {
        None = 0,
        Red = 1,
        Green = 2,
    }

    [TearDown]
    public void End() => _repository.Dispose();

    [TestCase("en-US")]
    [TestCase("fr-FR")]
    [TestCase("ar-SA")]
    [TestCase("sv-SE")]
    public void WriteMessage_AnyFormatAndArguments_IsTheTextOfTheCall(string culture)
    {
        CultureInfo.CurrentCulture = CultureInfo.GetCultureInfo(culture); // NUnit puts it back after each test
        int deferred = 0;
        Gen<(string Format, object?[] Arguments, int Room)> samples =
            from pieces in Gen.Choose(0, 6).SelectMany(length => Gen.Elements(_formatPieces).ArrayOf(length))
            from arguments in Gen.Choose(0, 3).SelectMany(length => Gen.Elements(_immutable).ArrayOf(length))
            from room in Gen.Choose(0, 60) // where texts and .NET's own values may end
            select (string.Concat(pieces), arguments, room);

        Prop.ForAll(Arb.From(samples), sample =>
        {
            SystemStringFormat call = new(CultureInfo.InvariantCulture, sample.Format, [.. sample.Arguments]);
            LoggingEvent loggingEvent = Event(call);
            CapturedEvent message = CapturedEvent.WithMessage(loggingEvent, new LastCall());
            if (!message.HasMessage)
            {
                return;
            }

            deferred++;
            string? expected = Event(call).RenderedMessage;
            string actual = Later(() => Text(message, sample.Room));
            if (!CapturedEvent.TryKeepValues(Event(call), readsThread: true, new LastCall(), out CapturedEvent values)
                || actual != expected || Later(() => Text(values, sample.Room)) != expected)
            {
                throw new AssertionException(
                    $"[{sample.Format}] ({string.Join("; ", sample.Arguments)}): [{actual}] in place of [{expected}]");
            }
        }).Check(Config.QuickThrowOnFailure.WithMaxTest(1000));

        Assert.That(deferred, Is.GreaterThan(100), "else this compares nothing");
    }

    [Test]
    public void OfMessage_MessageArgumentOrProviderMayChangeOrNotice_IsNone([Values] bool hasRepository)
    {
        object[] arguments =
        [
            new object(), new int[1], new Custom(), new List<int>(), new System.Text.StringBuilder("x"), new Uri("http://x"),
            new InvalidOperationException("x"),
        ];
        IFormatProvider?[] providers =
            [null, CultureInfo.GetCultureInfo("fr-FR"), (CultureInfo)CultureInfo.InvariantCulture.Clone(), new Brackets()];
        object?[] messages =
        [
            null, 42, new object(), Call("{0}", null!), Call(null!, 1), Call("{0}{1}{2}{3}", 1, 2, 3, 4),
            Call("{0}{1}{2}", new object(), 2, 3), Call("{0}{1}{2}", 1, new object(), 3), Call("{0}{1}{2}", 1, 2, new object()),
            .. arguments.Select(argument => Call("{0}", argument)),
            .. providers.Select(provider => new SystemStringFormat(provider, "{0}", 1.5)),
        ];
        LoggingEvent[] events = [.. messages.Select(message => Event(message, hasRepository)), Event(Call("{0}", "x"), hasRepository)];
        events[^1].Fix = FixFlags.Message;

        Assert.That(events.Select(loggingEvent => CapturedEvent.WithMessage(loggingEvent, new LastCall()).HasMessage), Is.All.False);
    }

    [TestCase(typeof(SystemStringFormat))]
    [TestCase(typeof(object))]
    public void OfMessage_ApplicationRendersIt_IsNone(Type rendered)
    {
        _repository.Hierarchy.RendererMap.Put(rendered, new Shouting());
        LoggingEvent loggingEvent = Event(Call("{0}", "x"));

        Assert.That(CapturedEvent.WithMessage(loggingEvent, new LastCall()).HasMessage, Is.False);
        Assert.That(loggingEvent.RenderedMessage, Is.EqualTo("X!"));
    }

    [Test]
    public void WithMessageAndWriteLine_ManyTimes_AllocateNothing()
    {
        LoggingEvent[] events;
        do
        {
            events = [.. Enumerable.Range(0, 10_001).Select(i => Event(Call("Counter is: {0} of {1}", i, "text")))];
        }
        while (events[0].TimeStampUtc.Second != events[^1].TimeStampUtc.Second); // a new second has a new text

        CompiledPattern compiled = Rendering.Rendered.Compile(
            new PatternLayout("%date{ISO8601} [%-5level] [%2thread] %logger{1} - %message%newline%exception"))!;
        using TextBuffer text = new();
        LastCall lastCall = new();
        compiled.WriteLine(text, CapturedEvent.WithMessage(events[0], lastCall));
        _ = Array.TrueForAll(events, loggingEvent => loggingEvent.ThreadName is not null);

        Assert.That(Allocated.By(WriteAll), Is.Zero);

        void WriteAll()
        {
            for (int i = 1; i < events.Length; i++)
            {
                text.Clear();
                compiled.WriteLine(text, CapturedEvent.WithMessage(events[i], lastCall));
            }
        }
    }

    private static SystemStringFormat Call(string format, params object?[] arguments) =>
        new(CultureInfo.InvariantCulture, format, arguments);

    private static string Text(CapturedEvent message, int room = 256)
    {
        using TextBuffer text = new(room);
        message.WriteMessage(text);
        return text.ToString();
    }

    /// <summary>On a thread of another culture, as the worker's may be.</summary>
    private static string Later(Func<string> render)
    {
        CultureInfo culture = CultureInfo.CurrentCulture;
        CultureInfo.CurrentCulture = CultureInfo.GetCultureInfo("de-DE");
        try
        {
            return render();
        }
        finally
        {
            CultureInfo.CurrentCulture = culture;
        }
    }

    private LoggingEvent Event(object? message, bool hasRepository = true)
    {
        ILoggerRepository? repository = hasRepository ? _repository.Hierarchy : null;
        return new LoggingEvent(typeof(CapturedEventTests), repository, "test", Level.Info, message, exception: null);
    }

    private sealed class Custom : IFormattable
    {
        public string ToString(string? format, IFormatProvider? formatProvider) => $"<{format} {formatProvider?.GetType().Name}>";
    }

    private sealed class Brackets : IFormatProvider, ICustomFormatter
    {
        public object? GetFormat(Type? formatType) => formatType == typeof(ICustomFormatter) ? this : null;

        public string Format(string? format, object? arg, IFormatProvider? formatProvider) => $"[{arg}]";
    }

    private sealed class Shouting : IObjectRenderer
    {
        public void RenderObject(RendererMap rendererMap, object obj, TextWriter writer) =>
            writer.Write(obj.ToString()!.ToUpperInvariant() + "!");
    }

    private static IEnumerable<LoggingEvent> WithMore()
    {
        yield return new LoggingEvent(typeof(Some), null, "test", Level.Info, "text", new InvalidOperationException());
        yield return new LoggingEvent(typeof(Some), null, "test", Level.Info, new System.Text.StringBuilder("text"), null);
        yield return new LoggingEvent(typeof(Some), null, "test", Level.Info, Call("{0:N2}", 5), null);
        yield return new LoggingEvent(typeof(Some), null, "test", Level.Info, message: null, null);
        yield return new LoggingEvent(typeof(Some), null, "test", Level.Info, "text", null) { Fix = FixFlags.Message };
        yield return new LoggingEvent(new LoggingEventData { Message = "text", ExceptionString = "failed" });
        yield return new LoggingEvent(new LoggingEventData { Message = "text", TimeStampUtc = DateTime.Now });
        yield return new OwnEvent();
    }

    [TestCaseSource(nameof(WithMore))]
    public void TryKeepValues_EventHasMore_IsKept(LoggingEvent loggingEvent) =>
        Assert.That(CapturedEvent.TryKeepValues(loggingEvent, readsThread: true, new LastCall(), out _), Is.False);

    /// <summary>log4net makes the name for each event anew; here it is made once for each name of the thread.</summary>
    [Test]
    public void TryKeepValues_NameOfTheThread_IsTheOneThatTheEventSays()
    {
        using BackgroundCall<bool> call = new(() =>
        {
            LastCall lastCall = new();
            foreach (string? name in new[] { null, "one", "one", ".NET TP Worker", "two", "one" })
            {
                Thread.CurrentThread.Name = name;
                LoggingEvent closed = Event("text");
                closed.Fix = FixFlags.None;
                LoggingEvent made = new(null, null, new LoggingEventData { Message = "text", ThreadName = "made" }, FixFlags.None);
                foreach (Func<LoggingEvent> create in new Func<LoggingEvent>[] { () => Event("text"), () => closed, () => made })
                {
                    _ = CapturedEvent.TryKeepValues(create(), readsThread: true, lastCall, out CapturedEvent values);
                    Assert.That(lastCall.ThreadNameOf(create()), Is.EqualTo(create().ThreadName), name);
                    string? kept = values.Source is CallSite site ? site.ThreadName : create().ThreadName;
                    Assert.That(kept, Is.EqualTo(create().ThreadName), name);
                }
            }

            return true;
        });
        Assert.That(call.Result, Is.True);
    }

    private sealed class OwnEvent() : LoggingEvent(typeof(Some), null, "test", Level.Info, "text", null);
}
