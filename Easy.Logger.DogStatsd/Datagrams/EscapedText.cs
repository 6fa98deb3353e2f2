using System.Text;
using Easy.Logger.DogStatsd.Tags;

namespace Easy.Logger.DogStatsd.Datagrams;

/// <summary>The texts of events and service checks: UTF-8, with <c>\n</c> in two characters for a line break. Stateless.</summary>
internal static class EscapedText
{
    /// <summary>Makes it.</summary>
    /// <param name="text">Any text; <see langword="null" /> counts as empty.</param>
    public static byte[] Of(string? text) => Utf8(Lines(text).ToString());

    /// <summary>The same for the message of a service check, in which <c>m:</c> would begin another, and <c>|</c> a field.</summary>
    public static byte[] OfMessage(string? text) => Utf8(Lines(text).Replace("|", string.Empty).Replace("m:", "m\\:").ToString());

    /// <summary>How many of the bytes there is room for, without half a character or half an escape at the end.</summary>
    /// <param name="utf8">What was made here.</param>
    /// <param name="most">Bytes there is room for.</param>
    public static int Fitting(ReadOnlySpan<byte> utf8, int most)
    {
        if (utf8.Length <= most)
        {
            return utf8.Length;
        }

        int length = Math.Max(most, 0);
        while (length > 0 && (utf8[length] & 0xC0) == 0x80)
        {
            length--; // not in front of a byte that continues a character
        }

        return length > 0 && utf8[length - 1] == '\\' && utf8[length] is (byte)'n' or (byte)':' ? length - 1 : length;
    }

    private static StringBuilder Lines(string? text) =>
        new StringBuilder(text).Replace("\r\n", "\n").Replace('\r', '\n').Replace("\n", "\\n");

    private static byte[] Utf8(string text)
    {
        byte[] bytes = new byte[Utf8Text.MaxBytes(text.Length)];
        Utf8Text.TryWrite(text.AsSpan(), bytes, out int written);
        return bytes.AsSpan(0, written).ToArray();
    }
}
