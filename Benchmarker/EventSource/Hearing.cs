namespace Benchmarker.EventSource;

/// <summary>Makes the audiences.</summary>
internal static class Hearing
{
    public static IHearing Of(Audience audience) => audience switch
    {
        Audience.Session => new SessionHearing(withStacks: false),
        Audience.SessionWithStacks => new SessionHearing(withStacks: true),
        Audience.Listener => new ListenerHearing(),
        _ => new NobodyHearing(),
    };
}
