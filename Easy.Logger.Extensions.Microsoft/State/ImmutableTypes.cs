namespace Easy.Logger.Extensions.Microsoft.State;

/// <summary>Values whose text is the same whenever it is asked for, and that do not notice being asked.</summary>
internal static class ImmutableTypes
{
    /// <summary>Whether the value can be kept as it is. The order is that of how often values of a type are logged.</summary>
    public static bool Contains(object? value) =>
        value is null or string or int or long or double or bool or Guid or DateTime or TimeSpan or decimal
        or DateTimeOffset or char or uint or ulong or short or ushort or byte or sbyte or float or Enum or nint or nuint
#if NET
        or DateOnly or TimeOnly or Half or Int128 or UInt128
#endif
        ;
}
