using System.Text;

namespace Easy.Logger.DogStatsd.Tags;

/// <summary>Text as UTF-8. Half a surrogate pair becomes U+FFFD, in every framework. Stateless.</summary>
internal static class Utf8Text
{
    private const int BytesPerChar = 3;

    /// <summary>The most bytes that so many characters may take.</summary>
    public static int MaxBytes(int chars) => checked(chars * BytesPerChar);

    public static bool TryWrite(ReadOnlySpan<char> text, Span<byte> destination, out int written)
    {
#if NET
        return Encoding.UTF8.TryGetBytes(text, destination, out written);
#else
        written = 0;
        if (text.IsEmpty)
        {
            return true; // a pointer to nothing is none
        }

        unsafe
        {
            fixed (char* from = text)
            fixed (byte* to = destination)
            {
                if (destination.Length < MaxBytes(text.Length) && Encoding.UTF8.GetByteCount(from, text.Length) > destination.Length)
                {
                    return false;
                }

                written = Encoding.UTF8.GetBytes(from, text.Length, to, destination.Length);
                return true;
            }
        }
#endif
    }

    public static string ToString(ReadOnlySpan<byte> utf8)
    {
#if NET
        return Encoding.UTF8.GetString(utf8);
#else
        unsafe
        {
            fixed (byte* from = utf8)
            {
                return utf8.IsEmpty ? string.Empty : Encoding.UTF8.GetString(from, utf8.Length);
            }
        }
#endif
    }
}
