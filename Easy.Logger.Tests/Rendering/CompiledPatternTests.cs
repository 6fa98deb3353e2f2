using System.Globalization;
using Easy.Logger.Tests.Support;
using FsCheck;
using FsCheck.Fluent;
using log4net.Core;
using log4net.Layout;

namespace Easy.Logger.Tests.Rendering;

/// <summary>
/// A compiled pattern gives log4net's own text, for the listed patterns and for random ones. Alone, because the time zone is the process's.
/// </summary>
[NonParallelizable]
internal sealed class CompiledPatternTests
{
    // Rare, or not the same in all cases.
    private static readonly string[] _leftToLog4Net =
    [
        "%logger{0}", "%logger{-1}", "%logger{x}", "%logger{}", "%logger{ 2 }", "%date{%}", "%property", "%properties", "%P", "%X", "%mdc",
        "%propertyuser",
        "%type{1}", "%C{2}", "%stacktrace", "%stacktrace{2}", "%stacktracedetail",
    ];

    /// <summary>
    /// Patterns.txt has one in quotation marks on each line: every converter, width and option, and what is none of them.
    /// </summary>
    private static IReadOnlyList<string> ListedPatterns { get; } =
    [
        .. File.ReadLines(Path.Combine(Repository.Root, "Easy.Logger.Tests", "Rendering", "Patterns.txt")).Select(line => line[1..^1]),
        "%level %message", PatternLayout.DetailConversionPattern, "[%8r]", "[%-8timestamp]", "[%.2r]", "[%-50exception{message}]",
        "h %property{g}%newline",
    ];

    [Test]
    public void ListedPatterns_All_AreFound() => Assert.That(ListedPatterns, Has.Count.GreaterThan(130));

    [TestCaseSource(nameof(ListedPatterns))]
    public void Write_ListedPattern_IsWhatLog4NetWrites(string pattern)
    {
        using InternalMessages messages = new();
        PatternLayout layout = new(pattern);
        if (Rendered.Compile(layout) is not { } compiled)
        {
            Assert.That(_leftToLog4Net, Does.Contain(pattern));
            return;
        }

        Assert.That(_leftToLog4Net, Does.Not.Contain(pattern), "it need not be in that list any more");
        foreach ((string name, LoggingEvent loggingEvent) in SampleEvents.All())
        {
            Assert.That(Rendered.By(compiled, loggingEvent), Is.EqualTo(Rendered.ByLog4Net(layout, loggingEvent)), name);
        }
    }

    [Test]
    public void Write_AnyPatternAndEvents_IsWhatLog4NetWrites(
        [ValueSource(typeof(LocalZone), nameof(LocalZone.Ids))] string zone,
        [ValueSource(typeof(SampleCultures), nameof(SampleCultures.All))] CultureInfo culture)
    {
        using LocalZone local = new(zone);
        CultureInfo.CurrentCulture = culture; // NUnit puts it back after each test
        int compiled = 0;
        int samples = 0;

        Prop.ForAll(Arb.From(PatternAndEvents(), Smaller), sample =>
        {
            samples++;
            PatternLayout layout = new(sample.Pattern);
            if (Rendered.Compile(layout) is not { } form)
            {
                return;
            }

            compiled++;
            foreach (RenderedSample each in sample.Events)
            {
                LoggingEvent loggingEvent = each.ToEvent();
                string expected = Rendered.ByLog4Net(layout, loggingEvent);
                string actual = Rendered.By(form, loggingEvent);
                if (actual != expected)
                {
                    throw new AssertionException($"{each}\nlog4net:  [{expected}]\ncompiled: [{actual}]");
                }
            }
        }).Check(Config.QuickThrowOnFailure.WithMaxTest(300));

        Assert.That(compiled, Is.GreaterThan(samples / 3), "else this compares nothing");
    }

    private static Gen<(string Pattern, RenderedSample[] Events)> PatternAndEvents() =>
        from pattern in RenderedSamples.Pattern
        from length in Gen.Choose(1, 12)
        from events in RenderedSamples.Event.ArrayOf(length)
        select (pattern, events);

    private static IEnumerable<(string Pattern, RenderedSample[] Events)> Smaller((string Pattern, RenderedSample[] Events) sample) =>
    [
        .. Enumerable.Range(0, sample.Events.Length).Select(i => (sample.Pattern, sample.Events.Where((_, at) => at != i).ToArray())),
        .. Enumerable.Range(0, sample.Pattern.Length).Select(i => (sample.Pattern.Remove(i, 1), sample.Events)),
    ];
}
