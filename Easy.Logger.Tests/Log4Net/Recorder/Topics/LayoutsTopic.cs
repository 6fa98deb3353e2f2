using log4net;
using log4net.Core;
using log4net.DateFormatter;
using log4net.Layout;
using log4net.Util;

namespace Recorder;

/// <summary>Simple, exception and raw layouts, header and footer, how a skeleton renders an event.</summary>
internal static class LayoutsTopic
{
    public static void Run(Golden golden)
    {
        foreach ((string name, LoggingEvent loggingEvent) in SampleEvents.All())
        {
            golden.Case("event " + name, () => EveryLayout(golden, loggingEvent));
        }

        golden.Case("properties of the layouts", Properties);
        golden.Case("dynamic header and footer are evaluated on every read", DynamicHeader);
        golden.Case("rendering without a layout, with a null event", OddRendering);
        golden.Case("date formatters", DateFormatters);
        golden.Case("FormattingInfo and PatternConverter defaults", ConverterDefaults);
    }

    private static void EveryLayout(Golden golden, LoggingEvent loggingEvent)
    {
        golden.Line("SimpleLayout " + Golden.Try(() => new SimpleLayout().Format(loggingEvent)));
        golden.Line("ExceptionLayout " + Golden.Try(() => new ExceptionLayout().Format(loggingEvent)));
        golden.Line("RawTimeStampLayout " + Golden.Try(() => new RawTimeStampLayout().Format(loggingEvent)));
        golden.Line("RawUtcTimeStampLayout " + Golden.Try(() => new RawUtcTimeStampLayout().Format(loggingEvent)));
        golden.Line("RawPropertyLayout user " + Golden.Try(() => new RawPropertyLayout { Key = "user" }.Format(loggingEvent)));
        golden.Line("RawPropertyLayout number " + Golden.Try(() => new RawPropertyLayout { Key = "number" }.Format(loggingEvent)));
        golden.Line("Layout2RawLayoutAdapter " + Golden.Try(() => new Layout2RawLayoutAdapter(new PatternLayout("%p %m")).Format(loggingEvent)));
        (string Name, ILayout Layout)[] layouts =
        [
            ("SimpleLayout", new SimpleLayout()),
            ("PatternLayout %m%n", new PatternLayout("%m%n")),
            ("PatternLayout %m%n%exception", new PatternLayout("%m%n%exception")),
            ("ExceptionLayout", new ExceptionLayout()),
        ];
        foreach ((string name, ILayout layout) in layouts)
        {
            ProbeAppender probe = new() { Name = "p", Layout = layout };
            golden.Line($"skeleton renders with {name}: {Golden.Try(() => probe.Render(loggingEvent))}");
        }
    }

    private static void Properties(Golden golden)
    {
        LayoutSkeleton[] layouts =
        [
            new SimpleLayout(),
            new ExceptionLayout(),
            new PatternLayout(),
            new PatternLayout("%exception"),
            new PatternLayout("%m"),
            new DynamicPatternLayout(),
        ];
        foreach (LayoutSkeleton layout in layouts)
        {
            golden.Line(
                $"{layout.GetType().Name}: IgnoresException={layout.IgnoresException} ContentType={Golden.Quote(layout.ContentType)} "
                + $"Header={Golden.Quote(layout.Header)} Footer={Golden.Quote(layout.Footer)}");
        }

        golden.Line("PatternLayout(null).ConversionPattern " + Golden.Quote(new PatternLayout(null!).ConversionPattern));
        golden.Line("DefaultConversionPattern " + Golden.Quote(PatternLayout.DefaultConversionPattern));
        golden.Line("DetailConversionPattern " + Golden.Quote(PatternLayout.DetailConversionPattern));
    }

    private static void DynamicHeader(Golden golden)
    {
        GlobalContext.Properties["g"] = 1;
        DynamicPatternLayout layout = new("%m") { Header = "h %property{g}%newline", Footer = "f %property{g}" };
        golden.Line(Golden.Quote(layout.Header) + " " + Golden.Quote(layout.Footer));
        GlobalContext.Properties["g"] = 2;
        golden.Line(Golden.Quote(layout.Header) + " " + Golden.Quote(layout.Footer));
        PatternLayout plain = new("%m") { Header = "h %property{g}%newline" };
        golden.Line("PatternLayout keeps the text: " + Golden.Quote(plain.Header));
    }

    private static void OddRendering(Golden golden)
    {
        ProbeAppender probe = new() { Name = "p" };
        golden.Line("no layout " + Golden.Try(() => probe.Render(Make.Event("a", Level.Info, "m"))));
        probe.Layout = new SimpleLayout();
        golden.Line("null event " + Golden.Try(() => probe.Render(null!)));
        golden.Line("event without level " + Golden.Try(() => probe.Render(Make.Event("a", null, "m"))));
        RawLayoutConverter converter = new();
        golden.Line(
            $"Layout2RawLayoutAdapter of RawLayoutConverter: {Golden.Try(() => converter.ConvertFrom(new PatternLayout("%m")).GetType().Name)}, "
            + $"CanConvertFrom(string) {converter.CanConvertFrom(typeof(string))}, ConvertFrom(string) {Golden.Try(() => converter.ConvertFrom("x"))}");
    }

    private static void DateFormatters(Golden golden)
    {
        DateTime[] dates = [Make.Time, new(987, 1, 2, 3, 4, 5, 6), new(2024, 12, 31, 23, 59, 59, 999, DateTimeKind.Local)];
        foreach (DateTime date in dates)
        {
            IDateFormatter[] formatters =
            [
                new AbsoluteTimeDateFormatter(),
                new DateTimeDateFormatter(),
                new Iso8601DateFormatter(),
                new SimpleDateFormatter("yyyy-MM-dd HH:mm:ss.fff K"),
            ];
            foreach (IDateFormatter formatter in formatters)
            {
                using StringWriter writer = new();
                formatter.FormatDate(date, writer);
                golden.Line($"{formatter.GetType().Name} {Golden.Quote(writer.ToString())}");
            }
        }
    }

    private static void ConverterDefaults(Golden golden)
    {
        FormattingInfo info = new();
        golden.Line($"min {info.Min} max {info.Max} left {info.LeftAlign}");
        UpperConverter converter = new();
        FormattingInfo own = converter.FormattingInfo;
        golden.Line(
            $"converter: option {Golden.Quote(converter.Option)} ignores exception {converter.IgnoresException} "
            + $"next {(converter.Next is null ? "<null>" : "set")} properties {(converter.Properties is null ? "<null>" : "set")} "
            + $"info {own.Min} {own.Max} {own.LeftAlign}");
        using StringWriter writer = new();
        golden.Line("Convert with a state that is no event: " + Golden.Try(() => converter.Format(writer, "no event")));
    }
}
