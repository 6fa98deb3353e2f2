using System.Collections;
using System.Globalization;
using System.Xml;
using log4net.Core;
using log4net.Util;

namespace Recorder;

/// <summary>Small helpers of the utility namespace.</summary>
internal sealed partial class UtilTopic(Golden golden)
{
    public static void Run(Golden golden) => new UtilTopic(golden).Run();

    private void Run()
    {
        golden.Case("CyclicBuffer", Cyclic);
        golden.Case("OptionConverter", Options);
        golden.Case("PropertiesDictionary", Properties);
        golden.Case("PatternString", PatternStrings);
        golden.Case("SystemInfo", SystemInfos);
        golden.Case("QuietTextWriter and CountingQuietTextWriter", QuietWriters);
        golden.Case("LevelEvaluator, ExceptionEvaluator, TimeEvaluator", Evaluators);
        golden.Case("Transform", Transforms);
        golden.Case("LocationInfo", Locations);
        golden.Case("LevelMapping", Mapping);
    }

    private void Cyclic()
    {
        CyclicBuffer buffer = new(3);
        golden.Line(
            $"max {buffer.MaxSize} length {buffer.Length} [0] {NullOrValue(buffer[0])} PopOldest {NullOrValue(buffer.PopOldest())} "
            + $"PopAll {buffer.PopAll().Length}");
        for (int i = 1; i <= 5; i++)
        {
            LoggingEvent? discarded = buffer.Append(Make.Event("a", Level.Info, i.ToString(CultureInfo.InvariantCulture)));
            string content = string.Concat(Enumerable.Range(0, 3).Select(k => buffer[k]?.RenderedMessage ?? "-"));
            golden.Line($"append {i}: discarded {Golden.Show(discarded?.RenderedMessage)} length {buffer.Length} content {content}");
        }

        golden.Line("PopOldest " + buffer.PopOldest()!.RenderedMessage + " length " + buffer.Length);
        LoggingEvent? none = buffer.Append(Make.Event("a", Level.Info, "6"));
        golden.Line($"append 6: discarded {Golden.Show(none?.RenderedMessage)} length {buffer.Length}");
        golden.Line("PopAll " + string.Concat(buffer.PopAll().Select(e => e.RenderedMessage)) + " length " + buffer.Length);
        buffer.Append(Make.Event("a", Level.Info, "7"));
        buffer.Clear();
        golden.Line($"Clear {buffer.Length}, [-1] {NullOrValue(buffer[-1])}");
        golden.Line("new CyclicBuffer(0) " + Golden.Try(() => new CyclicBuffer(0)) + ", Append(null) " + Golden.Try(() => buffer.Append(null!)));
    }

    private void Properties()
    {
        PropertiesDictionary properties = new() { ["a"] = 1, ["b"] = null };
        golden.Line(
            $"count {properties.Count} a {properties["a"]} b {Golden.Show(properties["b"])} none {Golden.Show(properties["none"])} "
            + $"contains b {properties.Contains("b")} keys {string.Join(",", properties.GetKeys().Order(StringComparer.Ordinal))}");
        properties.Remove("a");
        properties.Remove("none");
        golden.Line("removed: " + properties.Count);
        golden.Line("get null " + Golden.Try(() => properties[null!]) + ", set null " + Golden.Try(() => properties[null!] = 1));

        ReadOnlyPropertiesDictionary readOnly = new(properties);
        golden.Line("read only set " + Golden.Try(() => readOnly["x"] = 1) + ", Clear " + Golden.Try(readOnly.Clear) + ", count " + readOnly.Count);
        properties["c"] = 3;
        golden.Line("a copy: " + readOnly.Contains("c"));

        IDictionary dictionary = properties;
        golden.Line(
            $"IDictionary: readonly {dictionary.IsReadOnly}, key that is no string {Golden.Try(() => dictionary[5])}, "
            + $"contains(5) {Golden.Try(() => dictionary.Contains(5))}, add twice {Golden.Try(() => dictionary.Add("c", 1))}");

        PropertiesDictionary copy = new(readOnly);
        copy.Clear();
        golden.Line("copy cleared " + copy.Count + ", source " + readOnly.Count);
    }

    private void Evaluators()
    {
        golden.Line("default threshold " + new LevelEvaluator().Threshold + ": FATAL " + new LevelEvaluator().IsTriggeringEvent(Event(Level.Fatal)));
        LevelEvaluator warn = new(Level.Warn);
        golden.Line("WARN: " + string.Join(" ", new[] { Level.Info, Level.Warn, Level.Error, null }.Select(level => warn.IsTriggeringEvent(Event(level)))));

        Exception?[] exceptions = [new ArgumentException("x"), new ArgumentNullException("x"), new InvalidOperationException(), null];
        foreach (bool subclasses in new[] { true, false })
        {
            ExceptionEvaluator evaluator = new(typeof(ArgumentException), subclasses);
            golden.Line(
                $"ArgumentException, subclasses {subclasses}: "
                + string.Join(" ", exceptions.Select(exception => evaluator.IsTriggeringEvent(Make.Live(null, Level.Info, "m", exception)))));
        }

        LoggingEvent failed = Make.Live(null, Level.Info, "m", new Exception());
        golden.Line("no type, subclasses " + new ExceptionEvaluator { TriggerOnSubclass = true }.IsTriggeringEvent(failed));

        TimeEvaluator time = new();
        golden.Line($"time: interval {time.Interval} {time.IsTriggeringEvent(Event(Level.Info))}");
        TimeEvaluator second = new(1);
        bool atOnce = second.IsTriggeringEvent(Event(Level.Info));
        Pause.Milliseconds(1200);
        golden.Line(
            $"one second: at once {atOnce}, after 1.2 s {second.IsTriggeringEvent(Event(Level.Info))}, "
            + $"again {second.IsTriggeringEvent(Event(Level.Info))}");

        static LoggingEvent Event(Level? level) => Make.Event("a", level, "m");
    }

    private void Transforms()
    {
        golden.Line(Golden.Quote(Transform.MaskXmlInvalidCharacters("a\u0001b\u00e9\ud800c", "?")));
        foreach (string text in new[] { "a<b>&c", "a]]>b", "", "<<<<<<<<" })
        {
            using StringWriter writer = new();
            using (XmlWriter xml = XmlWriter.Create(writer, new XmlWriterSettings { OmitXmlDeclaration = true }))
            {
                xml.WriteStartElement("e");
                Transform.WriteEscapedXmlString(xml, text, "?");
                xml.WriteEndElement();
            }

            golden.Line($"{Golden.Quote(text)} {writer}");
        }
    }

    private void Locations()
    {
        LocationInfo known = new("Class", "Method", "File", "12");
        golden.Line($"{known.FullInfo} frames {NullOrValue(known.StackFrames)}");
        LocationInfo none = new(null);
        golden.Line(
            $"no boundary: {Golden.Quote(none.ClassName)} {Golden.Quote(none.MethodName)} {Golden.Quote(none.FileName)} "
            + $"{Golden.Quote(none.LineNumber)} {Golden.Quote(none.FullInfo)}");
        LocationInfo other = new(typeof(Hashtable));
        golden.Line($"boundary not on the stack: {Golden.Quote(other.ClassName)} {Golden.Quote(other.MethodName)}");
    }

    private void Mapping()
    {
        LevelMapping mapping = new();
        mapping.Add(new TextEntry { Level = Level.Warn, Text = "warn" });
        mapping.Add(new TextEntry { Level = Level.Error, Text = "error" });
        golden.Line("before ActivateOptions " + NullOrValue(mapping.Lookup(Level.Error)));
        mapping.ActivateOptions();
        Level?[] levels = [Level.Info, Level.Warn, Level.Error, Level.Fatal, null];
        golden.Line(string.Join(" ", levels.Select(level => ((TextEntry?)mapping.Lookup(level))?.Text ?? "<null>")));
    }

    private static string NullOrValue(object? value) => value is null ? "<null>" : "value";

    private sealed class TextEntry : LevelMappingEntry
    {
        public required string Text { get; init; }
    }
}
