// What is declared here exists to be spelled by the reader: every form once, whether or not anybody should declare such a thing.
#pragma warning disable CA1003, CA1028, CA1034, CA1044, CA1051, CA1067, CA1814, CA1815, CA2225

namespace Easy.Logger.Tests.Conventions.PublicApi;

[Flags]
public enum SampleColors : byte
{
    Two = 2,
    One = 1,
    Both = One | Two,
}

public enum SampleKind
{
    Unknown = -1,
    Known,
}

public delegate TResult? SampleCall<in T, out TResult>(T argument, params string?[] more)
    where TResult : class;

[AttributeUsage(AttributeTargets.Class | AttributeTargets.Struct, AllowMultiple = true)]
public sealed class SampleMarkAttribute(Type type) : Attribute
{
    public Type Type { get; } = type;

    public SampleKind Kind { get; set; }
}

public interface ISample<T>
{
    event EventHandler? Changed;

    T? Value { get; }

    static abstract ISample<T> Create();

    void Store(T value);

    void Say() => Store(Value!);
}

[SampleMark(typeof(List<int>), Kind = SampleKind.Known)]
[Obsolete("The text is not shown.")]
public abstract class SampleBase : List<string?>, IFormattable, ICloneable
{
    ~SampleBase() => Hook();

    public abstract object Clone();

    public string ToString(string? format, IFormatProvider? formatProvider) => format ?? string.Empty;

    protected internal virtual void Hook()
    {
    }

    internal void Hidden()
    {
    }

    private protected void HiddenToo()
    {
    }
}

#pragma warning disable CS0618 // the obsolete base is a sample too
public class SampleDerived : SampleBase
#pragma warning restore CS0618
{
    internal SampleDerived()
    {
    }

    protected SampleDerived(ref int first, in long second, out string? third, params ReadOnlySpan<object> rest) => third = null;

    public sealed override object Clone() => this;

    protected internal override void Hook()
    {
    }

    [Obsolete("Nor is this.")]
    public static SampleDerived? Find(string a = "\"b\"\n", char b = '\'', SampleKind c = SampleKind.Known, int? d = null, TimeSpan e = default) => null;
}

public class SampleGeneric<T, TKey>
    where TKey : notnull
{
    public const string Text = "tab\tand \\";
    public const double Ratio = 0.5;
    public const SampleColors All = SampleColors.Both;
    public static readonly Dictionary<TKey, List<T?>?> Shared = [];
    protected internal T? maybe;
    public T[]?[] jagged = [];

    public event Action<string?>? Raised;

    protected virtual event EventHandler Kept
    {
        add => Raised += null;
        remove => Raised?.Invoke(null);
    }

    public (int Count, string? Name) Pair { get; }

    public ref readonly int Counter => ref Cell[0];

    public required string Name { get; init; }

    public string? Width { get; protected set; }

    public short Narrow { private get; set; }

    private int[] Cell { get; } = [1];

    public string? this[TKey key, string? other] { get => other; protected internal set => Width = value; }

    public TOut Convert<TIn, TOut>(TIn value)
        where TIn : struct, Enum
        where TOut : class?, IComparable<TIn>, new() => new();

    public void Raw<TRaw>(TRaw? raw, Nested?[,] all, Dictionary<TKey, (string?, T)>.Enumerator one)
        where TRaw : unmanaged
    {
    }

    public class Nested
    {
        protected Nested()
        {
        }

        public int Depth { get; }

        protected internal struct Inner<TInner>
        {
            public TInner? Value;
        }

        internal sealed class Hidden;
    }
}

public struct SampleMoney : IEquatable<SampleMoney>
{
    public decimal Amount { get; set; }

    public static SampleMoney operator +(SampleMoney left, SampleMoney right) => left;

    public static SampleMoney operator -(SampleMoney value) => value;

    public static explicit operator checked int(SampleMoney value) => 0;

    public static explicit operator int(SampleMoney value) => 0;

    public static implicit operator SampleMoney(int amount) => default;

    public readonly bool Equals(SampleMoney other) => false;
}

public readonly record struct SamplePoint(int X, string? Label)
{
    public override string ToString() => Label ?? string.Empty;
}

public record SampleRecord(string Name) : IFormattable
{
    public string ToString(string? format, IFormatProvider? formatProvider) => Name;
}

public readonly ref struct SampleWindow
{
    public ReadOnlySpan<char> Text { get; }
}

public static class SampleExtensions
{
    public static string? Quoted(this string? text, bool twice = false) => text;
}
