using Easy.Logger.Compatibility;

namespace Easy.Logger.Tests.Log4Net;

/// <summary>The converters that log4net makes of a conversion pattern, and the events and messages that they print.</summary>
internal sealed class PatternConverterTests
{
    private const string Dependents =
        "Rendering/PatternCompiler knows converters by these names; one that it does not know makes the whole layout an unknown one.";

    private static readonly string[] _converters =
    [
        "%message Message", "%level Level", "%logger Logger", "%thread Thread", "%appdomain AppDomain", "%identity Identity",
        "%username UserName", "%type TypeName", "%method MethodLocation", "%line LineLocation", "%file FileLocation",
        "%location FullLocation", "%stacktrace StackTrace", "%stacktracedetail StackTraceDetail", "%date Date", "%utcdate UtcDate",
        "%timestamp RelativeTime", "%exception Exception", "%ndc Ndc", "%property Property", "text Literal", "%newline NewLine",
    ];

    [TestCaseSource(nameof(_converters))]
    public void Head_OfAPattern_IsTheConverterOfThatName(string expected)
    {
        string name = expected.Split(' ')[1];
        string place = name is "Literal" or "NewLine" ? "Util.PatternStringConverters" : "Layout.Pattern"; // the same for all events

        PatternConverter head = Log4NetMembers.HeadOf(new PatternLayout(expected.Split(' ')[0]))!;

        Assert.That(head.GetType().FullName, Is.EqualTo($"log4net.{place}.{name}PatternConverter"), Dependents);
        Assert.That((head.Properties?.Count ?? 0, head.Next), Is.EqualTo((0, (PatternConverter?)null)), Dependents);
    }

    [Test]
    public void Head_PatternOfSeveral_IsTheChainInForce()
    {
        const string dependents =
            "Rendering/PatternCompiler compiles this chain; Capture/CaptureSource sees a new pattern by its first converter.";
        PatternLayout layout = new("%-5.20level %message");
        PatternConverter? head = Log4NetMembers.HeadOf(layout);

        Assert.That(Chain(head).Select(converter => converter.GetType().Name), Is.EqualTo(new[] { "LevelPatternConverter",
            "LiteralPatternConverter", "MessagePatternConverter" }), dependents);
        Assert.That((head!.FormattingInfo.Min, head.FormattingInfo.Max, head.FormattingInfo.LeftAlign), Is.EqualTo((5, 20, true)),
            dependents);
        layout.ConversionPattern = "%message";
        Assert.That(Log4NetMembers.HeadOf(layout), Is.SameAs(head), dependents);
        layout.ActivateOptions();
        Assert.That(Log4NetMembers.HeadOf(layout), Is.Not.SameAs(head), dependents);
    }

    /// <summary>Fixing anything closes an event for all that was not fixed.</summary>
    [Test]
    public void Clone_IsFixed_TheEventIsNot()
    {
        const string dependents =
            "Capture/CapturePlan fixes a clone, so that the event stays open for the appenders that get it after ours.";
        LoggingEvent loggingEvent = new(typeof(PatternConverterTests), repository: null, "test", Level.Info, 1.5, exception: null);

        LoggingEvent clone = Log4NetMembers.Clone(loggingEvent);
        clone.Fix = FixFlags.Message;

        Assert.That((clone.RenderedMessage, clone.Domain, loggingEvent.Fix), Is.EqualTo(("1.5", (string?)null, FixFlags.None)), dependents);
        Assert.That(loggingEvent.Domain, Is.EqualTo(Some.Event().Domain), dependents);
    }

    [Test]
    public void Format_WithAndWithoutAProvider_IsThatProviderOrTheInvariantCulture()
    {
        const string provider = "Rendering/CapturedEvent reads the provider.";
        MemoryAppender memory = new();
        using TestRepository repository = new TestRepository().Attach(memory);

        repository.Log().DebugFormat("{0} {1}", 1.5, "x");
        repository.Log().InfoFormat(CultureInfo.GetCultureInfo("de-DE"), "{0}", 1.5);

        SystemStringFormat[] messages = [.. memory.GetEvents().Select(loggingEvent => (SystemStringFormat)loggingEvent.MessageObject!)];
        Assert.That(Log4NetMembers.ProviderOf(messages[0]), Is.SameAs(CultureInfo.InvariantCulture), provider);
        Assert.That(Log4NetMembers.ProviderOf(messages[1]), Is.SameAs(CultureInfo.GetCultureInfo("de-DE")), provider);
        Assert.That((messages[0].Format, messages[0].Args), Is.EqualTo(("{0} {1}", new object[] { 1.5, "x" })),
            "Capture/CapturedEvent reads both.");
    }

    private static IEnumerable<PatternConverter> Chain(PatternConverter? head)
    {
        for (; head is not null; head = head.Next)
        {
            yield return head;
        }
    }
}
