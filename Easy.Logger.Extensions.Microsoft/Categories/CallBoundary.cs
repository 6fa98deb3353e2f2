using System.Diagnostics;
#if NET
using System.Diagnostics.CodeAnalysis;
#endif
using Microsoft.Extensions.Logging;

namespace Easy.Logger.Extensions.Microsoft.Categories;

/// <summary>
/// The type whose frames are the last ones between this provider and the application; below them log4net finds the caller.
/// </summary>
internal static class CallBoundary
{
    /// <summary>For events whose caller nobody prints: good enough where somebody asks all the same.</summary>
    public static Type Usual => typeof(LoggerExtensions);

    /// <summary>
    /// Looks at the stack of this log call. No type known beforehand would do: calls come through extension methods, generated methods or
    /// delegates, with and without a factory, and the runtime compiles any of these into its caller when the code is hot.
    /// </summary>
#if NET
    [UnconditionalSuppressMessage(
        "Trimming",
        "IL2026",
        Justification = "A frame whose method is not known any more ends the search; the caller is then shown less exactly, and no line "
            + "is lost.")]
#endif
    public static Type Find()
    {
        Type boundary = Usual;
        StackTrace stack = new(fNeedFileInfo: false);
        for (int i = 0; i < stack.FrameCount && stack.GetFrame(i)?.GetMethod()?.DeclaringType is { } type && IsLogging(type); i++)
        {
            boundary = type;
        }

        return boundary;
    }

    /// <summary>By assembly, because applications like to put extension methods of their own into the namespace.</summary>
    private static bool IsLogging(Type type) =>
        type.Assembly == typeof(CallBoundary).Assembly
        || type.Assembly == typeof(LoggerExtensions).Assembly
        || type.Assembly.FullName is { } name
        && (name.StartsWith("Microsoft.Extensions.Logging,", StringComparison.Ordinal)
            || name.StartsWith("Microsoft.Extensions.Telemetry", StringComparison.Ordinal));
}
