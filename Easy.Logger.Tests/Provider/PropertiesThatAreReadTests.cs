using Microsoft.Extensions.Logging;
using Hierarchy = log4net.Repository.Hierarchy.Hierarchy;
using ILogger = Microsoft.Extensions.Logging.ILogger;
using LoggerNode = log4net.Repository.Hierarchy.Logger;

namespace Easy.Logger.Tests.Provider;

/// <summary>Properties that no appender reads are not made; those that are read are printed as if all were made.</summary>
internal sealed class PropertiesThatAreReadTests : ProviderScene
{
    private const string Pattern = "%property{Id}|%property{Order}|%property{Scope}|%property{MessageTemplate}|%property{EventId}|"
        + "%property{EventName}|%property{Request}|%property{ofThread}|%property{ofProcess}|%property{missing}|%message";

    private static readonly Dictionary<string, (string? Names, Action<PropertiesThatAreReadTests> Make)> _changes = new()
    {
        ["an appender"] = (null, test => test.Repository.Root.AddAppender(new GatedAppender())),
        ["an appender that keeps events"] = (null, test => test.Repository.Root.AddAppender(new MemoryAppender())),
        ["an appender behind ours"] = (null, test => test._async.AddAppender(new MemoryAppender())),
        ["an appender of the logger"] = (null, test => ((LoggerNode)test.Logger).AddAppender(new MemoryAppender())),
        ["additivity"] = ("", test => ((LoggerNode)test.Logger).Additivity = false),
        ["a layout"] = ("a b", test => test._known.Layout = new PatternLayout("%property{a}")),
        ["a layout with all properties"] = (null, test => test._known.Layout = new PatternLayout("%properties")),
        ["a pattern"] = ("a b", test => test.SetPattern("%property{a}")),
        ["a filter"] = (null, test => test._known.AddFilter(new DelegatingFilter(_ => FilterDecision.Neutral))),
        ["a filter that reads a property"] = (null, test => test._known.AddFilter(new PropertyFilter { Key = "a" })),
        ["a filter of ours"] = (null, test => test._async.AddFilter(new DelegatingFilter(_ => FilterDecision.Neutral))),
        ["what is fixed"] = (null, test => test._async.Fix = FixFlags.Partial),
        ["lossy"] = (null, test => test.Activate(appender => appender.Lossy = true)),
        ["an evaluator"] = (null, test => test.Activate(appender => appender.Evaluator = new LevelEvaluator(Level.Error))),
    };

    private readonly TextWriterAppender _known = Appender(TextWriter.Null, "%message");
    private readonly AsyncBufferingForwardingAppender _async = Async(Appender(TextWriter.Null, "%property{b}"));

    private static IEnumerable<string> Changes => _changes.Keys;

    private Hierarchy Repository => Scene.Repository.Hierarchy;

    private log4net.Core.ILogger Logger => Repository.GetLogger(Shop);

    /// <summary>Made before the appenders are attached: it would configure a repository that nobody has configured.</summary>
    public PropertiesThatAreReadTests()
    {
        Provider();
        Repository.Root.RemoveAllAppenders();
    }

    /// <summary>Beside an appender that is not known, every property is in the event for good.</summary>
    [Test]
    public void Lines_OfAPattern_AreThoseOfAnEventWithAllProperties([Values] bool isAsync)
    {
        StringWriter all = Attach(isAsync);
        Repository.Root.AddAppender(new GatedAppender());
        string[] expected = LogEverything(all);
        Repository.Root.RemoveAllAppenders();
        StringWriter known = Attach(isAsync);
        Assert.That(PropertyUse.Of(Logger).Names, Has.Count.EqualTo(10));

        Assert.That(LogEverything(known), Is.EqualTo(expected));
        Assert.That(expected[1], Does.StartWith("7|ab|outer => inner|").And.Contain("|r1|of thread|(null)|(null)|"));
    }

    [Test]
    public void Event_NoPropertyIsRead_HasNoneUntilTheCallAfterOneMayBe()
    {
        StringWriter text = new();
        TextWriterAppender appender = Appender(text, "%message%newline");
        Repository.Root.AddAppender(appender);
        List<LoggingEvent> events = [];
        appender.AddFilter(new DelegatingFilter(logged =>
        {
            events.Add(logged);
            return FilterDecision.Neutral;
        }));
        Log().LogInformation("{Id}", 1);
        appender.ClearFilters();
        Log().LogInformation("{Id}", 2);
        MemoryAppender added = new();
        Repository.Root.AddAppender(added);
        Log().LogInformation("{Id}", 3);

        Assert.That(events.Single().Properties["Id"], Is.EqualTo(1), "a filter that is not known may read it");
        Assert.That(added.GetEvents().Single().Properties["Id"], Is.EqualTo(3));
        Assert.That(text.ToString(), Is.EqualTo($"1{Environment.NewLine}2{Environment.NewLine}3{Environment.NewLine}"));
    }

    /// <summary>From code that is known an application changes something, mostly to what is not known.</summary>
    [TestCaseSource(nameof(Changes))]
    public void Use_ApplicationChangesSomething_IsNoLongerCurrentAndAnyUnlessAllNamesAreKnown(string change)
    {
        Repository.Root.AddAppender(_known);
        Repository.Root.AddAppender(_async);
        PropertyUse use = PropertyUse.Of(Logger);
        Assert.That((use.Names!.Single(), use.Reads("b"), use.Reads("a"), use.IsCurrent), Is.EqualTo(("b", true, false, true)));

        _changes[change].Make(this);

        Assert.That(use.IsCurrent, Is.False);
        use = PropertyUse.Of(Logger);
        Assert.That(use.IsAny ? null : string.Join(' ', use.Names!.Order()), Is.EqualTo(_changes[change].Names));
    }

    private StringWriter Attach(bool isAsync)
    {
        StringWriter text = new();
        TextWriterAppender appender = Appender(text, Pattern + "%newline");
        Repository.Root.AddAppender(isAsync ? Async(appender) : appender);
        return text;
    }

    private string[] LogEverything(StringWriter text)
    {
        ThreadContext.Properties["ofThread"] = "of thread";
        ThreadContext.Properties["ofProcess"] = null; // hides that of the process
        GlobalContext.Properties["ofProcess"] = "of process";
        ILogger log = Factory().CreateLogger(Shop);
        log.LogInformation("nothing");
        using (log.BeginScope("outer"))
        using (log.BeginScope(new Dictionary<string, object> { ["Request"] = "r1", ["Id"] = 1 }))
        using (log.BeginScope("inner"))
        {
            log.LogInformation(new EventId(3, "three"), "{Id} {@Order}", 7, new StringBuilder("ab"));
            log.LogInformation("{Id} {Missing}", null, new object[] { 1, "x" });
        }

#pragma warning disable CA1727 // the name of a property of the thread
        log.LogInformation("{ofThread} {Request}", "mine", TimeSpan.FromSeconds(1));
#pragma warning restore CA1727
        Assert.That(Provider().Flush(CancellationToken.None));
        ThreadContext.Properties.Remove("ofProcess");
        ThreadContext.Properties.Remove("ofThread");
        GlobalContext.Properties.Remove("ofProcess");
        return text.ToString().Split(Environment.NewLine, StringSplitOptions.RemoveEmptyEntries);
    }

    private static TextWriterAppender Appender(TextWriter writer, string pattern)
    {
        TextWriterAppender appender = new() { Name = Some.Name("text"), Writer = writer, Layout = new PatternLayout(pattern) };
        appender.ActivateOptions();
        return appender;
    }

    private static AsyncBufferingForwardingAppender Async(IAppender appender) =>
        Some.Activated(new AsyncBufferingForwardingAppender { Name = Some.Name("async") }, appender);

    private void Activate(Action<AsyncBufferingForwardingAppender> change)
    {
        change(_async);
        _async.ActivateOptions();
    }

    private void SetPattern(string pattern)
    {
        PatternLayout layout = (PatternLayout)_known.Layout!;
        layout.ConversionPattern = pattern;
        layout.ActivateOptions();
    }
}
