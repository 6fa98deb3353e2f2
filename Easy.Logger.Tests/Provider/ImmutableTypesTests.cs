using System.Text;
using Easy.Logger.Extensions.Microsoft.State;

namespace Easy.Logger.Tests.Provider;

/// <summary>A value is looked at by its type where the type of the state shows it, and else by itself: both have to say the same.</summary>
[Category("Provider")]
internal sealed class ImmutableTypesTests
{
    private static readonly object[] _immutable =
    [
        "a", 1, 1L, 1.0, true, Guid.Empty, DateTime.UnixEpoch, TimeSpan.Zero, 1m, DateTimeOffset.UnixEpoch, 'a', 1u, 1ul, (short)1,
        (ushort)1, (byte)1, (sbyte)1, 1f, DayOfWeek.Monday, (nint)1, (nuint)1, default(DateOnly), default(TimeOnly), default(Half),
        default(Int128), default(UInt128),
    ];

    private static readonly object[] _others = [new StringBuilder(), new int[1], new Version(1, 0), ValueTuple.Create(1), DBNull.Value];

    [TestCaseSource(nameof(_immutable))]
    public void Contains_ImmutableValue_IsTrueOfItAndOfItsType(object value)
    {
        Assert.That(ImmutableTypes.Contains(value));
        Assert.That(ImmutableTypes.Contains(value.GetType()));
    }

    [TestCaseSource(nameof(_others))]
    public void Contains_AnotherValue_IsFalseOfItAndOfItsType(object value)
    {
        Assert.That(ImmutableTypes.Contains(value), Is.False);
        Assert.That(ImmutableTypes.Contains(value.GetType()), Is.False);
    }

    [TestCase(typeof(int?), true)]
    [TestCase(typeof(ValueTuple<int>?), false)]
    [TestCase(typeof(object), false)]
    [TestCase(typeof(IFormattable), false)]
    public void Contains_TypeOfManyValues_IsTrueOnlyIfEachIsImmutable(Type type, bool expected) =>
        Assert.That(ImmutableTypes.Contains(type), Is.EqualTo(expected));
}
