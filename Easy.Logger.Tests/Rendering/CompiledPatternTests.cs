using Benchmarker;

namespace Easy.Logger.Tests.Rendering;

/// <summary>
/// A compiled pattern gives log4net's own text, for any pattern and event. Alone, because the time zone is the process's.
/// </summary>
[NonParallelizable]
internal sealed class CompiledPatternTests
{
    private static readonly string[] _cultures = ["", "tr-TR", "fr-FR", "ar-SA", "sv-SE", "fi-FI"]; // minus, comma, calendar, i, separators

    [TestCaseSource(typeof(LocalZone), nameof(LocalZone.Ids))]
    [Demand("D2")]
    public void Write_AnyPatternAndEvents_IsWhatLog4NetWrites(string zone)
    {
        using LocalZone local = new(zone);
        int seed = Environment.TickCount;
        Parallel.For(0, _cultures.Length, i => Compare(_cultures[i], seed + i));
    }

    private static void Compare(string culture, int seed)
    {
        const int Patterns = 100;
        RenderedSamples samples = new(new Chance(seed));
        CultureInfo.CurrentCulture = CultureInfo.GetCultureInfo(culture);
        int compiled = 0;
        for (int i = 0; i < Patterns; i++)
        {
            string pattern = samples.Pattern();
            compiled += AssertSame(new PatternLayout(pattern), samples, $"{culture} [{pattern}], pattern {i} of seed {seed}") ? 1 : 0;
            AssertSame(new SimpleLayout(), samples, $"{culture} SimpleLayout {i} of seed {seed}");
        }

        Assert.That(compiled, Is.GreaterThan(Patterns / 3), "else this compares nothing");
    }

    /// <returns>Whether the layout is compiled.</returns>
    private static bool AssertSame(ILayout layout, RenderedSamples samples, string name)
    {
        if (Rendered.Compile(layout) is not { } form)
        {
            return false;
        }

        for (int i = 0; i < 12; i++)
        {
            LoggingEvent loggingEvent = samples.Event();
            string expected = Rendered.ByLog4Net(layout, loggingEvent);
            string actual = Rendered.By(form, loggingEvent);
            if (actual != expected)
            {
                Assert.Fail($"{name}, event {i}\nlog4net:  [{expected}]\ncompiled: [{actual}]");
            }
        }

        return true;
    }
}

/// <summary>What one event becomes, or what is thrown in place of it.</summary>
internal static class Rendered
{
    /// <summary>For a writer of the invariant culture, as the texts here are.</summary>
    public static CompiledPattern? Compile(ILayout? layout) => new PatternCompiler([], isConsole: true).Compile(layout);

    public static string ByLog4Net(ILayout layout, LoggingEvent loggingEvent) => Try(text => layout.Format(text, loggingEvent));

    public static string By(CompiledPattern compiled, LoggingEvent loggingEvent)
    {
        _ = loggingEvent.LocationInformation; // the log call has captured it
        return Try(text => compiled.Write(text, loggingEvent));
    }

    public static string By(LinePart part, LoggingEvent loggingEvent) => Try(text => part.Write(text, loggingEvent));

    private static string Try(Action<TextBuffer> render)
    {
        using TextBuffer text = new();
        try
        {
            render(text);
            return text.ToString();
        }
        catch (Exception e)
        {
            return $"throws {e.GetType()}: {e.Message}";
        }
    }
}
