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
        writer.WriteTime(timestamp);
        writer.WriteField("|h:"u8, hostname);
        writer.WriteTags(format.Tags, tags);
        format.WriteOrigin(ref writer, tags.Cardinality);
        ReadOnlySpan<byte> mark = "|m:"u8;
        ReadOnlySpan<byte> text = EscapedText.OfMessage(message);
        int fitting = EscapedText.Fitting(text, LineFormat.MaxBytes - writer.Length - mark.Length);
        if (fitting > 0)
        {
            writer.Write(mark);
            writer.Write(text.Slice(0, fitting));
        }
    }
}
