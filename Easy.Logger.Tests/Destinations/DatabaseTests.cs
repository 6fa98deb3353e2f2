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
    private const int Producers = 4;

    private readonly LogScene _scene = new();
    private PostgresServer? _server;
    private DatabaseAppender? _child;
    private volatile bool _stopped;

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
        _stopped = true;
        _child?.StopTrying();
        try
        {
            _scene.Dispose();
        }
        finally
        {
            _server?.Dispose();
        }
    }

    /// <summary>The queue takes what it can hold, callers wait for the rest, and when the server is back every line gets through.</summary>
    [Test]
    [Demand("C1")]
    public void ServerCrashesAndComesBackUnderAChildThatInsists_QueueStaysBoundedAndEveryLineIsARow()
    {
        Start("""<blockTimeout value="-1" />""", insist: true);
        Task<int>[] producers =
            [.. Enumerable.Range(0, Producers).Select(id => Task.Factory.StartNew(() => Produce(id), TaskCreationOptions.LongRunning))];
        Eventually.Holds(() => _scene.Appender.Statistics.Forwarded > QueueLimit, "the run is under way");

        _server!.Crash();
        Eventually.Holds(() => _scene.Appender.WaitingCallers == Producers, "the queue is full");
        Assert.That(_scene.Appender.Statistics.Pending, Is.EqualTo(QueueLimit));
        long before = _scene.Appender.Statistics.Forwarded;
        _server.Start();
        Eventually.Holds(() => _scene.Appender.Statistics.Forwarded > before + QueueLimit, "the run goes on");
        _stopped = true;
        int[] made = Eventually.Returns(() => Task.WhenAll(producers).Result, "the producers");

        Assert.That(_scene.Appender.Flush(-1), Is.True);
        ILookup<int, int> rows = Rows().Select(row => row.Split(' ')).ToLookup(parts => int.Parse(parts[0]), parts => int.Parse(parts[1]));
        Assert.That(made.Select((_, id) => rows[id]), Is.EqualTo(made.Select(count => Enumerable.Range(0, count))));
        BufferStatistics counters = _scene.Appender.Statistics;
        Assert.That(counters.Forwarded, Is.EqualTo(counters.Accepted));
        Assert.That(counters.LargestBatch, Is.LessThanOrEqualTo(BatchSize));
        Assert.That(_child!.Transactions, Is.LessThan(counters.Forwarded / 4), "batches are transactions");
    }

    /// <summary>
    /// For a server: what failed is what is missing, exactly; it is reported when it begins and, with its number, when it is over. The
    /// connection is there for the last batch, which only the end brings, and closed after it.
    /// </summary>
    [Test]
    [Demand("J3", "B15")]
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

    private void Start(string options = "", bool insist = false)
    {
        _server = new PostgresServer();
        DatabaseAppender.CreateTable(_server.ConnectionString);
        _scene.Configure(
            $"""
            <appender name="child" type="{typeof(DatabaseAppender).AssemblyQualifiedName}">
              <connectionString value="{_server.ConnectionString}" /><insist value="{insist}" />
            </appender>
            """,
            _scene.Async($"""<bufferSize value="{BatchSize}" /><queueLimit value="{QueueLimit}" />""" + options, "child"),
            LogScene.Root(_scene.Name));
        _child = _scene.Repository.Appender<DatabaseAppender>();
    }

    /// <summary>Logs numbered lines, <c>producer number</c>, until it is stopped.</summary>
    /// <returns>How many.</returns>
    private int Produce(int id)
    {
        int number = 0;
        while (!_stopped)
        {
            _scene.Log().Info($"{id} {number++}");
        }

        return number;
    }

    private IReadOnlyList<string> Rows() => DatabaseAppender.Lines(_server!.ConnectionString);
}
