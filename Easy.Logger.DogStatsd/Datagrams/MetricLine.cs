namespace Easy.Logger.DogStatsd.Datagrams;

/// <summary>
/// Writes metrics: <c>name:value|type|@rate|#tags|Ttime|c:container|e:data|card:low</c>,
/// https://docs.datadoghq.com/developers/dogstatsd/datagram_shell. Stateless.
/// </summary>
internal static class MetricLine
{
    /// <summary>
    /// Writes a metric with one number, or several in one line. A sample rate of 1 is not written, nor is a timestamp of 0, which is now.
    /// </summary>
    public static void Write(
        ref LineWriter writer,
        LineFormat format,
        MetricType type,
        string name,
        scoped ReadOnlySpan<double> values,
        scoped DogStatsdTags tags,
        double sampleRate,
        long timestamp)
    {
        WriteName(ref writer, format, name);
        foreach (double value in values)
        {
            writer.Write((byte)':');
            writer.Write(value);
        }

        WriteFields(ref writer, format, type, tags, sampleRate, timestamp);
    }

    public static void WriteSet(
        ref LineWriter writer, LineFormat format, string name, string member, scoped DogStatsdTags tags, double sampleRate)
    {
        WriteName(ref writer, format, name);
        writer.Write((byte)':');
        writer.WriteMember(member.AsSpan());
        WriteFields(ref writer, format, MetricType.Set, tags, sampleRate, timestamp: 0);
    }

    /// <summary>Writes what all lines of a series have: the name, and behind the value all but the time.</summary>
    /// <returns>Where the value goes.</returns>
    public static int WriteSeries(ref LineWriter writer, LineFormat format, MetricType type, string name, scoped DogStatsdTags tags)
    {
        WriteName(ref writer, format, name);
        int place = writer.Length;
        WriteFields(ref writer, format, type, tags, sampleRate: 1, timestamp: 0);
        return place;
    }

    private static void WriteName(ref LineWriter writer, LineFormat format, string name)
    {
        writer.WriteName(format.Prefix.AsSpan());
        writer.WriteName(name.AsSpan());
        if (writer.Written.StartsWith("_sc"u8) || writer.Written.StartsWith("_e{"u8))
        {
            writer.RemoveFirst(); // an agent would take the line for a service check or an event
        }
    }

    private static void WriteFields(
        ref LineWriter writer, LineFormat format, MetricType type, scoped DogStatsdTags tags, double sampleRate, long timestamp)
    {
        writer.Write(MarkOf(type));
        if (sampleRate < 1)
        {
            writer.Write("|@"u8);
            writer.Write(sampleRate);
        }

        writer.WriteTags(format.Tags, tags);
        if (timestamp > 0 && !format.TagsLast)
        {
            writer.Write("|T"u8);
            writer.Write(timestamp);
        }

        format.WriteOrigin(ref writer, tags.Cardinality);
    }

    private static ReadOnlySpan<byte> MarkOf(MetricType type) => type switch
    {
        MetricType.Counter => "|c"u8,
        MetricType.Gauge => "|g"u8,
        MetricType.Timer => "|ms"u8,
        MetricType.Histogram => "|h"u8,
        MetricType.Distribution => "|d"u8,
        MetricType.Set => "|s"u8,
        _ => throw new ArgumentOutOfRangeException(nameof(type), type, "unknown"),
    };
}

/// <summary>The types of metrics that the protocol has.</summary>
internal enum MetricType
{
    Counter,
    Gauge,
    Timer,
    Histogram,
    Distribution,
    Set,
}
