using System.Globalization;
using System.Text;
using log4net.Core;
using log4net.Util;

namespace Easy.Logger.Journaling;

/// <summary>How an event is written down: what its layouts can print, as text but for the time and the level.</summary>
/// <remarks>
/// Objects do not outlive a process, so of the message, the exception and the properties it is the text that is kept; numbers and truth values among the
/// properties stay what they are.
/// </remarks>
internal static class EventFormat
{
    /// <summary>The least that is written of any event, whatever else is fixed.</summary>
    private const FixFlags Least = FixFlags.Message | FixFlags.ThreadName | FixFlags.Exception;

    private const byte Absent = 0;
    private const byte Present = 1;

    private enum ValueKind : byte
    {
        Null = 0,
        Text,
        Boolean,
        Int32,
        Int64,
        Double,
    }

    /// <summary>Writes a fixed event down. On the caller's thread: a message that is not fixed is rendered here.</summary>
    public static void Write(JournalRecord record, LoggingEvent loggingEvent)
    {
        LoggingEventData data = loggingEvent.GetLoggingEventData(Least);
        record.Write(data.TimeStampUtc.Ticks);
        WriteLevel(record, data.Level);
        record.Write(data.LoggerName);
        record.Write(data.Message);
        record.Write(data.ThreadName);
        record.Write(data.ExceptionString);
        record.Write(data.Domain);
        record.Write(data.Identity);
        record.Write(data.UserName);
        WriteLocation(record, data.LocationInfo);
        WriteProperties(record, data.Properties);
        record.Complete();
    }

    /// <param name="bytes">A record whose checksum is right.</param>
    /// <param name="length">Where its content ends.</param>
    public static LoggingEventData Read(byte[] bytes, int length)
    {
        Reader reader = new(bytes, length);
        return new LoggingEventData
        {
            TimeStampUtc = new DateTime(reader.Int64(), DateTimeKind.Utc),
            Level = reader.Byte() == Absent ? null : new Level(reader.Int32(), reader.Text()!, reader.Text()!),
            LoggerName = reader.Text(),
            Message = reader.Text(),
            ThreadName = reader.Text(),
            ExceptionString = reader.Text(),
            Domain = reader.Text(),
            Identity = reader.Text(),
            UserName = reader.Text(),
            LocationInfo = reader.Byte() == Absent ? null : new LocationInfo(reader.Text()!, reader.Text()!, reader.Text()!, reader.Text()!),
            Properties = ReadProperties(ref reader),
        };
    }

    private static void WriteLevel(JournalRecord record, Level? level)
    {
        record.Write(level is null ? Absent : Present);
        if (level is not null)
        {
            record.Write(level.Value);
            record.Write(level.Name);
            record.Write(level.DisplayName);
        }
    }

    private static void WriteLocation(JournalRecord record, LocationInfo? location)
    {
        record.Write(location is null ? Absent : Present);
        if (location is not null)
        {
            record.Write(location.ClassName);
            record.Write(location.MethodName);
            record.Write(location.FileName);
            record.Write(location.LineNumber);
        }
    }

    private static void WriteProperties(JournalRecord record, PropertiesDictionary? properties)
    {
        record.Write(properties?.Count ?? 0);
        if (properties is not { Count: > 0 })
        {
            return;
        }

        foreach (KeyValuePair<string, object?> property in (IEnumerable<KeyValuePair<string, object?>>)properties)
        {
            record.Write(property.Key);
            WriteValue(record, property.Value);
        }
    }

    private static void WriteValue(JournalRecord record, object? value)
    {
        switch (value)
        {
            case null:
                record.Write((byte)ValueKind.Null);
                break;
            case bool flag:
                record.Write((byte)ValueKind.Boolean);
                record.Write(flag ? Present : Absent);
                break;
            case int number:
                record.Write((byte)ValueKind.Int32);
                record.Write(number);
                break;
            case long number:
                record.Write((byte)ValueKind.Int64);
                record.Write(number);
                break;
            case double number:
                record.Write((byte)ValueKind.Double);
                record.Write(BitConverter.DoubleToInt64Bits(number));
                break;
            default:
                record.Write((byte)ValueKind.Text);
                record.Write(Convert.ToString(value, CultureInfo.CurrentCulture)); // as log4net's own converters print it
                break;
        }
    }

    private static PropertiesDictionary ReadProperties(ref Reader reader)
    {
        PropertiesDictionary properties = new();
        for (int left = reader.Int32(); left > 0; left--)
        {
            string key = reader.Text()!;
            properties[key] = (ValueKind)reader.Byte() switch
            {
                ValueKind.Null => null,
                ValueKind.Boolean => reader.Byte() != Absent,
                ValueKind.Int32 => reader.Int32(),
                ValueKind.Int64 => reader.Int64(),
                ValueKind.Double => BitConverter.Int64BitsToDouble(reader.Int64()),
                _ => reader.Text(),
            };
        }

        return properties;
    }

    private ref struct Reader(byte[] bytes, int end)
    {
        private int _at = RecordHeader.Size;

        public byte Byte() => bytes[Take(sizeof(byte))];

        public int Int32() => BitConverter.ToInt32(bytes, Take(sizeof(int)));

        public long Int64() => BitConverter.ToInt64(bytes, Take(sizeof(long)));

        public string? Text()
        {
            int count = Int32();
            return count < 0 ? null : Encoding.UTF8.GetString(bytes, Take(count), count);
        }

        private int Take(int count)
        {
            int at = _at;
            return (_at += count) <= end ? at : throw new InvalidDataException("The record is shorter than what it says.");
        }
    }
}
