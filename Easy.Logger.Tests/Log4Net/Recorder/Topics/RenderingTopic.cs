using log4net.Core;
using log4net.Layout;
using log4net.ObjectRenderer;
using log4net.Repository.Hierarchy;
using log4net.Util;

namespace Recorder;

/// <summary>How message objects become text: default renderer, renderer map, format strings.</summary>
internal static partial class RenderingTopic
{
    public static void Run(Golden golden)
    {
        golden.Case("default rendering", DefaultRendering);
        golden.Case("message object of an event: RenderedMessage, WriteRenderedMessage, twice", MessageObject);
        golden.Case("how often ToString of the message object runs", ToStringCalls);
        golden.Case("ToString throws", ToStringThrows);
        golden.Case("renderer map lookup", RendererMapLookup);
        golden.Case("exceptions go through the renderer map too", Exceptions);
        golden.Case("SystemStringFormat", StringFormat);
        golden.Case("ILog format methods", LogFormatMethods);
        golden.Case("default and shared instances", NullTexts);
    }

    private static void MessageObject(Golden golden)
    {
        (string Name, object? Value)[] messages =
            [("null", null), ("string", "text"), ("int[]", new[] { 1, 2 }), ("ToString returns null", new NullText())];
        foreach ((string name, object? value) in messages)
        {
            foreach (Hierarchy? repository in new[] { Make.Repository(), null })
            {
                LoggingEvent loggingEvent = Make.Live(repository, Level.Info, value);
                using StringWriter writer = new();
                loggingEvent.WriteRenderedMessage(writer);
                golden.Line(
                    $"{name}, {(repository is null ? "no repository" : "repository")}: write {Golden.Quote(writer.ToString())} "
                    + $"rendered {Golden.Quote(loggingEvent.RenderedMessage)} again {Golden.Quote(loggingEvent.RenderedMessage)} "
                    + $"object kept {ReferenceEquals(loggingEvent.MessageObject, value)}");
            }
        }
    }

    private static void ToStringCalls(Golden golden)
    {
        Counting message = new();
        LoggingEvent loggingEvent = Make.Live(Make.Repository(), Level.Info, message);
        using StringWriter writer = new();
        loggingEvent.WriteRenderedMessage(writer);
        loggingEvent.WriteRenderedMessage(writer);
        golden.Line($"after two WriteRenderedMessage: {message.Calls}");
        _ = loggingEvent.RenderedMessage;
        _ = loggingEvent.RenderedMessage;
        golden.Line($"after two RenderedMessage more: {message.Calls}");
        loggingEvent.WriteRenderedMessage(writer);
        golden.Line($"after one WriteRenderedMessage more: {message.Calls}");
    }

    private static void ToStringThrows(Golden golden)
    {
        using LogLogCapture capture = new();
        RendererMap map = Make.Repository().RendererMap;
        string type = typeof(Throwing).FullName!;
        string text = map.FindAndRender(new Throwing());
        golden.Line(
            $"renders a text that names the type {text.Contains(type, StringComparison.Ordinal)} "
            + $"and the exception {text.Contains("InvalidOperationException", StringComparison.Ordinal)} "
            + $"and its message {text.Contains("no text", StringComparison.Ordinal)}, "
            + $"starts {Golden.Quote(text[..15])} ends {Golden.Quote(text[^16..])}");
        golden.Lines(capture.Take(type));
        golden.Line("without repository: " + Golden.Try(() => Make.Live(null, Level.Info, new Throwing()).RenderedMessage));
        golden.Line("fatal (out of memory): " + Golden.Try(() => map.FindAndRender(new OutOfMemory())));
        golden.Lines(capture.Take());
    }

    private static void RendererMapLookup(Golden golden)
    {
        RendererMap map = new();
        golden.Line($"nothing put: {map.FindAndRender(new Derived())}");
        map.Put(typeof(IShape), new TagRenderer("shape"));
        golden.Line($"IShape put: derived {map.FindAndRender(new Derived())}");
        map.Put(typeof(Base), new TagRenderer("base"));
        golden.Line($"Base put: derived {map.FindAndRender(new Derived())} base {map.FindAndRender(new Base())}");
        map.Put(typeof(Derived), new TagRenderer("derived"));
        golden.Line($"Derived put: derived {map.FindAndRender(new Derived())} base {map.FindAndRender(new Base())}");
        map.Put(typeof(object), new TagRenderer("object"));
        golden.Line(
            $"object put: int {map.FindAndRender(5)} string {map.FindAndRender("s")} null {map.FindAndRender(null)} "
            + $"int[] {map.FindAndRender(new[] { 1 })}");
        map.Put(typeof(string), new TagRenderer("string"));
        golden.Line($"string put: string {map.FindAndRender("s")}");
        golden.Line(
            $"Get(null) {(map.Get((object?)null) is null ? "<null>" : "value")}, Get(typeof(Derived)) {map.Get(typeof(Derived)).GetType().Name}");
        map.Clear();
        golden.Line($"cleared: {map.FindAndRender(new Derived())}");
        golden.Line(
            $"Put(null, r) {Golden.Try(() => map.Put(null!, new TagRenderer("x")))}, Put(t, null) {Golden.Try(() => map.Put(typeof(int), null!))}");
    }

    private static void Exceptions(Golden golden)
    {
        Hierarchy repository = Make.Repository();
        repository.RendererMap.Put(typeof(Exception), new TagRenderer("ex"));
        golden.Line(Golden.Quote(Make.Live(repository, Level.Info, "m", Make.Nested()).GetExceptionString()));
        golden.Line("without repository: " + Golden.Quote(Make.Live(null, Level.Info, "m", Make.Nested()).GetExceptionString()));
        golden.Line("no exception: " + Golden.Quote(Make.Live(repository, Level.Info, "m").GetExceptionString()));
    }

    private static void NullTexts(Golden golden)
    {
        golden.Line($"NullText {SystemInfo.NullText}, NotAvailableText {SystemInfo.NotAvailableText}");
        SystemInfo.NullText = "nil";
        golden.Line(
            $"after NullText=nil: {Make.Repository().RendererMap.FindAndRender(null)}, "
            + $"event property: {new PatternLayout("%property{none}").Format(Make.Event("a", Level.Info, "m"))}");
        SystemInfo.NullText = "(null)";
    }
}
