using System.Collections.Concurrent;
using System.Globalization;
using log4net.Util;

namespace log4net.ObjectRenderer;

public class RendererMap
{
    private static readonly DefaultRenderer _default = new();

    // Replaced as a whole by every change, together with what was found out from it.
    private Registrations _current = new([]);

    public static IObjectRenderer DefaultRenderer => _default;

    public void Clear() => Volatile.Write(ref _current, new Registrations([]));

    public string FindAndRender(object? obj)
    {
        if (WholeText(obj) is { } whole)
        {
            return whole;
        }
        using StringWriter pieces = new(CultureInfo.InvariantCulture);
        WritePieces(obj!, pieces);
        return pieces.ToString();
    }

    public void FindAndRender(object? obj, TextWriter writer)
    {
        if (WholeText(obj) is { } whole)
        {
            writer.Write(whole);
        }
        else
        {
            WritePieces(obj!, writer);
        }
    }

    public IObjectRenderer? Get(object? obj) => obj is null ? null : Get(obj.GetType());

    public IObjectRenderer Get(Type type) => Volatile.Read(ref _current).For(Guard.NotNull(type, nameof(type)));

    public void Put(Type typeToRender, IObjectRenderer renderer)
    {
        Guard.NotNull(typeToRender, nameof(typeToRender));
        Guard.NotNull(renderer, nameof(renderer));
        Registrations seen, next;
        do
        {
            seen = Volatile.Read(ref _current);
            next = new Registrations(new Dictionary<Type, IObjectRenderer>(seen.Direct) { [typeToRender] = renderer });
        }
        while (Interlocked.CompareExchange(ref _current, next, seen) != seen);
    }

    private static string Explain(object obj, Exception error)
    {
        string type = obj.GetType().FullName ?? obj.GetType().Name;
        LogLog.Error(typeof(RendererMap), $"An object of type [{type}] cannot be turned into text.", error);

        // The text of an exception may fail in its turn; its type is all there is to tell then.
        string? reason = Containment.Get(error.ToString, static _ => { });
        return $"<log4net.Error>No text for an object of type {type}: {reason ?? error.GetType().ToString()}</log4net.Error>";
    }

    /// <summary>The text of what no renderer has to write, null for the rest. Strings are of the first kind even with a renderer for strings.</summary>
    private string? WholeText(object? obj)
    {
        if (obj is null or string)
        {
            return obj as string ?? SystemInfo.NullText;
        }
        try
        {
            return ObjectRenderer.DefaultRenderer.IsPlain(obj) && Get(obj.GetType()) == _default ? ObjectRenderer.DefaultRenderer.PlainText(obj) : null;
        }
        catch (Exception e) when (Containment.Holds(e))
        {
            return Explain(obj, e);
        }
    }

    private void WritePieces(object obj, TextWriter writer)
        => Containment.Run(() => Get(obj.GetType()).RenderObject(this, obj, writer), e => writer.Write(Explain(obj, e)));

    private sealed class Registrations(Dictionary<Type, IObjectRenderer> direct)
    {
        private readonly ConcurrentDictionary<Type, IObjectRenderer> _found = new();

        internal Dictionary<Type, IObjectRenderer> Direct => direct;

        internal IObjectRenderer For(Type type)
            => direct.Count == 0 ? _default : _found.TryGetValue(type, out IObjectRenderer known) ? known : _found[type] = Search(type);

        // From the type up; at each step the type itself before its interfaces, and these before its base.
        private IObjectRenderer Search(Type type)
        {
            for (Type? step = type; step is not null; step = step.BaseType)
            {
                if (direct.TryGetValue(step, out IObjectRenderer own))
                {
                    return own;
                }
                foreach (Type contract in step.GetInterfaces())
                {
                    if (direct.TryGetValue(contract, out IObjectRenderer shared))
                    {
                        return shared;
                    }
                }
            }
            return _default;
        }
    }
}
