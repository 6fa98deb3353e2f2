#if NET
using System.Runtime.Loader;
#endif

namespace Easy.Logger.Lifetime;

/// <summary>
/// The moment before the first handler of ProcessExit. Not in the build for netstandard2.0: .NET Framework, which loads that one, gives up on such handlers by
/// itself when they take too long.
/// </summary>
internal static class ExitNotice
{
    public static void Subscribe(Action tell)
    {
#if NET
        AssemblyLoadContext.Default.Unloading += _ => tell();
#else
        _ = tell;
#endif
    }
}
