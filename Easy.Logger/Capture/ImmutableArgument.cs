namespace Easy.Logger.Capture;

/// <summary>Arguments that give the same text whenever they are asked, so that it does not matter when a message is rendered.</summary>
internal static class ImmutableArgument
{
    /// <summary>Whether it is one of .NET's own values; an object of the application may change, or notice that it is asked.</summary>
    /// <remarks>The order is that of how often they are logged: each type costs one comparison.</remarks>
    public static bool Is(object? argument) => argument is null or string or int or long or double or bool or Guid or DateTime or TimeSpan or decimal
        or DateTimeOffset or char or uint or ulong or short or ushort or byte or sbyte or float or Enum;
}
