using System.Reflection;
using Easy.Logger.Tests.Support.PublicApi;

namespace Easy.Logger.Tests.Conventions.PublicApi;

/// <summary>The reader spells declarations as C# does, so that a listing can be judged by reading it.</summary>
internal sealed class ApiReaderTests
{
    [Test]
    public void Read_Enums_ListsMembersAsWritten()
    {
        Assert.That(Text(typeof(SampleColors)), Is.EqualTo(
            """
            [Flags] public enum SampleColors : byte
            Two = 2
            One = 1
            Both = 3
            """));
        Assert.That(Text(typeof(SampleKind)), Is.EqualTo(
            """
            public enum SampleKind
            Unknown = -1
            Known = 0
            """));
    }

    [Test]
    public void Read_Delegate_IsOneLine() => Assert.That(
        Text(typeof(SampleCall<,>)),
        Is.EqualTo("public delegate TResult? SampleCall<in T, out TResult>(T argument, params string?[] more) where TResult : class"));

    [Test]
    public void Read_Attribute_HasItsArguments()
    {
        Assert.That(Text(typeof(SampleMarkAttribute)), Is.EqualTo(
            """
            [AttributeUsage(AttributeTargets.Class | AttributeTargets.Struct, AllowMultiple = true)] public sealed class SampleMarkAttribute : Attribute
            public SampleMarkAttribute(Type type)
            public SampleKind Kind { get; set; }
            public Type Type { get; }
            """));
    }

    [Test]
    public void Read_Interface_HasNoModifiersButTheUnusual() => Assert.That(Text(typeof(ISample<>)), Is.EqualTo(
        """
        public interface ISample<T>
        T? Value { get; }
        event EventHandler? Changed
        static abstract ISample<T> Create()
        virtual void Say()
        void Store(T value)
        """));

    [Test]
    public void Read_AbstractClass_ShowsWhatOthersSee() => Assert.That(Text(TypeNamed("SampleBase")), Is.EqualTo(
        """
        [Obsolete] [SampleMark(typeof(List<int>), Kind = SampleKind.Known)] public abstract class SampleBase : List<string?>, ICloneable, IFormattable
        protected SampleBase()
        public abstract object Clone()
        ~SampleBase()
        protected internal virtual void Hook()
        public string ToString(string? format, IFormatProvider? formatProvider)
        """));

    [Test]
    public void Read_DerivedClass_ShowsOverridesAndDefaults() => Assert.That(Text(typeof(SampleDerived)), Is.EqualTo(
        """
        public class SampleDerived : SampleBase
        protected SampleDerived(ref int first, in long second, out string? third, params ReadOnlySpan<object> rest)
        public sealed override object Clone()
        [Obsolete] public static SampleDerived? Find(string a = "\"b\"\n", char b = '\'', SampleKind c = SampleKind.Known, int? d = null, TimeSpan e = default)
        protected internal override void Hook()
        """));

    [Test]
    public void Read_GenericClass_KeepsEveryQuestionMark() => Assert.That(Text(typeof(SampleGeneric<,>)), Is.EqualTo(
        """
        public class SampleGeneric<T, TKey> where TKey : notnull
        public const SampleColors All = SampleColors.Both
        public const double Ratio = 0.5
        public static readonly Dictionary<TKey, List<T?>?> Shared
        public const string Text = "tab\tand \\"
        public T[]?[] jagged
        protected internal T? maybe
        public SampleGeneric()
        public ref readonly int Counter { get; }
        public string? this[TKey key, string? other] { get; protected internal set; }
        public required string Name { get; init; }
        public Int16 Narrow { set; }
        public ValueTuple<int, string?> Pair { get; }
        public string? Width { get; protected set; }
        protected virtual event EventHandler Kept
        public event Action<string?>? Raised
        public TOut Convert<TIn, TOut>(TIn value) where TIn : struct, Enum where TOut : class?, IComparable<TIn>, new()
        public void Raw<TRaw>(TRaw? raw, SampleGeneric<T, TKey>.Nested?[,] all, Dictionary<TKey, ValueTuple<string?, T>>.Enumerator one) where TRaw : unmanaged
        """));

    [Test]
    public void Read_NestedTypes_StandUnderTheirWholeNames()
    {
        Type outer = typeof(SampleGeneric<,>.Nested);
        ApiListing listing = ApiReader.Read([outer, .. outer.GetNestedTypes(BindingFlags.NonPublic)]);

        Assert.That(listing.Types.Select(type => type.Declaration), Is.EqualTo(new[]
        {
            "public class SampleGeneric<T, TKey>.Nested",
            "protected internal struct SampleGeneric<T, TKey>.Nested.Inner<TInner>",
        }));
        Assert.That(listing.Members, Does.Contain("Easy.Logger.Tests.Conventions.PublicApi.SampleGeneric<T, TKey>.Nested: protected Nested()"));
    }

    [Test]
    public void Read_Operators_HaveTheirSigns() => Assert.That(Text(typeof(SampleMoney)), Is.EqualTo(
        """
        public struct SampleMoney : IEquatable<SampleMoney>
        public decimal Amount { get; set; }
        public readonly bool Equals(SampleMoney other)
        public static SampleMoney operator +(SampleMoney left, SampleMoney right)
        public static explicit operator checked int(SampleMoney value)
        public static explicit operator int(SampleMoney value)
        public static implicit operator SampleMoney(int amount)
        public static SampleMoney operator -(SampleMoney value)
        """));

    [Test]
    public void Read_Records_LeaveOutWhatTheWordImplies()
    {
        Assert.That(Text(typeof(SamplePoint)), Is.EqualTo(
            """
            public readonly record struct SamplePoint
            public SamplePoint(int X, string? Label)
            public string? Label { get; init; }
            public int X { get; init; }
            public override string ToString()
            """));
        Assert.That(Text(typeof(SampleRecord)), Is.EqualTo(
            """
            public record SampleRecord : IFormattable
            public SampleRecord(string Name)
            public string Name { get; init; }
            public string ToString(string? format, IFormatProvider? formatProvider)
            """));
    }

    [Test]
    public void Read_RefStruct_SaysSo() => Assert.That(Text(typeof(SampleWindow)), Is.EqualTo(
        """
        public readonly ref struct SampleWindow
        public ReadOnlySpan<char> Text { get; }
        """));

    [Test]
    public void Read_StaticClass_ShowsTheReceiver() => Assert.That(Text(typeof(SampleExtensions)), Is.EqualTo(
        """
        public static class SampleExtensions
        public static string? Quoted(this string? text, bool twice = false)
        """));

    [Test]
    public void Read_Assembly_ListsWhatIsVisibleOnly()
    {
        string[] names = [.. ApiReader.Read(typeof(ApiReaderTests).Assembly).Types.Select(type => type.FullName)];

        Assert.That(names, Does.Contain($"{typeof(SamplePoint).FullName}").And.Not.Contain($"{typeof(ApiReaderTests).FullName}"));
        Assert.That(names, Is.Unique.And.None.Contains("Hidden"));
    }

    private static Type TypeNamed(string name) => typeof(SampleDerived).Assembly.GetType($"{typeof(SampleDerived).Namespace}.{name}", throwOnError: true)!;

    private static string Text(Type type)
    {
        ApiType read = ApiReader.Read(type);
        return string.Join('\n', read.Members.Prepend(read.Declaration));
    }
}
