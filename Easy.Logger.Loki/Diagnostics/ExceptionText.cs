using System.Diagnostics.CodeAnalysis;

namespace Easy.Logger.Loki.Diagnostics;

/// <summary>Messages of exceptions of the application, whose properties may throw as well.</summary>
internal static class ExceptionText
{
    /// <summary>The message; the type where there is none.</summary>
    [SuppressMessage("Design", "CA1031", Justification = "A property of the application may throw anything.")]
    public static string MessageOf(Exception exception)
    {
        try
        {
            return exception.Message ?? exception.GetType().Name;
        }
        catch (Exception)
        {
            return exception.GetType().Name;
        }
    }
}
