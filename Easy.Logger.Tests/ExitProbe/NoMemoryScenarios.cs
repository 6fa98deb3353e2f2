using System.Net.Sockets;
using Easy.Logger;
using Easy.Logger.Buffering;
using Easy.Logger.Diagnostics;
using Easy.Logger.DogStatsd;
using log4net.Appender;
using log4net.Core;

namespace ExitProbe;

/// <summary>The heap has a limit, and the program has used it up when the appender needs memory.</summary>
internal static class NoMemoryScenarios
{
    private const int Batch = 70_000;
    private const int Metrics = 20_000;
    private const int AgentMicroseconds = 500_000;
    private const int Activated = 300_000;
    private const int Names = 4_000;
    private const int NameLength = 2_000;
    private const int LargeTexts = 40;
    private const int LargeLength = 1_000_000;
    private const int TriesMilliseconds = 500;
    private const string Levels = """<overflow value="DropLowestLevel" /><fix value="Message" />""";
    private const string Patient = """<idleTime value="3600000" /><closeTimeout value="60000" /><blockTimeout value="-1" />""";

    private static readonly ManualResetEventSlim _never = new();

    /// <summary>A batch of the policy that looks at levels is made when the worker takes it.</summary>
    public static int TakeABatch(string file)
    {
        AsyncBufferingForwardingAppender appender =
            Queue(file, Levels + """<bufferSize value="65536" /><queueLimit value="100000" />""", Batch);
        Ballast ballast = new();
        ballast.Fill();
        HeldFileAppender.Release();
        _never.Wait(TriesMilliseconds); // the worker tries meanwhile
        ballast.Release();
        bool flushed = appender.Flush(-1);
        Logging.PrintCounters(appender, $"flushed {flushed} ");
        return 140;
    }

    public static int Activate(string file)
    {
        AsyncBufferingForwardingAppender appender =
            Queue(file, """<queueLimit value="1000000" /><fix value="Message" />""", Activated);
        Ballast ballast = new();
        ballast.Fill();
        appender.Overflow = OverflowPolicy.DropLowestLevel;
        string outcome = "was activated";
        try
        {
            appender.ActivateOptions();
        }
        catch (OutOfMemoryException)
        {
            outcome = "was not activated";
        }

        ballast.Release();
        Logging.PrintCounters(appender, $"{outcome} ");
        HeldFileAppender.Release();
        bool flushed = appender.Flush(-1);
        Logging.PrintCounters(appender, $"flushed {flushed} ");
        return 141;
    }

    /// <summary>What the worker allocates for large texts in one batch.</summary>
    public static int LogLargeTexts(string file)
    {
        Logging.ToFile(file, Patient);
        AsyncBufferingForwardingAppender appender = Logging.Appender;
        for (int i = 0; i < LargeTexts; i++)
        {
            Logging.Log.InfoFormat("{0}", new string('x', LargeLength));
        }

        long before = GC.GetTotalAllocatedBytes(precise: true);
        bool flushed = appender.Flush(-1);
        long allocated = GC.GetTotalAllocatedBytes(precise: true) - before;
        Logging.PrintCounters(appender, $"allocated {allocated} flushed {flushed} ");
        return 142;
    }

    /// <summary>Attaches appenders of ever new names, each of which fails once.</summary>
    public static int FailUnderManyNames()
    {
        CodeAppender first = new(_ => throw new InvalidOperationException("failed"));
        AsyncBufferingForwardingAppender appender = SurvivalScenarios.Alone(first, "names", closeTimeout: 5_000);
        Fail(appender, 0, 100);
        long before = GC.GetTotalMemory(forceFullCollection: true);
        Fail(appender, 100, Names);
        long growth = GC.GetTotalMemory(forceFullCollection: true) - before;
        Logging.PrintCounters(appender, $"growth {growth} ");
        return 143;
    }

    /// <summary>Metrics wait for an agent that comes late, until there is no memory for more.</summary>
    public static int SendMetrics(string folder)
    {
        string path = Path.Combine(folder, "agent");
        UnixDomainSocketEndPoint place = new(path);
        using Socket agent = new(AddressFamily.Unix, SocketType.Dgram, ProtocolType.Unspecified);
        byte[] datagram = new byte[65_536];
        byte[]? reserve = new byte[8 << 20];

        // No timer is due meanwhile: .NET ends a process in which a thread of its pool finds no memory.
        using DogStatsdSender sender = new(
            new DogStatsdSenderOptions { Address = $"unixgram://{path}", QueueLimit = 1_000_000, FlushPeriod = 3_600_000 });
        string[] tags = [new string('t', 3_000)];
        int thrown = 0;
        for (int i = 0; i < Metrics; i++)
        {
            try
            {
                sender.Counter("calls", 1, tags);
            }
            catch (OutOfMemoryException)
            {
                thrown++;
            }
        }

        GC.KeepAlive(reserve);
        reserve = null;
        GC.Collect();
        agent.Bind(place);
        new Thread(() => sender.Flush(-1)) { IsBackground = true }.Start();
        long received = 0;
        while (agent.Poll(AgentMicroseconds, SelectMode.SelectRead) || sender.Statistics.Pending > 0)
        {
            if (agent.Available > 0)
            {
                received += datagram.AsSpan(0, agent.Receive(datagram)).Count("calls:"u8);
            }
        }

        DogStatsdStatistics statistics = sender.Statistics;
        Logging.Print($"thrown {thrown} unaccounted {Metrics - statistics.Sent - statistics.QueueFull} lost {statistics.Sent - received}");
        Logging.Print($"full {statistics.QueueFull} ");
        return 144;
    }

    /// <summary>Events wait behind the one that is with a held child.</summary>
    private static AsyncBufferingForwardingAppender Queue(string file, string options, int count)
    {
        Logging.ToHeldFile(file, Patient + options);
        AsyncBufferingForwardingAppender appender = Logging.Appender;
        SurvivalScenarios.Hold(appender);
        for (int i = 0; i < count; i++)
        {
            Logging.Log.Info("line");
        }

        return appender;
    }

    private static void Fail(AsyncBufferingForwardingAppender appender, int first, int count)
    {
        for (int i = first; i < first + count; i++)
        {
            appender.RemoveAppender(appender.Appenders[0]);
            appender.AddAppender(new CodeAppender(_ => throw new InvalidOperationException("failed"))
            {
                Name = $"{i} {new string('n', NameLength)}",
            });
            appender.DoAppend(SurvivalScenarios.Event("fails", Level.Error));
            appender.Flush(-1);
        }
    }

    /// <summary>Everything that the heap has left, but for small pieces.</summary>
    private sealed class Ballast
    {
        private readonly List<byte[]> _blocks = new(capacity: 100_000);

        public void Fill()
        {
            for (int size = 4 << 20; size >= 128 << 10; size /= 2)
            {
                try
                {
                    while (true)
                    {
                        _blocks.Add(GC.AllocateUninitializedArray<byte>(size));
                    }
                }
                catch (OutOfMemoryException)
                {
                    // smaller ones may still fit
                }
            }
        }

        public void Release()
        {
            _blocks.Clear();
            GC.Collect();
        }
    }
}
