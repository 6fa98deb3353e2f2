using System.Reflection;
#if NET
using System.Runtime.Loader;
#endif

namespace Easy.Logger.Shared;

/// <summary>
/// Load contexts of .NET: the default one is unloaded when the process ends, before the first handler of ProcessExit; that of the library
/// may be one of a plug-in, which is unloaded when the application says so. .NET Framework has none. The assembly for netstandard2.0
/// finds them by name.
/// </summary>
internal static class LoadContext
{
    /// <summary>Calls back when the process begins to end.</summary>
    /// <returns>Takes that back.</returns>
    public static Action OnDefaultUnloading(Action callback)
    {
#if NET
        return OnUnloading(AssemblyLoadContext.Default, callback);
#else
        return OnUnloading(Type()?.GetProperty("Default")?.GetValue(null), callback);
#endif
    }

    /// <summary>
    /// Calls back when the context of the library begins to unload, if it can be: what the library has registered elsewhere, which would
    /// keep it alive, is to be given back then.
    /// </summary>
    public static void OnOwnUnloading(Action callback)
    {
        Assembly library = typeof(LoadContext).Assembly;
#if NET
        if (AssemblyLoadContext.GetLoadContext(library) is { IsCollectible: true } context)
        {
            _ = OnUnloading(context, callback);
        }
#else
        object? context = Type()?.GetMethod("GetLoadContext")?.Invoke(null, [library]);
        if (context?.GetType().GetProperty("IsCollectible")?.GetValue(context) is true)
        {
            _ = OnUnloading(context, callback);
        }
#endif
    }

#if NET
    private static Action OnUnloading(AssemblyLoadContext context, Action callback)
    {
        Action<AssemblyLoadContext> handler = _ => callback();
        context.Unloading += handler;
        return () => context.Unloading -= handler;
    }
#else
    private static Type? Type() => System.Type.GetType("System.Runtime.Loader.AssemblyLoadContext, System.Runtime.Loader");

    private static Action OnUnloading(object? context, Action callback)
    {
        if (context?.GetType().GetEvent("Unloading") is not { } unloading)
        {
            return () => { };
        }

        Delegate handler = CallbackAdapter.Delegate(unloading.EventHandlerType!, callback);
        unloading.AddEventHandler(context, handler);
        return () => unloading.RemoveEventHandler(context, handler);
    }
#endif
}

#if !NET
/// <summary>A handler of an event whose type is not known when this is compiled.</summary>
internal sealed class CallbackAdapter(Action callback)
{
    public static Delegate Delegate(Type handler, Action callback) =>
        System.Delegate.CreateDelegate(handler, new CallbackAdapter(callback), typeof(CallbackAdapter).GetMethod(nameof(Hear))!);

    public void Hear(object argument) => callback();
}
#endif
