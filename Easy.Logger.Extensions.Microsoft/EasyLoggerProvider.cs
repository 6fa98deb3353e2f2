using System.Collections.Concurrent;
using Easy.Logger.Extensions.Microsoft.Categories;
using Easy.Logger.Extensions.Microsoft.Configuration;
using Easy.Logger.Extensions.Microsoft.Diagnostics;
using Easy.Logger.Extensions.Microsoft.Hosting;
using log4net.Repository;
using Microsoft.Extensions.Logging;
using Microsoft.Extensions.Options;

namespace Easy.Logger.Extensions.Microsoft;

/// <summary>
/// Writes what is logged through Microsoft.Extensions.Logging to log4net: a category is a log4net logger of the same name, and levels,
/// appenders and filters are those of log4net's configuration.
/// </summary>
/// <remarks>
/// <para>
/// Usually added with <c>AddEasyLogger</c>. The section <c>Logging:EasyLogger:LogLevel</c> of an application's settings filters for this
/// provider alone.
/// </para>
/// <para>
/// A log call throws nothing. When a formatter, a value or a scope throws, the event is written with what can be had, and log4net's
/// internal log gets a message, once a minute at most for each kind of failure.
/// </para>
/// <para>Any thread may use the provider and its loggers, also after Dispose: log4net goes on until the process ends.</para>
/// </remarks>
[ProviderAlias("EasyLogger")]
public sealed class EasyLoggerProvider : ILoggerProvider, ISupportExternalScope
{
    private readonly ConcurrentDictionary<string, CategoryLogger> _loggers = new(StringComparer.Ordinal);
    private readonly RepositoryView _view;
    private readonly EventMaker _events;
    private readonly RepositoryFlush _flush;
    private readonly RepositorySetup _setup;
    private readonly Func<string, CategoryLogger> _make;
    private readonly object _internalLogLock = new(); // a change may be on its way when the provider ends
    private IDisposable? _changes;
    private InternalLogFile? _internalLog;
    private bool _hasEnded;
    private volatile ProviderSettings _settings;
    private string _reported = string.Empty;

    /// <summary>Makes a provider, and configures log4net where the options leave that to it.</summary>
    /// <param name="options">The options; what is changed in them later has no effect.</param>
    /// <exception cref="ArgumentNullException"><paramref name="options" /> is <see langword="null" />.</exception>
    /// <exception cref="FileNotFoundException">The <see cref="EasyLoggerOptions.Configuration" /> does not exist.</exception>
    public EasyLoggerProvider(EasyLoggerOptions options)
    {
        _settings = ProviderSettings.Of(options ?? throw new ArgumentNullException(nameof(options)), out IReadOnlyList<string> problems);
        _internalLog = _settings.InternalLogFile is { } path ? InternalLogFile.Open(path) : null; // before anything is reported
        Report(problems);
        try
        {
            _setup = RepositorySetup.Prepare(_settings);
        }
        catch (Exception)
        {
            _internalLog?.Dispose();
            throw;
        }

        Repository = _setup.Repository;
        _view = new RepositoryView(Repository);
        _events = new EventMaker(_settings, new FailureNotices());
        _flush = new RepositoryFlush(Repository, _settings.FlushTimeout);
        _make = category => new CategoryLogger(Repository.GetLogger(category), _view, _events);
    }

    /// <summary>The log4net repository that is written to.</summary>
    public ILoggerRepository Repository { get; }

    /// <summary>The options in force.</summary>
    internal ProviderSettings Settings => _settings;

    /// <summary>The logger of a category; the same one each time.</summary>
    /// <param name="categoryName">The category, which is the name of the log4net logger.</param>
    /// <returns>The logger.</returns>
    /// <exception cref="ArgumentNullException"><paramref name="categoryName" /> is <see langword="null" />.</exception>
    public ILogger CreateLogger(string categoryName) =>
        _loggers.GetOrAdd(categoryName ?? throw new ArgumentNullException(nameof(categoryName)), _make);

    /// <summary>Hands over the scopes of a logger factory. Without one the provider keeps its own.</summary>
    /// <param name="scopeProvider">The scopes to read at each log call from now on.</param>
    /// <exception cref="ArgumentNullException"><paramref name="scopeProvider" /> is <see langword="null" />.</exception>
    public void SetScopeProvider(IExternalScopeProvider scopeProvider) =>
        _events.Scopes = scopeProvider ?? throw new ArgumentNullException(nameof(scopeProvider));

    /// <summary>
    /// Waits until everything logged is written, at most <see cref="EasyLoggerOptions.FlushTimeout" />, and not at all when the end of the
    /// host has waited that long in vain. It ends the watch of a configuration that nobody else uses. It closes log4net only where
    /// providers have made the repository and this is the last one.
    /// </summary>
    /// <remarks>
    /// Other loggers, other providers and the code after the host may still log to a repository that the application shares with them.
    /// log4net closes its appenders when the process ends.
    /// </remarks>
    public void Dispose()
    {
        InternalLogFile? internalLog;
        using (Uninterrupted.Lock(_internalLogLock))
        {
            _hasEnded = true;
            internalLog = _internalLog;
            _internalLog = null;
        }

        _changes?.Dispose();
        _view.Dispose();
        bool isWritten = Flush(CancellationToken.None);
        _setup.End(isWritten ? _settings.FlushTimeout : TimeSpan.Zero);
        InternalLog.Flush(InternalLog.AtEnd);
        internalLog?.Dispose();
    }

    /// <summary>Waits until everything logged is written, at most the flush timeout.</summary>
    internal bool Flush(CancellationToken cancel) => _flush.Run(cancel);

    /// <summary>Makes a provider that follows its options.</summary>
    internal static EasyLoggerProvider Follow(IOptionsMonitor<EasyLoggerOptions> options)
    {
        EasyLoggerProvider provider = new(options.CurrentValue);
        provider._changes = options.OnChange(provider.Change);
        return provider;
    }

    /// <summary>Once, although each source of settings that is read again notifies of a change.</summary>
    private void Report(IReadOnlyList<string> problems)
    {
        string text = string.Join(" ", problems);
        if (text != Interlocked.Exchange(ref _reported, text) && text.Length > 0)
        {
            InternalLog.Warn($"Easy.Logger provider: {text}");
        }
    }

    private void Change(EasyLoggerOptions options, string? name)
    {
        if (!string.IsNullOrEmpty(name))
        {
            return; // options of the application's own that have another name
        }

        ProviderSettings before = _settings;
        ProviderSettings settings = ProviderSettings.Of(options, out IReadOnlyList<string> problems);
        Report(problems);
        _settings = settings;
        if (settings.InternalLogFile != before.InternalLogFile)
        {
            ChangeInternalLog(settings.InternalLogFile);
        }

        _events.Settings = settings;
        _flush.Timeout = settings.FlushTimeout;
        if (settings.Repository != before.Repository)
        {
            InternalLog.Warn(
                $"Easy.Logger provider: option Repository has changed; the provider stays with '{Repository.Name}' until the next start.");
        }

        _setup.Change(
            settings, settings.Watch != before.Watch || settings.Configuration?.FullName != before.Configuration?.FullName);
    }

    private void ChangeInternalLog(string? path)
    {
        InternalLogFile? before;
        using (Uninterrupted.Lock(_internalLogLock))
        {
            if (_hasEnded)
            {
                return;
            }

            before = _internalLog;
            _internalLog = path is null ? null : InternalLogFile.Open(path);
        }

        before?.Dispose();
    }
}
