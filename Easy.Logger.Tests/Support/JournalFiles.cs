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
    public static string Leave(string folder, params LoggingEvent[] events)
    {
        using Lane lane = Lane.Create(folder);
        using Segment segment = lane.CreateSegment(Segment.SizeFor(2 * events.Max(one => one.RenderedMessage?.Length ?? 0)), number: 1);
        for (int i = 0; i < events.Length; i++)
        {
            JournalRecord record = WriteDown(events[i]);
            segment.Append(record, i);
            record.Return();
        }

        lane.Release();
        return segment.Path;
    }

    /// <summary>As <see cref="Leave" />, with as many segments as it takes.</summary>
    public static void LeaveMany(string folder, int count, Func<int, LoggingEvent> create)
    {
        using Lane lane = Lane.Create(folder);
        Segment? segment = null;
        for (int i = 0; i < count; i++)
        {
            JournalRecord record = WriteDown(create(i));
            if (segment?.HasRoomFor(record.Size) != true)
            {
                segment?.Dispose();
                segment = lane.CreateSegment(Segment.UsualSize, (segment?.Number ?? 0) + 1);
            }

            segment.Append(record, i);
            record.Return();
        }

        segment?.Dispose();
        lane.Release();
    }

    public static JournalRecord WriteDown(LoggingEvent loggingEvent)
    {
        JournalRecord record = JournalRecord.Rent();
        EventSerializer.Write(record, loggingEvent, CapturePlan.Everything);
        return record;
    }
}
