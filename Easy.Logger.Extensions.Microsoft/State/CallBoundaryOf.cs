namespace Easy.Logger.Extensions.Microsoft.State;

/// <summary><see cref="CallBoundary" />, found once for each type of state.</summary>
internal static class CallBoundaryOf<TState>
{
    public static readonly Type Type = CallBoundary.Of(typeof(TState));
}
