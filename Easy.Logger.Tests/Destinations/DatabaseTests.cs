namespace Easy.Logger.Tests.Destinations;

/// <summary>
/// A database behind us: a real server that crashes, comes back, or stands still in the middle of a run. One at a time: making a server is
/// the heaviest thing that any test does.
/// </summary>
[Category("Servers")]
[Parallelizable(ParallelScope.Self)]
internal sealed class DatabaseTests
{
    private const int BatchSize = 100;
    private const int QueueLimit = 1000;

    private readonly LogScene _scene = new();
    private PostgresServer? _server;

    [OneTimeSetUp]
    public static void SkipWithoutServer()
    {
        if (PostgresServer.Obstacle is { } obstacle)
        {
            TestContext.Error.WriteLine($"The tests of category Servers are skipped: {obstacle}");
            Assert.Ignore(obstacle);
        }
    }

    [TearDown]
    public void End()
    {
        try
        {
            _scene.Dispose();
        }
        finally
        {
            _server?.Dispose();
        }
    }

    /// <summary>
    /// For a server: what failed is what is missing, exactly; it is reported when it begins and, with its number, when it is over. The
    /// connection is there for the last batch, which only the end brings, and closed after it.
    /// </summary>
    [Test]
    [Demand("J3", "J4", "B15")]
    public void ServerCrashesAndComesBackUnderAChildThatThrows_FailedAreTheRowsThatAreMissing()
    {
        Start("""<idleTime value="3600000" />""");
        AsyncBufferingForwardingAppender appender = _scene.Appender;
        _scene.Log("before", 1000);
        Assert.That(_scene.Appender.Flush(-1), Is.True);

        _server!.Crash();
        _scene.Log("while", 500);
        _ = _scene.Appender.Flush(-1); // all of them may have failed before it
        _server.Start();
        _scene.Log("after", 950);
        _scene.Shutdown();

        BufferStatistics counters = appender.Statistics;
        Assert.That(Rows(), Is.EqualTo(LogScene.Numbered("before", 1000).Concat(LogScene.Numbered("after", 950))));
        Assert.That((counters.Forwarded, counters.Failed, counters.Dropped), Is.EqualTo((1950, 500, 0)));
        Assert.That(_scene.Complaints, Has.Count.EqualTo(2));
        Assert.That(_scene.Complaints[0], Does.Contain("child appender 'child' (DatabaseAppender) failed"));
        Assert.That(_scene.Complaints[1], Does.Contain("works again after it failed on 500 event(s)"));
    }

    /// <summary>
    /// A server that answers nothing costs no caller a wait; what found no room is counted, and the rest are rows when it answers
    /// again. When it never does, Close ends all the same and says what was left.
    /// </summary>
    [Test]
    [Demand("A2", "A5", "B3")]
    public void Server_StandsStill_CallersGoOnWhatIsNotDroppedArrivesAndShutdownEndsAtCloseTimeout()
    {
        Start("""<overflow value="DropNewest" /><reportLoss value="false" /><closeTimeout value="200" />""");
        AsyncBufferingForwardingAppender appender = _scene.Appender;
        _scene.Log("before", 10);
        Assert.That(appender.Flush(-1), Is.True);

        _server!.Pause();
        Eventually.Returns(() => _scene.Log("while", 10 * QueueLimit), "the log calls");
        BufferStatistics full = appender.Statistics;
        _server.Resume();
        _ = appender.Flush(-1);
        _scene.Log("after", 10);
        Assert.That(appender.Flush(-1), Is.True);

        BufferStatistics counters = appender.Statistics;
        Assert.That(full.Pending, Is.EqualTo(QueueLimit));
        Assert.That(full.BlockedCalls, Is.Zero);
        Assert.That(Rows(), Has.Count.EqualTo(counters.Forwarded));
        Assert.That(
            counters.Forwarded + counters.DroppedFor(DropReason.QueueFull),
            Is.EqualTo(counters.Accepted).And.EqualTo((10 * QueueLimit) + 20));

        int complaints = _scene.Complaints.Count;
        _server.Pause();
        _scene.Log("at the end", QueueLimit);
        Eventually.Returns(_scene.Repository.Dispose, "Shutdown");

        counters = appender.Statistics;
        Assert.That(counters.DroppedFor(DropReason.Closing), Is.EqualTo(QueueLimit - counters.InFlight));
        Assert.That(
            _scene.Complaints.Skip(complaints).Single(),
            Does.Contain($"{counters.DroppedFor(DropReason.Closing)} waiting event(s) were dropped, {counters.InFlight} more are with "
                + "a child"));
        _server.Resume();
        Workers.AssertNoneLeft([appender]);
    }

    private void Start(string options)
    {
        _server = new PostgresServer();
        DatabaseAppender.CreateTable(_server.ConnectionString);
        _scene.Configure(
            $"""
            <appender name="child" type="{typeof(DatabaseAppender).AssemblyQualifiedName}">
              <connectionString value="{_server.ConnectionString}" />
            </appender>
            """,
            _scene.Async($"""<bufferSize value="{BatchSize}" /><queueLimit value="{QueueLimit}" />""" + options, "child"),
            LogScene.Root(_scene.Name));
    }

    private IReadOnlyList<string> Rows() => DatabaseAppender.Lines(_server!.ConnectionString);
}
