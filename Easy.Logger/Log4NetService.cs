using Easy.Logger.Facade;
using Easy.Logger.Interfaces;
using Easy.Logger.Threading;
using log4net;
using log4net.Core;
using log4net.Repository;

namespace Easy.Logger;

/// <summary>
/// log4net's default repository as a service. All members may be used from any thread, also while another one configures or disposes.
/// </summary>
public sealed class Log4NetService : ILogService
{
    /// <summary>The file beside the application that is read without being asked for.</summary>
    private const string FileName = "log4net.config";

    private const int CloseLimitMilliseconds = 30_000;

    /// <summary>Made when it is first asked for: whoever makes a service for another repository leaves the default one alone.</summary>
    /// <remarks>By log4net's own assembly: log4net keeps the one that it is asked with, which may be that of a plug-in.</remarks>
    private static readonly Lazy<Log4NetService> _default = new(
        () => new(
            LogManager.GetRepository(typeof(LogManager).Assembly), AppContext.BaseDirectory, TimeProvider.System, CloseLimitMilliseconds));

    private readonly ConfigurationOwner _owner;

    private readonly ILoggerRepository _repository;
    private readonly string _conventionalPath;
    private readonly TimeProvider _time;
    private readonly int _closeLimit;

    private volatile FileInfo? _configuration;
    private volatile bool _hasBeenConfigured;
    private volatile bool _isReady;

    internal Log4NetService(ILoggerRepository repository, string folder, TimeProvider time, int closeLimitMilliseconds)
    {
        _repository = repository;
        _owner = ConfigurationOwner.Of(repository);
        _conventionalPath = Path.Combine(folder, FileName);
        _time = time;
        _closeLimit = closeLimitMilliseconds;
    }

    /// <summary>
    /// Gets the service of this process. The first call configures log4net, unless the application has done so before, from
    /// <c>log4net.config</c> beside the application (<see cref="AppContext.BaseDirectory" />) when there is one, and follows the file from
    /// then on. What is wrong with the file is reported in log4net's internal log, not thrown.
    /// </summary>
    public static Log4NetService Instance
    {
        get
        {
            Log4NetService service = _default.Value;
            service.ConfigureByConvention();
            return service;
        }
    }

    /// <inheritdoc />
    public FileInfo? Configuration => _configuration;

    /// <inheritdoc />
    public void Configure(FileInfo configFile)
    {
        string path = (configFile ?? throw new ArgumentNullException(nameof(configFile))).FullName;
        if (!File.Exists(path)) // the FileInfo may have looked long ago
        {
            throw new FileNotFoundException($"There is no log4net configuration file '{path}'.", path);
        }

        if (!Uninterrupted.TryDo(_owner.Lock, TimeSpan.FromMilliseconds(_closeLimit), () => Configure_NeedsLock(configFile, path)))
        {
            throw new InvalidOperationException(
                $"log4net cannot be configured from '{path}': its shutdown, or another configuration, has been under way for "
                    + $"{_closeLimit} ms. Does an appender hang?");
        }
    }

    /// <inheritdoc />
    public IEasyLogger GetLogger(string loggerName)
    {
        if (loggerName is null)
        {
            throw new ArgumentNullException(nameof(loggerName));
        }

        return string.IsNullOrWhiteSpace(loggerName)
            ? throw new ArgumentException("A logger needs a name.", nameof(loggerName))
            : new Log4NetLogger(FindLogger(loggerName));
    }

    /// <inheritdoc />
    public IEasyLogger GetLogger(Type loggerType) =>
        new Log4NetLogger(FindLogger(loggerType ?? throw new ArgumentNullException(nameof(loggerType))));

    /// <inheritdoc />
    public IEasyLogger GetLogger<T>() => GetLogger(typeof(T));

    /// <summary>
    /// Shuts the repository down: every appender writes what is queued and is closed, an <see cref="AsyncBufferingForwardingAppender" />
    /// within its <c>closeTimeout</c>. Waits 30 seconds at most, whatever the appenders do; then the rest goes on behind it, and log4net's
    /// internal log gets a message.
    /// </summary>
    /// <remarks>
    /// Not needed at the end of a process, where log4net closes its appenders by itself. Afterwards log calls write nothing and never
    /// throw, <see cref="Configuration" /> is null and no file is followed. May be called any number of times; <see cref="Configure" />
    /// begins anew.
    /// </remarks>
    public void Dispose()
    {
        if (Monitor.IsEntered(_owner.Lock))
        {
            Close(); // an appender disposes while it is configured: a thread of its own would wait for this one
            return;
        }

        Thread closing;
        try
        {
            closing = BackgroundThread.Start(Close, "Easy.Logger shutdown");
        }
        catch (Exception e) when (e is OutOfMemoryException or ThreadStartException)
        {
            Close(); // there is no thread to be had
            return;
        }

        if (!Deadline.In(_closeLimit).JoinUninterrupted(closing))
        {
            InternalLog.Warn(
                $"Easy.Logger: appenders are still closing after {_closeLimit} ms; their shutdown goes on behind the application.");
        }
    }

    /// <summary>Reads the file beside the application, once, if nobody has configured log4net. Whoever comes meanwhile waits for it, unless
    /// it is the file's own appenders that ask.</summary>
    internal void ConfigureByConvention()
    {
        if (_isReady || Monitor.IsEntered(_owner.Lock))
        {
            return;
        }

        lock (_owner.Lock)
        {
            if (!_isReady)
            {
                // Whoever has configured log4net before, through the provider or in code, has chosen; the file would replace the appenders
                // of the loggers it names.
                if (!_repository.Configured && File.Exists(_conventionalPath))
                {
                    Configure_NeedsLock(new FileInfo(_conventionalPath), _conventionalPath);
                }

                _isReady = true;
            }
        }
    }

    internal ILogger FindLogger(Type type) => FindLogger(type.FullName ?? type.ToString()); // a type parameter has no full name

    private ILogger FindLogger(string name) => _hasBeenConfigured || _repository.Configured
        ? _repository.GetLogger(name)
        : throw new InvalidOperationException(
            $"log4net is not configured: there is no '{_conventionalPath}'. Put the file there, or call {nameof(Configure)} with another, "
                + "then get loggers.");

    private void Configure_NeedsLock(FileInfo file, string path)
    {
        // First the flags, for the file's appenders may ask for loggers while they are made.
        _hasBeenConfigured = true;
        FileInfo? before = _configuration;
        _configuration = file;
        if (!_owner.Use(this, path, watch: true, _time))
        {
            _configuration = before;
        }
    }

    private void Close()
    {
        using (Uninterrupted.Lock(_owner.Lock))
        {
            _owner.Leave(this);
            _configuration = null;
            try
            {
                // No flush before: log4net's file appenders lose buffered text when they are flushed (immediateFlush="false"), and write it
                // when closed.
                _repository.Shutdown();
            }
            catch (Exception e)
            {
                InternalLog.Error("Easy.Logger: log4net could not be shut down.", e);
            }
        }
    }
}
