#if !NET
namespace System.Runtime.CompilerServices;

/// <summary>What the compiler asks for to allow <c>init</c> accessors on netstandard2.0.</summary>
internal static class IsExternalInit
{
}
#endif
