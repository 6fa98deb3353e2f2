namespace Easy.Logger.Tests.Support;

/// <summary>Journals as killed processes leave them.</summary>
internal static class JournalFiles
{
    /// <summary>The segments of all lanes, in their order.</summary>
    public static string[] SegmentsIn(string folder)
    {
        while (true)
        {
            try
            {
                return [.. Lane.In(folder).SelectMany(lane => Lane.SegmentsIn(lane).OrderBy(SegmentReader.FirstNumber))];
            }
            catch (DirectoryNotFoundException)
            {
                // An appender has just removed a lane.
            }
        }
    }

    /// <summary>The events of all lanes that are not completed.</summary>
    public static IReadOnlyList<LoggingEvent> EventsIn(string folder)
    {
        List<LoggingEvent> events = [];
        byte[] buffer = [];
        foreach (string path in SegmentsIn(folder))
        {
            using SegmentReader reader = SegmentReader.Open(path, ref buffer, FileAccess.Read);
            while (reader.TryReadNext(out LoggingEvent? loggingEvent, out _))
            {
                events.Add(loggingEvent!);
            }

            if (reader.Damaged > 0)
            {
                throw new InvalidDataException(path);
            }
        }

        return events;
    }

    /// <summary>Leaves a lane with one segment whose owner is gone.</summary>
    /// <returns>The segment.</returns>
    public static string Leave(string folder, params LoggingEvent[] events) =>
        Leave(folder, events, Segment.SizeFor(2 * events.Max(one => one.RenderedMessage?.Length ?? 0)));

    /// <summary>As <see cref="Leave(string, LoggingEvent[])" />, with as many segments as it takes.</summary>
    public static void LeaveMany(string folder, int count, Func<int, LoggingEvent> create) =>
        Leave(folder, Enumerable.Range(0, count).Select(create), Segment.UsualSize);

    private static string Leave(string folder, IEnumerable<LoggingEvent> events, int size)
    {
        using Lane lane = Lane.Create(folder);
        Segment segment = lane.CreateSegment(size, number: 1);
        foreach ((int i, LoggingEvent one) in events.Index())
        {
            JournalRecord record = WriteDown(one);
            if (!segment.HasRoomFor(record.Size))
            {
                segment.Dispose();
                segment = lane.CreateSegment(size, segment.Number + 1);
            }

            segment.Append(record, i);
            record.Return();
        }

        segment.Dispose();
        lane.Release();
        return segment.Path;
    }

    public static JournalRecord WriteDown(LoggingEvent loggingEvent, CapturePlan? plan = null)
    {
        JournalRecord record = JournalRecord.Rent();
        EventSerializer.Write(record, loggingEvent, plan ?? CapturePlan.Everything);
        return record;
    }
}
