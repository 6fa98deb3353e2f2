using System.Security.Principal;

namespace Easy.Logger.Tests.Fidelity;

/// <summary>
/// The same configuration twice: with the async appender and without it. The same calls go to both, one repository after the other, and
/// both must give the same output.
/// </summary>
internal sealed class Comparison : IDisposable
{
    private readonly TestRepository _direct = new();
    private readonly TestRepository _behind = new();

    /// <param name="create">Makes the appender; called once for each side.</param>
    /// <param name="configure">Sets options of the async appender.</param>
    /// <param name="forwarder">Makes what stands between logger and appender on both sides, if anything does.</param>
    public Comparison(
        Func<Output> create, Action<AsyncBufferingForwardingAppender>? configure = null, Func<ForwardingAppender>? forwarder = null)
    {
        Direct = create();
        Behind = create();
        Async = NewAsync(Below(Behind, forwarder), configure);
        _direct.Attach(Below(Direct, forwarder));
        _behind.Attach(Async);
    }

    /// <summary>A number that a German caller prints as 1234,5.</summary>
    public static double Number => 1234.5;

    public Output Direct { get; }

    public Output Behind { get; }

    public IEnumerable<Output> Both => [Direct, Behind];

    public AsyncBufferingForwardingAppender Async { get; }

    /// <summary>An async appender that forwards when it is flushed and not before.</summary>
    public static AsyncBufferingForwardingAppender NewAsync(IAppender child, Action<AsyncBufferingForwardingAppender>? configure = null)
    {
        AsyncBufferingForwardingAppender appender = new() { Name = Some.Name("async"), IdleTime = 3_600_000, FlushLevel = Level.Off };
        configure?.Invoke(appender);
        return Attached(appender, child);
    }

    /// <summary>Attaches an appender to a container.</summary>
    public static T Attached<T>(T container, IAppender child)
        where T : IAppenderAttachable
    {
        container.AddAppender(child);
        (container as IOptionHandler)?.ActivateOptions();
        return container;
    }

    /// <summary>Runs an action on a thread with a user, a culture and a context of its own.</summary>
    public static void OnCaller(Action action, string culture = "")
    {
        using BackgroundCall<bool> call = new(() =>
        {
            CultureInfo.CurrentCulture = CultureInfo.GetCultureInfo(culture);
            Thread.CurrentPrincipal = new GenericPrincipal(new GenericIdentity("jane"), roles: []);
            ThreadContext.Properties["tenant"] = "blue";
            ThreadContext.Stacks["NDC"].Push("outer");
            action();
            return true;
        });
        _ = call.Result;
    }

    /// <summary>Makes the calls on both sides, both from the same thread, and waits until they are forwarded.</summary>
    /// <param name="calls">The calls.</param>
    /// <param name="culture">The culture of the calling thread.</param>
    public void Log(Action<ILog> calls, string culture = "")
    {
        Enqueue(calls, culture);
        Flush();
    }

    /// <summary>Makes the calls on both sides; those on the async side stay in the queue.</summary>
    public void Enqueue(Action<ILog> calls, string culture = "") => OnCaller(
        () =>
        {
            foreach (ILog log in new[] { _direct.Log(), _behind.Log() })
            {
                calls(log);
            }
        },
        culture);

    /// <summary>Changes the appender on both sides.</summary>
    public void Change(Action<AppenderSkeleton> change)
    {
        change((AppenderSkeleton)Direct.Appender);
        change((AppenderSkeleton)Behind.Appender);
    }

    public void Flush() => Async.Flush((int)Eventually.Patience.TotalMilliseconds);

    public void AssertEqual()
    {
        string direct = Direct.Read();
        Assert.That(direct, Is.Not.Empty, "otherwise this compares nothing");
        Assert.That(Behind.Read(), Is.EqualTo(direct));
    }

    /// <summary>The calls twice, in two batches: what was learnt from the first one must not change the second.</summary>
    public void AssertEqualFor(Action<ILog> calls, string culture = "")
    {
        Log(calls, culture);
        Log(calls, culture);
        AssertEqual();
    }

    public void Dispose()
    {
        _direct.Dispose();
        _behind.Dispose();
    }

    private static IAppender Below(Output output, Func<ForwardingAppender>? forwarder) =>
        forwarder is null ? output.Appender : Attached(forwarder(), output.Appender);
}
