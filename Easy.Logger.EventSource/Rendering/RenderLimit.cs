namespace Easy.Logger.EventSource.Rendering;

/// <summary>
/// How much of an event may be text. EventPipe drops an event above 64 KiB without a message, ETW takes 65,482 bytes in all; 60 KiB leaves
/// both their own headers.
/// </summary>
internal static class RenderLimit
{
    public const int MinBytes = 4_096;

    public const int DefaultBytes = 61_440;

    /// <summary>The fields that are no texts.</summary>
    private const int FixedBytes = sizeof(long) + (3 * sizeof(int));

    /// <summary>Enough for names, and it leaves nearly all of the room to the message.</summary>
    private const int NamesShare = 64;

    private const int TraceIdLength = 32;

    public static bool Allows(int bytes) => bytes is >= MinBytes and <= DefaultBytes;

    /// <summary>The characters of all texts of an event together, their terminators included.</summary>
    public static int CharsFor(int bytes) => (bytes - FixedBytes) / sizeof(char);

    /// <summary>The most characters of a name or an id.</summary>
    public static int CharsOfName(int chars) => Math.Max(chars / NamesShare, TraceIdLength);
}
