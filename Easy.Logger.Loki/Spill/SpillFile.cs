namespace Easy.Logger.Loki.Spill;

/// <summary>Finds and reads frames in the file of a segment, which may be damaged. Stateless.</summary>
internal static class SpillFile
{
    /// <summary>Reads the frame at a position.</summary>
    /// <param name="stream">The file.</param>
    /// <param name="position">Where the frame begins.</param>
    /// <param name="end">Where the file ends.</param>
    /// <param name="buffer">What it is read into; replaced when it is too small.</param>
    /// <param name="size">Its bytes, as it says itself; 0 when none begins there.</param>
    /// <param name="push">The frame.</param>
    /// <returns>Whether it is what was written.</returns>
    public static bool TryRead(FileStream stream, int position, int end, ref byte[] buffer, out int size, out SpilledPush push)
    {
        push = default;
        size = 0;
        if (end - position < SpillFrame.HeaderSize)
        {
            return false;
        }

        Grow(ref buffer, SpillFrame.HeaderSize);
        if (!TryFillAt(stream, position, buffer))
        {
            return false;
        }

        size = SpillFrame.SizeAt(buffer);
        if (size == 0 || size > end - position)
        {
            return false;
        }

        Grow(ref buffer, size);
        return TryFill(stream, buffer, SpillFrame.HeaderSize, size) && SpillFrame.TryRead(buffer, size, out push);
    }

    /// <summary>Reads a part of an array, which the file may be too short for.</summary>
    public static bool TryFill(FileStream stream, byte[] buffer, int from, int to)
    {
        for (int read; from < to; from += read)
        {
            read = stream.Read(buffer, from, to - from);
            if (read == 0)
            {
                return false;
            }
        }

        return true;
    }

    /// <summary>The next whole frame behind one whose length is damaged.</summary>
    /// <returns>-1 when there is none.</returns>
    public static int FindNext(FileStream stream, int begin, int end, ref byte[] buffer)
    {
        byte[] all = new byte[Math.Min(end - begin, SpillFrame.LargestSize)];
        if (!TryFillAt(stream, begin, all, all.Length))
        {
            return -1;
        }

        long credit = 8L * all.Length; // bytes that may be read in vain: a file may have been made to take hours
        for (int at = 1; at <= all.Length - SpillFrame.HeaderSize && credit >= 0; at++)
        {
            int size = SpillFrame.SizeAt(all.AsSpan(at));
            if (size > 0 && size <= all.Length - at)
            {
                credit -= size;
                if (TryRead(stream, begin + at, end, ref buffer, out _, out _))
                {
                    return begin + at;
                }
            }
        }

        return -1;
    }

    /// <summary>Reads from a position; a header unless it is said how much.</summary>
    public static bool TryFillAt(FileStream stream, long position, byte[] buffer, int count = SpillFrame.HeaderSize)
    {
        stream.Position = position;
        return TryFill(stream, buffer, 0, count);
    }

    /// <summary>Whether there seems to be a frame.</summary>
    public static bool IsFrameAt(FileStream stream, long position, int end)
    {
        if (end - position < SpillFrame.HeaderSize)
        {
            return false;
        }

        byte[] header = new byte[SpillFrame.HeaderSize];
        return TryFillAt(stream, position, header) && SpillFrame.SizeAt(header) is > 0 and var size && size <= end - position;
    }

    private static void Grow(ref byte[] buffer, int size)
    {
        if (buffer.Length < size)
        {
            Array.Resize(ref buffer, size);
        }
    }
}
