using System.Collections;
using log4net.Util;

namespace log4net.ObjectRenderer;

public sealed class DefaultRenderer : IObjectRenderer
{
    public void RenderObject(RendererMap rendererMap, object? obj, TextWriter writer)
    {
        Guard.NotNull(rendererMap, nameof(rendererMap));
        switch (obj)
        {
            case Array { Rank: 1 } array:
                writer.Write(array.GetType().Name);
                writer.Write(' ');
                WriteItems(rendererMap, array.GetEnumerator(), writer);
                break;
            case IDictionary dictionary:
                // Its own enumerator gives entries; the one of IEnumerable gives pairs, which would be shown in brackets.
                WriteItems(rendererMap, dictionary.GetEnumerator(), writer);
                break;
            case DictionaryEntry entry:
                rendererMap.FindAndRender(entry.Key, writer);
                writer.Write('=');
                rendererMap.FindAndRender(entry.Value, writer);
                break;
            case { } when IsPlain(obj):
                writer.Write(PlainText(obj));
                break;
            case IEnumerable sequence:
                WriteItems(rendererMap, sequence.GetEnumerator(), writer);
                break;
            case IEnumerator items:
                WriteItems(rendererMap, items, writer);
                break;
            default:
                writer.Write(SystemInfo.NullText);
                break;
        }
    }

    internal static bool IsPlain(object obj) => obj switch
    {
        string => true,
        Array array => array.Rank > 1,
        IEnumerable or IEnumerator or DictionaryEntry => false,
        _ => true,
    };

    internal static string PlainText(object obj) => obj.ToString() ?? SystemInfo.NullText;

    private static void WriteItems(RendererMap rendererMap, IEnumerator items, TextWriter writer)
    {
        string separator = "";
        writer.Write('{');
        while (items.MoveNext())
        {
            writer.Write(separator);
            rendererMap.FindAndRender(items.Current, writer);
            separator = ", ";
        }
        writer.Write('}');
    }
}
