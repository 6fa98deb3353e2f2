using System.Collections;
using System.Globalization;
using System.Text;
using Easy.Logger.Capture;
using Easy.Logger.Rendering;
using log4net;
using log4net.Core;
using log4net.Filter;
using log4net.Repository;
using log4net.Util;

namespace Easy.Logger.Journaling;

/// <summary>How an event is written down: what its layouts can print, as text but for the time and the level.</summary>
/// <remarks>
/// Objects do not outlive a process, so it is their text that is kept, as log4net prints it in the culture of the call. Of properties,
/// truth values and numbers stay what they are where they would be printed as in any other culture. What cannot be rendered becomes the
/// text of its error.
/// </remarks>
internal static class EventSerializer
{
    /// <summary>The property by which a layout can show that an event was recovered.</summary>
    public const string RecoveredProperty = "easylogger.recovered";

    /// <summary>The name of the repository of most applications, which needs not be written.</summary>
    private const string UsualRepository = "log4net-default-repository";

    private const byte Absent = 0;
    private const byte Present = 1;

    // A writer over an array: nothing to release.
    [ThreadStatic]
    private static TextBuffer? _text;

    private enum ValueKind : byte
    {
        Null = 0,
        Text,
        Boolean,
        Int32,
        Int64,
        Double,
    }

    /// <summary>Writes an event down, on the thread that logs it.</summary>
    /// <param name="record">Where to.</param>
    /// <param name="captured">The event.</param>
    /// <param name="plan">What it was captured by.</param>
    /// <exception cref="InvalidOperationException">It is too large.</exception>
    public static void Write(JournalRecord record, in CapturedEvent captured, CapturePlan plan)
    {
        LoggingEvent loggingEvent = captured.Event!;
        // What is fixed has what it is to have; of any other event the appenders read what the plan says.
        bool isFixed = loggingEvent.Fix != FixFlags.None;
        LoggingEventData data = isFixed ? loggingEvent.GetLoggingEventData(FixFlags.None) : default;
        FixFlags fields = isFixed ? FixFlags.None : plan.Fields;
        string? repository = loggingEvent.Repository is { } known ? known.Name : string.Empty;
        record.Write(loggingEvent.TimeStampUtc.ToBinary());
        record.Write(repository == UsualRepository ? null : repository);
        WriteLevel(record, loggingEvent.Level);
        record.Write(loggingEvent.LoggerName);
        WriteMessage(record, captured);
        record.Write(loggingEvent.ThreadName);
        record.Write(TextOf(loggingEvent, static read => read.GetExceptionString()));
        record.Write((fields & FixFlags.Domain) == 0 ? data.Domain : TextOf(loggingEvent, static read => read.Domain));
        record.Write((fields & FixFlags.Identity) == 0 ? data.Identity : TextOf(loggingEvent, static read => read.Identity));
        record.Write((fields & FixFlags.UserName) == 0 ? data.UserName : TextOf(loggingEvent, static read => read.UserName));
        WriteLocation(record, captured.Context?.Location ?? loggingEvent.LocationInfo);
        WriteProperties(record, loggingEvent, isFixed ? data.Properties : OfEvent(loggingEvent, plan), captured.Context, plan);
        record.Complete();
    }

    /// <param name="bytes">A segment.</param>
    /// <param name="at">Where the content of a record begins.</param>
    /// <param name="end">Where it ends.</param>
    /// <exception cref="InvalidDataException">It does not make sense.</exception>
    public static LoggingEvent Read(byte[] bytes, int at, int end)
    {
        Reader reader = new(bytes, at, end);
        DateTime time = DateTime.FromBinary(reader.Int64());
        ILoggerRepository? repository = RepositoryOf(reader.Text() ?? UsualRepository);
        LoggingEventData data = new()
        {
            TimeStampUtc = time,
            Level = reader.Byte() == Absent ? null : new Level(reader.Int32(), reader.Text()!, reader.Text()!),
            LoggerName = reader.Text(),
            Message = reader.Text(),
            ThreadName = reader.Text(),
            ExceptionString = reader.Text(),
            Domain = reader.Text(),
            Identity = reader.Text(),
            UserName = reader.Text(),
            LocationInfo = reader.Byte() == Absent ? null : ReadLocation(ref reader),
            Properties = ReadProperties(ref reader),
        };
        data.Properties[RecoveredProperty] = "true";
        return new LoggingEvent(null, repository, data) { Fix = FixFlags.None }; // what was not there then is not to be asked for now
    }

    /// <summary>One that was not found at the call has another text than its parts.</summary>
    private static LocationInfo ReadLocation(ref Reader reader)
    {
        LocationInfo notFound = new((Type?)null);
        LocationInfo read = new(reader.Text()!, reader.Text()!, reader.Text()!, reader.Text()!);
        return read.ClassName == notFound.ClassName && read.MethodName == notFound.MethodName ? notFound : read;
    }

    /// <summary>Filters and layouts of log4net need one to render properties with.</summary>
    private static ILoggerRepository? RepositoryOf(string name)
    {
        ILoggerRepository[] all = name.Length == 0 ? [] : LogManager.GetAllRepositories();
        return Array.Find(all, repository => repository.Name == name) ?? all.FirstOrDefault();
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

    private static void WriteMessage(JournalRecord record, in CapturedEvent captured)
    {
        if (captured is { HasMessage: true, Event.MessageObject: string message })
        {
            record.Write(message);
            return;
        }

        TextBuffer text = _text ?? new TextBuffer(capacity: 256);
        _text = null; // a message may be code of the application, which may log
        text.Clear();
        try
        {
            captured.WriteMessage(text);
        }
        catch (Exception e)
        {
            text.Clear();
            text.Write(TextOf(e));
        }

        record.Write(text);
        _text = text;
    }

    private static string? TextOf(LoggingEvent loggingEvent, Func<LoggingEvent, string?> read)
    {
        try
        {
            return read(loggingEvent);
        }
        catch (Exception e)
        {
            return TextOf(e);
        }
    }

    private static string TextOf(Exception error)
    {
        try
        {
            return $"{error.GetType().FullName}: {error.Message}";
        }
        catch (Exception)
        {
            return error.GetType().FullName!; // its message is code of the application, too
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

    private static void WriteProperties(
        JournalRecord record, LoggingEvent loggingEvent, PropertiesDictionary? properties, CallContext? context, CapturePlan plan)
    {
        properties = context?.Properties ?? properties;
        foreach (KeyValuePair<string, object?> property in (IEnumerable<KeyValuePair<string, object?>>?)properties ?? [])
        {
            WriteProperty(record, property.Key, property.Value, loggingEvent);
        }

        for (int i = 0; i < context?.Texts?.Length; i++)
        {
            // A property that is not there prints the same as one without a value, and is not to be seen where all are printed.
            object? text = context.Texts[i];
            if (plan.Texts[i].Property is { } name && properties?.Contains(name) != true && text as string != SystemInfo.NullText)
            {
                WriteProperty(record, name, text is Exception error ? TextOf(error) : text, loggingEvent);
            }
        }

        foreach (string name in plan.TurnedAwayBy.SelectMany(KeysOf).Where(key => properties?.Contains(key) != true))
        {
            WriteProperty(record, name, loggingEvent.LookupProperty(name), loggingEvent);
        }

        record.Write((string?)null);
    }

    private static IEnumerable<string> KeysOf(IFilter filter)
    {
        for (IFilter? next = filter; next is not null; next = next.Next)
        {
            if (next is PropertyFilter { Key: { } key })
            {
                yield return key;
            }
        }
    }

    /// <returns>The properties that are in the event for others than the captured texts.</returns>
    private static PropertiesDictionary? OfEvent(LoggingEvent loggingEvent, CapturePlan plan)
    {
        if ((plan.Fix & FixFlags.Properties) == 0)
        {
            return null;
        }

        try
        {
            return new PropertiesDictionary(loggingEvent.GetProperties()); // the application may change them meanwhile
        }
        catch (Exception)
        {
            return null; // as it does right now
        }
    }

    private static void WriteProperty(JournalRecord record, string name, object? value, LoggingEvent loggingEvent)
    {
        record.Write(name);
        switch (value)
        {
            case null:
                record.Write((byte)ValueKind.Null);
                break;
            case bool flag:
                record.Write((byte)ValueKind.Boolean);
                record.Write(flag ? Present : Absent);
                break;
            case int number when number >= 0 || IsPlain(value):
                record.Write((byte)ValueKind.Int32);
                record.Write(number);
                break;
            case long number when number >= 0 || IsPlain(value):
                record.Write((byte)ValueKind.Int64);
                record.Write(number);
                break;
            case double number when IsPlain(value):
                record.Write((byte)ValueKind.Double);
                record.Write(BitConverter.DoubleToInt64Bits(number));
                break;
            default:
                object? text = CapturedText.Render(loggingEvent.Repository, value, isBounded: value is IEnumerable or IEnumerator);
                record.Write((byte)ValueKind.Text);
                record.Write(text is Exception error ? TextOf(error) : (string?)text);
                break;
        }
    }

    /// <summary>Whether the culture of the call prints a number as every other does: it may have signs of its own.</summary>
    private static bool IsPlain(object number) =>
        ((IFormattable)number).ToString(null, CultureInfo.CurrentCulture)
        == ((IFormattable)number).ToString(null, CultureInfo.InvariantCulture);

    /// <summary>The culture of this process may print a number as the one of the call did not.</summary>
    private static object AsItWas(IFormattable number) =>
        IsPlain(number) ? number : number.ToString(null, CultureInfo.InvariantCulture);

    private static PropertiesDictionary ReadProperties(ref Reader reader)
    {
        PropertiesDictionary properties = new();
        while (reader.Text() is { } name)
        {
            properties[name] = (ValueKind)reader.Byte() switch
            {
                ValueKind.Null => null,
                ValueKind.Boolean => reader.Byte() != Absent,
                ValueKind.Int32 => AsItWas(reader.Int32()),
                ValueKind.Int64 => AsItWas(reader.Int64()),
                ValueKind.Double => AsItWas(BitConverter.Int64BitsToDouble(reader.Int64())),
                _ => reader.Text(),
            };
        }

        return properties;
    }

    private ref struct Reader(byte[] bytes, int at, int end)
    {
        private int _at = at;

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
            return (_at += count) <= end ? at : throw new InvalidDataException("A record is shorter than what it says.");
        }
    }
}
