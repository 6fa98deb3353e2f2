using Easy.Logger.DogStatsd.Tags;

namespace Easy.Logger.DogStatsd.Datagrams;

/// <summary>
/// Writes the names of metrics, without what would end one: <c>::</c> becomes a point, as other clients have it for the names of classes,
/// and each <c>:</c>, <c>|</c>, <c>@</c> and line break an underscore. Stateless.
/// </summary>
internal static class MetricName
{
    private const string Ends = ":|@\r\n";

    /// <summary>Writes a name.</summary>
    /// <param name="name">Any text.</param>
    /// <param name="destination">Where to.</param>
    /// <param name="written">Bytes that were written.</param>
    /// <returns>Whether there was room for it.</returns>
    public static bool TryWrite(ReadOnlySpan<char> name, Span<byte> destination, out int written)
    {
        written = 0;
        while (true)
        {
            int end = name.IndexOfAny(Ends.AsSpan());
            if (!Utf8Text.TryWrite(end < 0 ? name : name.Slice(0, end), destination.Slice(written), out int piece))
            {
                return false;
            }

            written += piece;
            if (end < 0)
            {
                return true;
            }

            if (written == destination.Length)
            {
                return false;
            }

            bool isScope = name[end] == ':' && end + 1 < name.Length && name[end + 1] == ':';
            destination[written++] = isScope ? (byte)'.' : (byte)'_';
            name = name.Slice(end + (isScope ? 2 : 1));
        }
    }
}
