using System.Collections;
using System.Runtime.CompilerServices;
using log4net.ObjectRenderer;

namespace Easy.Logger.Rendering;

/// <summary>
/// Renders collections as log4net does, but not without end: one may contain itself, or make up its items. An enumerator is not
/// enumerated: its items are the application's.
/// </summary>
internal ref struct BoundedRenderer(RendererMap renderers, TextWriter writer)
{
    private const int MaxLevels = 100;
    private const int MaxItems = 100_000;

    private int _levels;
    private int _items;

    /// <exception cref="InvalidOperationException">There are too many levels or items.</exception>
    /// <exception cref="InsufficientExecutionStackException">There is no stack for one more level.</exception>
    public void Render(object? value)
    {
        if (value is string or not (IEnumerable or IEnumerator or DictionaryEntry) or Array { Rank: > 1 }
            || renderers.Get(value) is not DefaultRenderer)
        {
            renderers.FindAndRender(value, writer);
        }
        else if (value is DictionaryEntry entry)
        {
            Render(entry.Key);
            writer.Write("=");
            Render(entry.Value);
        }
        else if (value is IEnumerable items)
        {
            RenderItems(items);
        }
        else
        {
            writer.Write(value.GetType().FullName);
        }
    }

    private void RenderItems(IEnumerable items)
    {
        RuntimeHelpers.EnsureSufficientExecutionStack();
        _levels++;
        writer.Write(items is Array ? items.GetType().Name + " {" : "{");
        string separator = string.Empty;
        IEnumerator all = items is IDictionary dictionary ? dictionary.GetEnumerator() : items.GetEnumerator(); // the former has entries
        using IDisposable? end = all as IDisposable;
        while (all.MoveNext())
        {
            if (_levels > MaxLevels || ++_items > MaxItems)
            {
                throw new InvalidOperationException($"the value has more than {MaxLevels} levels or {MaxItems} items");
            }

            writer.Write(separator);
            Render(all.Current);
            separator = ", ";
        }

        writer.Write("}");
        _levels--;
    }
}
