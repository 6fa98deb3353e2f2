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
        if (obj is string text)
        {
            return text;
        }
        if (obj is not null && Get(obj.GetType()) == _default && ObjectRenderer.DefaultRenderer.IsPlain(obj))
        {
            try
            {
                return ObjectRenderer.DefaultRenderer.PlainText(obj);
            }
            catch (Exception e) when (!e.IsFatal())
            {
                return Explain(obj, e);
            }
        }
        using StringWriter writer = new(CultureInfo.InvariantCulture);
        FindAndRender(obj, writer);
        return writer.ToString();
    }

    public void FindAndRender(object? obj, TextWriter writer)
    {
        switch (obj)
        {
            case null:
                writer.Write(SystemInfo.NullText);
                break;
            case string text:
                // Never rendered by a renderer, not even by one for strings.
                writer.Write(text);
                break;
            default:
                try
                {
                    Get(obj.GetType()).RenderObject(this, obj, writer);
                }
                catch (Exception e) when (!e.IsFatal())
                {
                    writer.Write(Explain(obj, e));
                }
                break;
        }
    }

    public IObjectRenderer? Get(object? obj) => obj is null ? null : Get(obj.GetType());

    public IObjectRenderer Get(Type type)
        => Volatile.Read(ref _current).For(type ?? throw new ArgumentNullException(nameof(type)));

    public void Put(Type typeToRender, IObjectRenderer renderer)
    {
        if (typeToRender is null)
        {
            throw new ArgumentNullException(nameof(typeToRender));
        }
        if (renderer is null)
        {
            throw new ArgumentNullException(nameof(renderer));
        }
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
        return $"<log4net.Error>No text for an object of type {type}: {Describe(error)}</log4net.Error>";
    }

    private static string Describe(Exception error)
    {
        try
        {
            return error.ToString();
        }
        catch (Exception e) when (!e.IsFatal())
        {
            // An exception whose own text fails; its type is all there is to tell.
            return error.GetType().ToString();
        }
    }

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
