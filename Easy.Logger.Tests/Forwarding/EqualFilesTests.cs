using System.Globalization;
using Easy.Logger.Tests.Support;
using log4net;
using log4net.Util;

namespace Easy.Logger.Tests.Forwarding;

/// <summary>
/// Two rolling files on one logger get the very same events, one from log4net alone and one from behind the appender: what is in them is
/// compared.
/// </summary>
internal sealed class EqualFilesTests
{
    private const string Pattern = "%date{ISO8601} [%-5level] [%2thread] %logger{1} - %message%newline%exception";

    private readonly TempFolder _folder = new();
    private readonly TestRepository _repository = new();

    [TearDown]
    public void End()
    {
        _repository.Dispose();
        _folder.Dispose();
    }

    /// <summary>Each file ends with the same event, too.</summary>
    [Test]
    public void Log_OneThread_EveryRolledFileIsEqual(
        [Values] bool directFirst, [Values(Pattern, "%utcdate %r %-20.30c|%5.60m|%.3p|%property{key}%n%exception")] string pattern)
    {
        ILog log = Open(directFirst, pattern);
        for (int i = 0; i < 30_000; i++)
        {
            LogSomething(log, thread: 0, i);
        }

        _repository.Dispose();
        string[] direct = Files("direct");
        Assert.That(direct, Has.Length.GreaterThan(5), "else nothing rolled");
        Assert.That(Array.ConvertAll(Files("async"), Path.GetExtension), Is.EqualTo(Array.ConvertAll(direct, Path.GetExtension)));
        foreach (string file in direct)
        {
            Assert.That(
                File.ReadAllBytes(file.Replace("direct.log", "async.log", StringComparison.Ordinal)),
                Is.EqualTo(File.ReadAllBytes(file)),
                file);
        }
    }

    [Test]
    public void Log_ManyThreads_LinesAreEqualAndThreadsInOrder([Values] bool directFirst, [Values(4, 16)] int threads)
    {
        ILog log = Open(directFirst, Pattern);
        Thread[] producers =
        [
            .. Enumerable.Range(0, threads).Select(thread => new Thread(() =>
            {
                for (int i = 0; i < 40_000 / threads; i++)
                {
                    LogSomething(log, thread, i);
                }
            })),
        ];
        Array.ForEach(producers, producer => producer.Start());
        Array.ForEach(producers, producer => producer.Join());

        _repository.Dispose();
        string[] direct = Lines("direct");
        string[] async = Lines("async");
        for (int thread = 0; thread < threads; thread++)
        {
            string mark = $"#{thread}.";
            Assert.That(
                async.Where(line => line.Contains(mark, StringComparison.Ordinal)),
                Is.EqualTo(direct.Where(line => line.Contains(mark, StringComparison.Ordinal))), mark);
        }

        Assert.That(async.Order(StringComparer.Ordinal), Is.EqualTo(direct.Order(StringComparer.Ordinal)));
    }

    /// <summary>Messages of every kind: left unrendered, rendered at the call, wrong ones, with exceptions, long and empty.</summary>
    private static void LogSomething(ILog log, int thread, int i)
    {
        string who = $"#{thread}.";
        switch (i % 13)
        {
            case 0:
                log.Info(who + i.ToString(CultureInfo.InvariantCulture));
                break;
            case 1:
                log.WarnFormat("{0}{1} of {2}", who, i, 1.5);
                break;
            case 2:
                log.ErrorFormat("{0}{1:N2} {2}", who, i, new Uri("http://x/"));
                break;
            case 3:
                log.Error(who + i.ToString(CultureInfo.InvariantCulture), new InvalidOperationException(who + "broken"));
                break;
            case 4:
                log.DebugFormat("{0}{1} {2} {3}", who, i, null, Guid.Empty, DayOfWeek.Friday);
                break;
            case 5:
                log.DebugFormat("{5} #{0}. wrong", thread, i, 1);
                break;
            case 6:
                log.Debug(new SystemStringFormat(CultureInfo.GetCultureInfo("fr-FR"), "{0}{1:N1}", who, i));
                break;
            case 7:
                log.Fatal(string.Empty);
                break;
            case 8:
                log.InfoFormat("{0}{1}{2}", who, new string('é', i % 500), DateTimeOffset.UnixEpoch);
                break;
            default:
                log.DebugFormat("Counter is: {0}", i);
                break;
        }
    }

    private ILog Open(bool directFirst, string pattern)
    {
        string async = $"""
            <appender name="async" type="Easy.Logger.AsyncBufferingForwardingAppender, Easy.Logger"><appender-ref ref="behind" /></appender>
            """;
        string references = directFirst ? """<appender-ref ref="direct" /><appender-ref ref="async" />"""
            : """<appender-ref ref="async" /><appender-ref ref="direct" />""";
        _repository.Configure($"""
            {Rolling("direct", "direct.log", pattern)}{Rolling("behind", "async.log", pattern)}{async}
            <root><level value="ALL" />{references}</root>
            """);
        return _repository.Log("some.logger.Name");
    }

    private string Rolling(string name, string file, string pattern) => $"""
        <appender name="{name}" type="log4net.Appender.RollingFileAppender">
          <file value="{_folder.File(file)}" /><appendToFile value="false" /><rollingStyle value="Size" /><maximumFileSize value="300KB" />
          <maxSizeRollBackups value="-1" />
          <layout type="log4net.Layout.PatternLayout"><conversionPattern value="{pattern}" /></layout>
        </appender>
        """;

    private string[] Files(string prefix) => [.. Directory.GetFiles(_folder.Path, prefix + "*").Order(StringComparer.Ordinal)];

    private string[] Lines(string prefix) =>
        [.. Files(prefix).OrderByDescending(path => path.EndsWith(".log", StringComparison.Ordinal) ? 0
            : int.Parse(Path.GetExtension(path)[1..], CultureInfo.InvariantCulture)).SelectMany(File.ReadLines)];
}
