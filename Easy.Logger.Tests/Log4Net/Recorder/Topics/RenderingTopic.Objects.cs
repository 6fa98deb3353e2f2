using System.Collections;
using log4net.ObjectRenderer;

namespace Recorder;

/// <summary>The objects that are rendered: those of the framework, and probes.</summary>
internal static partial class RenderingTopic
{
    private static void DefaultRendering(Golden golden)
    {
        RendererMap map = Make.Repository().RendererMap;
        foreach ((string name, object? value) in Values())
        {
            golden.Line($"{name}: {Golden.Try(() => map.FindAndRender(value))}");
        }
    }

    private static (string Name, object? Value)[] Values() =>
    [
        ("null", null),
        ("string", "text"),
        ("int", 42),
        ("double", 12.5),
        ("bool", true),
        ("enum", DayOfWeek.Friday),
        ("int[]", new[] { 1, 2 }),
        ("empty int[]", Array.Empty<int>()),
        ("object[] nested", new object?[] { 1, null, "x", new[] { 2 } }),
        ("string[]", new[] { "a" }),
        ("int[,]", Array.CreateInstance(typeof(int), 1, 2)),
        ("ArrayList", new ArrayList { 1, "a", null }),
        ("empty ArrayList", new ArrayList()),
        ("List<int>", new List<int> { 1, 2 }),
        ("lazy", Lazy()),
        ("enumerator", Lazy().GetEnumerator()),
        ("Hashtable", new Hashtable { ["k"] = "v" }),
        ("Dictionary", new Dictionary<string, int> { ["k"] = 1 }),
        ("entry", new DictionaryEntry("k", null)),
        ("empty Hashtable", new Hashtable()),
        ("ToString returns null", new NullText()),
        ("exception", Make.Nested()),
        ("type", typeof(string)),
        ("DateTime", Make.Time),
        ("char", 'c'),
        ("KeyValuePair", new KeyValuePair<string, int>("a", 1)),
    ];

    private static IEnumerable<int> Lazy()
    {
        yield return 1;
        yield return 2;
    }

    private interface IShape;

    private interface INamedShape : IShape;

    private class Base : INamedShape
    {
        public override string ToString() => "base";
    }

    private sealed class Derived : Base
    {
        public override string ToString() => "derived";
    }

    private sealed class NullText
    {
        public override string? ToString() => null;
    }

    private sealed class Throwing
    {
        public override string ToString() => throw new InvalidOperationException("no text");
    }

    private sealed class OutOfMemory
    {
        public override string ToString() => throw new OutOfMemoryException("no memory");
    }

    private sealed class Counting
    {
        public int Calls { get; private set; }

        public override string ToString()
        {
            Calls++;
            return "c";
        }
    }

    private sealed class TagRenderer(string tag) : IObjectRenderer
    {
        public void RenderObject(RendererMap rendererMap, object? obj, TextWriter writer) => writer.Write("<" + tag + ">");
    }
}
