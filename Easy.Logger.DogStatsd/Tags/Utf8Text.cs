using System.Text;

namespace Easy.Logger.DogStatsd.Tags;

/// <summary>Text as UTF-8. Half a surrogate pair becomes U+FFFD, in every framework. Stateless.</summary>
internal static class Utf8Text
{
    private const int BytesPerChar = 3;

    /// <summary>The most bytes that so many characters may take.</summary>
    public static int MaxBytes(int chars) => checked(chars * BytesPerChar);

    /// <summary>Writes a text.</summary>
    /// <param name="text">Any text.</param>
    /// <param name="destination">Where to.</param>
    /// <param name="written">Bytes that were written.</param>
    /// <returns>Whether there was room for it.</returns>
    public static bool TryWrite(ReadOnlySpan<char> text, Span<byte> destination, out int written) =>
#if NET
        Encoding.UTF8.TryGetBytes(text, destination, out written);
#else
        TryWriteByPointer(text, destination, out written);
#endif

    public static string ToString(ReadOnlySpan<byte> utf8) =>
#if NET
        Encoding.UTF8.GetString(utf8);
#else
        ToStringByPointer(utf8);
#endif

#if !NET
    private static unsafe bool TryWriteByPointer(ReadOnlySpan<char> text, Span<byte> destination, out int written)
    {
        written = 0;
        if (text.IsEmpty)
        {
            return true; // a pointer to nothing is none
        }

        fixed (char* from = text)
        {
            if (destination.Length < MaxBytes(text.Length) && Encoding.UTF8.GetByteCount(from, text.Length) > destination.Length)
            {
                return false;
            }

            fixed (byte* to = destination)
            {
                written = Encoding.UTF8.GetBytes(from, text.Length, to, destination.Length);
                return true;
            }
        }
    }

    private static unsafe string ToStringByPointer(ReadOnlySpan<byte> utf8)
    {
        fixed (byte* from = utf8)
        {
            return utf8.IsEmpty ? string.Empty : Encoding.UTF8.GetString(from, utf8.Length);
        }
    }
#endif
}
