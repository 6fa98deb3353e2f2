using System.Xml;
using Benchmarker.Measuring;
using Benchmarker.Scenarios;
using Easy.Logger;
using log4net;
using log4net.Appender;
using log4net.Config;
using log4net.Repository;

namespace Benchmarker.Draining;

/// <summary>The README's configuration, with a file whose writes can be held up.</summary>
internal sealed class HeldFile : IDisposable
{
    private static readonly TimeSpan _longest = TimeSpan.FromMinutes(1);

    private readonly string _folder;
    private readonly ILoggerRepository _repository;
    private readonly ILog _log;
    private readonly AsyncBufferingForwardingAppender _appender;
    private readonly GatedLock _lock;
    private long _calls;

    public HeldFile(string folder)
    {
        _folder = folder;
        XmlElement configuration = RedirectedConfiguration.Load((Log4NetScenario)ScenarioCatalog.Find("async")!, folder);
        XmlElement locking = configuration.OwnerDocument.CreateElement("lockingModel");
        locking.SetAttribute("type", typeof(GatedLock).AssemblyQualifiedName);
        configuration.SelectSingleNode("appender[contains(@type, 'RollingFile')]")!.PrependChild(locking);

        _repository = LogManager.CreateRepository($"drain-{Guid.NewGuid():N}");
        XmlConfigurator.Configure(_repository, configuration);
        _log = LogManager.GetLogger(_repository.Name, typeof(Program));
        _appender = _repository.GetAppenders().OfType<AsyncBufferingForwardingAppender>().Single();
        _lock = (GatedLock)_repository.GetAppenders().OfType<RollingFileAppender>().Single().LockingModel;
    }

    public int QueueLimit => _appender.QueueLimit;

    public void Log(int count)
    {
        for (int i = 0; i < count; i++)
        {
            _log.DebugFormat("Counter is: {0}", ++_calls);
        }
    }

    public void Hold() => _lock.Hold();

    public void LetGo() => _lock.LetGo();

    /// <summary>Returns when the last byte is in the file.</summary>
    public void Flush()
    {
        if (!_appender.Flush((int)_longest.TotalMilliseconds))
        {
            throw new InvalidOperationException($"The file was not complete within {_longest}.");
        }
    }

    /// <summary>Throws when the queue does not hold so many.</summary>
    public void AssertWaiting(int count)
    {
        if (_appender.Statistics.Pending != count)
        {
            throw new InvalidOperationException($"{count:N0} events should wait, but {_appender.Statistics.Pending:N0} do.");
        }
    }

    /// <summary>Throws when a line is missing.</summary>
    public void AssertWritten()
    {
        long lines = LineCounter.CountIn(_folder);
        if (lines != _calls)
        {
            throw new InvalidOperationException($"{_calls:N0} calls were made, but {lines:N0} lines are in the files.");
        }
    }

    public void Dispose()
    {
        _lock.LetGo();
        _repository.Shutdown();
    }
}
