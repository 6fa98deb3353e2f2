using System.Net.Sockets;
using Easy.Logger;
using Easy.Logger.Buffering;
using Easy.Logger.DogStatsd;
using log4net.Core;

namespace ExitProbe;

/// <summary>The heap has a limit, and the program has used it up when the appender needs memory.</summary>
internal static class NoMemoryScenarios
{
    private const int Batch = 70_000;
    private const int Metrics = 18_600; // the last eight hundred find no memory; more would try .NET itself for longer
    private const int PacketBytes = 60_000; // when there is no memory for one there is some left, which .NET's finalizer thread needs
    private const int AgentMicroseconds = 500_000;
    private const int Activated = 300_000;
    private const int Names = 4_000;
    private const int NameLength = 2_000;
    private const int LargeTexts = 40;
    private const int LargeLength = 1_000_000;
    private const int TriesMilliseconds = 500;
    private const string Patient = """<idleTime value="3600000" /><closeTimeout value="60000" /><blockTimeout value="-1" />""";

    private static readonly ManualResetEventSlim _never = new();

    /// <summary>A batch of the policy that looks at levels is made when the worker takes it.</summary>
    public static int TakeABatch(string file)
    {
        const string options = """<overflow value="DropLowestLevel" /><bufferSize value="65536" /><queueLimit value="100000" />""";
        return DoWithoutMemory(file, options, Batch, 140, _ =>
        {
            HeldFileAppender.Release();
            _never.Wait(TriesMilliseconds); // the worker tries meanwhile
            return "tried";
        });
    }

    public static int Activate(string file) =>
        DoWithoutMemory(file, """<queueLimit value="1000000" />""", Activated, 141, appender =>
        {
            appender.Overflow = OverflowPolicy.DropLowestLevel;
            try
            {
                appender.ActivateOptions();
                return "was activated";
            }
            catch (OutOfMemoryException)
            {
                return "was not activated";
            }
        });

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
            new DogStatsdSenderOptions
            {
                Address = $"unixgram://{path}",
                MaxPacketBytes = PacketBytes,
                QueueLimit = 1_000_000,
                FlushPeriod = 3_600_000,
            });
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

    /// <summary>Does something while events wait behind the one that is with a held child, and the heap has nothing left.</summary>
    private static int DoWithoutMemory(
        string file, string options, int count, int exitCode, Func<AsyncBufferingForwardingAppender, string> action)
    {
        AsyncBufferingForwardingAppender appender = Logging.ToHeldFile(file, Patient + """<fix value="Message" />""" + options);
        SurvivalScenarios.Hold(appender);
        for (int i = 0; i < count; i++)
        {
            Logging.Log.Info("line");
        }

        Ballast ballast = new();
        ballast.Fill();
        string outcome = action(appender);
        ballast.Release();
        Logging.PrintCounters(appender, $"{outcome} ");
        HeldFileAppender.Release();
        bool flushed = appender.Flush(-1);
        Logging.PrintCounters(appender, $"flushed {flushed} ");
        return exitCode;
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
