using System.Text;

namespace Easy.Logger.DogStatsd.Datagrams;

/// <summary>The texts of events and service checks: UTF-8, with <c>\n</c> in two characters for a line break. Stateless.</summary>
internal static class EscapedText
{
    public static byte[] Of(string? text) => Encoding.UTF8.GetBytes(Lines(text).ToString());

    /// <summary>For the message of a service check, in which <c>m:</c> would begin another, and <c>|</c> a field.</summary>
    public static byte[] OfMessage(string? text) =>
        Encoding.UTF8.GetBytes(Lines(text).Replace("|", string.Empty).Replace("m:", "m\\:").ToString());

    /// <summary>How many of the bytes there is room for, without half a character or half an escape at the end.</summary>
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
}
