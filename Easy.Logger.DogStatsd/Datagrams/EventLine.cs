namespace Easy.Logger.DogStatsd.Datagrams;

/// <summary>
/// Writes events: <c>_e{title bytes,text
/// bytes}:title|text|d:time|h:host|k:key|p:low|s:source|t:error|#tags|c:container|e:data|card:low</c>. The lengths are those of what is
/// sent, in bytes. A text is cut off where the line would be too long. Stateless.
/// </summary>
internal static class EventLine
{
    /// <summary>Room for the two lengths and what stands around them.</summary>
    private const int Frame = 24;

    /// <summary>The most of the title when it alone would be too long; the least that is left of the text.</summary>
    private const int MaxOfTitle = 1_024;

    public static void Write(ref LineWriter writer, LineFormat format, DogStatsdEvent logged, DogStatsdTags tags)
    {
        byte[] memory = new byte[LineFormat.MaxBytes];
        LineWriter fields = new(memory);
        fields.WriteTime(logged.Timestamp);
        fields.WriteField("|h:"u8, logged.Hostname);
        fields.WriteField("|k:"u8, logged.AggregationKey);
        if (logged.IsLowPriority)
        {
            fields.Write("|p:low"u8);
        }

        fields.WriteField("|s:"u8, logged.SourceType);
        fields.Write(MarkOf(logged.AlertType));
        fields.WriteTags(format.Tags, tags);
        format.WriteOrigin(ref fields, tags.Cardinality);
        ReadOnlySpan<byte> title = EscapedText.Of(logged.Title);
        title = title.Slice(0, EscapedText.Fitting(title, MaxOfTitle));
        ReadOnlySpan<byte> text = EscapedText.Of(logged.Text.Length > 0 ? logged.Text : logged.Title); // an agent wants both
        text = text.Slice(0, EscapedText.Fitting(text, LineFormat.MaxBytes - Frame - title.Length - fields.Length));
        if (fields.IsTooLong || text.IsEmpty)
        {
            writer.IsTooLong = true; // an event without its fields would be another one, and one without a text is none
            return;
        }

        writer.Write("_e{"u8);
        writer.Write(title.Length);
        writer.Write((byte)',');
        writer.Write(text.Length);
        writer.Write("}:"u8);
        writer.Write(title);
        writer.Write((byte)'|');
        writer.Write(text);
        writer.Write(fields.Written);
    }

    /// <summary>Info is what the agent takes when nothing is said.</summary>
    private static ReadOnlySpan<byte> MarkOf(DogStatsdAlertType type) => type switch
    {
        DogStatsdAlertType.Error => "|t:error"u8,
        DogStatsdAlertType.Warning => "|t:warning"u8,
        DogStatsdAlertType.Success => "|t:success"u8,
        _ => [],
    };
}
