using System.Runtime.Serialization;
using log4net.Util;

namespace log4net.Core;

public class Level : IComparable, IComparable<Level>, IEquatable<Level>
{
    public static readonly Level Alert = new(100_000, "ALERT");
    public static readonly Level All = new(int.MinValue, "ALL");
    public static readonly Level Critical = new(90_000, "CRITICAL");
    public static readonly Level Debug = new(30_000, "DEBUG");
    public static readonly Level Emergency = new(120_000, "EMERGENCY");
    public static readonly Level Error = new(70_000, "ERROR");
    public static readonly Level Fatal = new(110_000, "FATAL");
    public static readonly Level Fine = new(30_000, "FINE");
    public static readonly Level Finer = new(20_000, "FINER");
    public static readonly Level Finest = new(10_000, "FINEST");
    public static readonly Level Info = new(40_000, "INFO");
    public static readonly Level Log4Net_Debug = new(120_000, "log4net:DEBUG");
    public static readonly Level Notice = new(50_000, "NOTICE");
    public static readonly Level Off = new(int.MaxValue, "OFF");
    public static readonly Level Severe = new(80_000, "SEVERE");
    public static readonly Level Trace = new(20_000, "TRACE");
    public static readonly Level Verbose = new(10_000, "VERBOSE");
    public static readonly Level Warn = new(60_000, "WARN");

    public Level(int level, string levelName)
        : this(level, levelName, levelName)
    {
    }

    public Level(int level, string levelName, string displayName)
    {
        Value = level;
        Name = Guard.NotNull(levelName, nameof(levelName));
        DisplayName = Guard.NotNull(displayName, nameof(displayName));
    }

    protected Level(SerializationInfo info, StreamingContext context)
        : this(info.GetInt32(nameof(Value)), info.GetString(nameof(Name))!, info.GetString(nameof(DisplayName))!)
    {
    }

    public string DisplayName { get; }

    public string Name { get; }

    public int Value { get; }

    public static int Compare(Level? l, Level? r) => (l, r) switch
    {
        (null, null) => 0,
        (null, _) => -1,
        (_, null) => 1,
        _ => l.Value.CompareTo(r.Value),
    };

    public int CompareTo(object? obj) => CompareTo((Level)obj!);
    public int CompareTo(Level other) => Compare(this, Guard.NotNull(other, nameof(other)));

    public override bool Equals(object? obj) => Equals(obj as Level);

    // The number alone decides: DEBUG and FINE are the same level under two names.
    public bool Equals(Level? other) => other is not null && other.Value == Value;

    public override int GetHashCode() => Value;

    public virtual void GetObjectData(SerializationInfo info, StreamingContext context)
    {
        info.AddValue(nameof(Value), Value);
        info.AddValue(nameof(Name), Name);
        info.AddValue(nameof(DisplayName), DisplayName);
    }

    public override string ToString() => Name;

    public static bool operator ==(Level? l, Level? r) => l is null ? r is null : l.Equals(r);

    public static bool operator !=(Level? l, Level? r) => !(l == r);

    // No order exists between a level and null: all four are false then.
    public static bool operator >(Level? l, Level? r) => l is not null && r is not null && l.Value > r.Value;

    public static bool operator >=(Level? l, Level? r) => l is not null && r is not null && l.Value >= r.Value;

    public static bool operator <(Level? l, Level? r) => r > l;

    public static bool operator <=(Level? l, Level? r) => r >= l;
}
