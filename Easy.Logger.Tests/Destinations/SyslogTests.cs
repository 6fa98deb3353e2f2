using Easy.Logger.Tests.DogStatsd;

namespace Easy.Logger.Tests.Destinations;

/// <summary>A network destination without acknowledgements behind us: each event is one datagram of a real socket.</summary>
internal sealed class SyslogTests : SceneTests<LogScene>
{
    private readonly GatedAppender _gate = new();
    private AgentSocket _receiver = new();

    [TearDown]
    public void End()
    {
        _gate.OpenGate();
        _receiver.Dispose();
    }

    /// <summary>
    /// While nobody listens, every datagram that the system refuses is counted, and the beginning reported; when somebody
    /// listens again, what counts as forwarded arrives. Close comes while a batch is under way that the idle time brought, and others wait;
    /// the socket lives until the last event is sent.
    /// </summary>
    [Test]
    [Demand("J4", "B15")]
    public void Receiver_GoesAwayAndComesBack_RefusalsAreCountedAndDatagramsComeAgainUntilTheLastIsSent()
    {
        Scene.Configure(
            $"""
            <appender name="child" type="{typeof(SyslogAppender).AssemblyQualifiedName}">
              <port value="{_receiver.Port}" />
              <layout type="log4net.Layout.PatternLayout"><conversionPattern value="%message" /></layout>
            </appender>
            """,
            Scene.Async("""<idleTime value="1" />""", "child"),
            LogScene.Root(Scene.Name));
        AsyncBufferingForwardingAppender appender = Scene.Appender;
        Scene.LogAndFlush("before", 10);
        _receiver.WaitFor(packets => packets.Count >= 10);

        _receiver.Dispose();
        Scene.LogAndFlush("while", 10);
        BufferStatistics alone = appender.Statistics;
        _receiver = new AgentSocket(_receiver.Port);
        Scene.LogAndFlush("after", 10);
        _gate.CloseGate();
        Scene.Repository.Appender<SyslogAppender>().OnSend = () => _gate.DoAppend(Some.Event());
        Scene.Log("under way", 10);
        _gate.AwaitEntry();
        Scene.Log("last", 10);
        using BackgroundCall<bool> close = BackgroundCall.Of(Scene.Shutdown);
        close.AwaitBlockedOrDone();
        _gate.OpenGate();

        Assert.That(close.Result, Is.True);
        BufferStatistics counters = appender.Statistics;
        long expected = counters.Forwarded - alone.Forwarded;
        IEnumerable<string> datagrams = _receiver.WaitFor(packets => packets.Count >= expected).Select(Encoding.UTF8.GetString);
        Assert.That(alone.Failed, Is.InRange(1, 10), "the first is sent into the void; then the system knows");
        Assert.That(counters.Failed - alone.Failed, Is.LessThanOrEqualTo(1), "one refusal may still be on its way");
        Assert.That(counters.Forwarded + counters.Failed, Is.EqualTo(50));
        Assert.That(datagrams, Has.Exactly((int)expected).Items.And.None.Contains("while").And.Exactly(10).Contains("last"));
        Assert.That(Scene.Complaints, Has.Exactly(1).Contains("child appender 'child' (SyslogAppender) failed"));
        Assert.That(Scene.Complaints, Has.Exactly(1).Contains("works again after"));
        Assert.That(Scene.Complaints, Has.Count.EqualTo(2));
    }
}

/// <summary>A child that sends each event as one datagram to a port of this machine, with a syslog priority before it.</summary>
internal sealed class SyslogAppender : AppenderSkeleton
{
    private UdpClient? _client;

    public int Port { get; set; }

    /// <summary>Runs before each datagram is sent.</summary>
    public Action? OnSend { get; set; }

    protected override bool RequiresLayout => true;

    public override void ActivateOptions()
    {
        base.ActivateOptions();
        _client = new UdpClient();

        // A connected socket gets an error when nobody listens at the other end.
        _client.Connect(IPAddress.Loopback, Port);
    }

    protected override void Append(LoggingEvent loggingEvent)
    {
        OnSend?.Invoke();
        _client!.Send(Encoding.UTF8.GetBytes($"<134>{RenderLoggingEvent(loggingEvent)}"));
    }

    protected override void OnClose() => _client?.Dispose();
}
