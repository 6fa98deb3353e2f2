namespace Easy.Logger.DogStatsd.Datagrams;

/// <summary>
/// Writes service checks: <c>_sc|name|status|d:time|h:host|#tags|c:container|e:data|card:low|m:message</c>. The message is the last field,
/// and cut off where the line would be too long. Stateless.
/// </summary>
internal static class ServiceCheckLine
{
    public static void Write(
        ref LineWriter writer,
        LineFormat format,
        string name,
        DogStatsdServiceStatus status,
        string? message,
        DogStatsdTags tags,
        string? hostname,
        DateTimeOffset? timestamp)
    {
        writer.Write("_sc|"u8);
        writer.WriteField(name.AsSpan());
        writer.Write((byte)'|');
        writer.Write((long)status);
        if (timestamp is { } time)
        {
            writer.Write("|d:"u8);
            writer.Write(time.ToUnixTimeSeconds());
        }

        writer.WriteField("|h:"u8, hostname);
        writer.WriteTags(format.Tags, tags);
        format.WriteOrigin(ref writer, tags.Cardinality);
        WriteMessage(ref writer, EscapedText.OfMessage(message));
    }

    private static void WriteMessage(ref LineWriter writer, ReadOnlySpan<byte> message)
    {
        ReadOnlySpan<byte> mark = "|m:"u8;
        int fitting = EscapedText.Fitting(message, LineFormat.MaxBytes - writer.Length - mark.Length);
        if (fitting > 0)
        {
            writer.Write(mark);
            writer.Write(message.Slice(0, fitting));
        }
    }
}
