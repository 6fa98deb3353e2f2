using FsCheck;
using FsCheck.Fluent;

namespace Easy.Logger.Tests.Rendering;

/// <summary>
/// A compiled pattern gives log4net's own text, for any pattern and event. Alone, because the time zone is the process's.
/// </summary>
[NonParallelizable]
internal sealed class CompiledPatternTests
{
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
            compiled += AssertSame(new PatternLayout(sample.Pattern), sample.Events) ? 1 : 0;
            AssertSame(new SimpleLayout(), sample.Events);
        }).Check(Config.QuickThrowOnFailure.WithMaxTest(150));

        Assert.That(compiled, Is.GreaterThan(samples / 3), "else this compares nothing");
    }

    /// <returns>Whether the layout is compiled.</returns>
    private static bool AssertSame(ILayout layout, RenderedSample[] events)
    {
        if (Rendered.Compile(layout) is not { } form)
        {
            return false;
        }

        foreach (RenderedSample each in events)
        {
            LoggingEvent loggingEvent = each.ToEvent();
            string expected = Rendered.ByLog4Net(layout, loggingEvent);
            string actual = Rendered.By(form, loggingEvent);
            if (actual != expected)
            {
                throw new AssertionException($"{each}\nlog4net:  [{expected}]\ncompiled: [{actual}]");
            }
        }

        return true;
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
