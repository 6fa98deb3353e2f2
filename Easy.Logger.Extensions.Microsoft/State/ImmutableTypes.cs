using Microsoft.Extensions.Logging;

namespace Easy.Logger.Extensions.Microsoft.State;

/// <summary>Values whose text is the same whenever it is asked for, and that do not notice being asked.</summary>
internal static class ImmutableTypes
{
    private static readonly HashSet<Type> _withoutTypeCode =
    [
        typeof(Guid), typeof(TimeSpan), typeof(DateTimeOffset), typeof(nint), typeof(nuint),
#if NET
        typeof(DateOnly), typeof(TimeOnly), typeof(Half), typeof(Int128), typeof(UInt128),
#endif
    ];

    /// <summary>Whether the value can be kept as it is. The order is that of how often values of a type are logged.</summary>
    public static bool Contains(object? value) =>
        value is null or string or int or long or double or bool or Guid or DateTime or TimeSpan or decimal
        or DateTimeOffset or char or uint or ulong or short or ushort or byte or sbyte or float or Enum or nint or nuint
#if NET
        or DateOnly or TimeOnly or Half or Int128 or UInt128
#endif
        ;

    /// <summary>Whether every value of the type can be kept as it is.</summary>
    public static bool Contains(Type type)
    {
        Type own = Nullable.GetUnderlyingType(type) ?? type;
        return Type.GetTypeCode(own) >= TypeCode.Boolean || _withoutTypeCode.Contains(own);
    }

    /// <summary>
    /// Whether a state can hold no other values, as its type alone shows: those of <see cref="LoggerMessage" />, which
    /// <c>[LoggerMessage]</c> uses as well. To look at each value would put it into a box.
    /// </summary>
    public static bool AreAllOf<TState>() => OfState<TState>.AreAll;

    private static class OfState<TState>
    {
        public static readonly bool AreAll = typeof(TState) is { IsValueType: true, IsGenericType: true } type
            && type.Assembly == typeof(LoggerMessage).Assembly && Array.TrueForAll(type.GetGenericArguments(), Contains);
    }
}
