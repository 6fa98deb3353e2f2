using log4net.Config;
using log4net.Repository;
using log4net.Repository.Hierarchy;
using log4net.Util;

namespace Easy.Logger.Facade;

/// <summary>
/// Who has configured a repository from which file, and who uses that configuration: one for each repository of the process, shared by the
/// facade and by the providers of Microsoft.Extensions.Logging. The file is watched as long as there are users. Thread-safe.
/// </summary>
internal sealed class ConfigurationOwner
{
    private static readonly WeakCache<ILoggerRepository, ConfigurationOwner> _known = new();

    private readonly ILoggerRepository _repository;
    private readonly object _usersLock = new(); // never held while log4net configures
    private readonly Dictionary<object, bool> _users = []; // and whether each wants a watch; under the lock of users, as is the watch
    private ConfigurationWatch? _watch;
    private byte[] _content = []; // under the lock
    private volatile string? _path;
    private volatile IReadOnlyList<string> _problems = [];
    private volatile object? _messages; // log4net's of the same reading: all that any thread reported meanwhile, of whatever repository
    private volatile int _reader;

    private ConfigurationOwner(ILoggerRepository repository)
    {
        _repository = repository;
        LoggerRepositoryShutdownEventHandler onShutdown = (_, _) => End();
        repository.ShutdownEvent += onShutdown;
        LoadContext.OnOwnUnloading(() =>
        {
            repository.ShutdownEvent -= onShutdown;
            End();
        });
    }

    /// <summary>Held while log4net configures or shuts down, which both run code of the appenders.</summary>
    public object Lock { get; } = new();

    /// <summary>
    /// The full path of the file in force; <see langword="null" /> when there is none, or log4net has been shut down since.
    /// </summary>
    public string? Path => _path;

    /// <summary>What log4net did not understand of the configuration, whoever has configured the repository.</summary>
    public IReadOnlyList<string> Problems => _path is not null || ReferenceEquals(_messages, _repository.ConfigurationMessages) ? _problems
        : [.. _repository.ConfigurationMessages.OfType<LogLog>().Where(IsProblem).Select(TextOf)];

    public static ConfigurationOwner Of(ILoggerRepository repository) => _known.GetOrAdd(repository, each => new ConfigurationOwner(each));

    /// <summary>
    /// Configures the repository, unless that is done already or others use another file. Needs the lock.
    /// </summary>
    /// <param name="user">Who asks.</param>
    /// <param name="path">The full path of an existing file.</param>
    /// <param name="watch">Whether to watch the file; it is as long as one user wants that.</param>
    /// <param name="time">The clock of the watch.</param>
    /// <returns>Whether this file is in force now.</returns>
    public bool Use(object user, string path, bool watch, TimeProvider time)
    {
        string? before = _path;
        bool isOther = before is not null && before != path;
        lock (_usersLock)
        {
            bool isShared = _users.Keys.Any(other => other != user);
            if (isOther && isShared)
            {
                InternalLog.Warn(
                    $"Easy.Logger: repository '{_repository.Name}' is in use with the configuration [{before}]. "
                    + $"[{path}] was not read; the running one stays.");
                _users[user] = watch; // it uses the running one
                _watch ??= watch ? ConfigurationWatch.TryStart(before!, () => Reload(before!), time) : null;
                return false;
            }

            _users[user] = watch;
            if (isOther)
            {
                StopWatch_NeedsUsersLock();
            }

            // First the watch, so that no change is missed; and the path, for the file's appenders may ask for it while they are made.
            _watch ??= watch ? ConfigurationWatch.TryStart(path, () => Reload(path), time) : null;
        }

        _path = path;
        Read(path, isNeeded: before != path);
        return true;
    }

    /// <summary>Ends the use; the last one that wants the watch ends it. The configuration stays.</summary>
    public void Leave(object user)
    {
        using (Uninterrupted.Lock(_usersLock))
        {
            if (_users.Remove(user) && !_users.ContainsValue(true))
            {
                StopWatch_NeedsUsersLock();
            }
        }
    }

    private void Reload(string path)
    {
        lock (Lock)
        {
            // A change may have been on its way here while another file took over, or the repository was shut down.
            lock (_usersLock)
            {
                if (_path != path || _watch is null || !File.Exists(path))
                {
                    return;
                }
            }

            Read(path, isNeeded: true);
        }
    }

    private void Read(string path, bool isNeeded)
    {
        List<string> problems = [];
        int thread = Environment.CurrentManagedThreadId;
        int readerBefore = _reader; // this thread, when an appender of the file asks for it while it is made
        bool isRead = false;
        bool isConfigured = _repository is not Hierarchy; // only of that one is it known when
        LogReceivedEventHandler collect = (_, received) =>
        {
            if (Environment.CurrentManagedThreadId == thread && IsProblem(received.LogLog))
            {
                problems.Add(TextOf(received.LogLog));
            }
        };
        LoggerRepositoryConfigurationChangedEventHandler notice = (_, _) =>
            isConfigured |= Environment.CurrentManagedThreadId == thread;
        try
        {
            bool isEmpty = IsEmpty(path);
            byte[] content = isEmpty ? [] : ContentOf(path);
            if (!isNeeded && content.AsSpan().SequenceEqual(_content))
            {
                return;
            }

            _content = content;
            isRead = true;
            if (isEmpty)
            {
                throw new InvalidDataException("It is empty, or not a file but a pipe or a device.");
            }

            _reader = thread;
            LogLog.LogReceived += collect; // log4net configures on this thread
            _repository.ConfigurationChanged += notice;
            XmlConfigurator.Configure(_repository, new FileInfo(path));
            if (!isConfigured && problems.Count == 0)
            {
                throw new InvalidDataException("It has no <log4net> element."); // a debug message to log4net, and no error
            }
        }
        catch (Exception e)
        {
            // log4net reports what is wrong with a file by itself. This is what it did not think of, and no reason to end a pool thread or
            // the application.
            InternalLog.Error($"Easy.Logger: log4net could not be configured from [{path}].", e);
            problems.Add(e.Message);
        }
        finally
        {
            LogLog.LogReceived -= collect;
            _repository.ConfigurationChanged -= notice;
            if (isRead)
            {
                _problems = problems;
                _messages = _repository.ConfigurationMessages;
                _reader = readerBefore;
            }
        }
    }

    private static bool IsProblem(LogLog message) =>
        message.Prefix.StartsWith("log4net:ERROR", StringComparison.Ordinal)
            ? message.Source == typeof(XmlConfigurator) || message.Source == typeof(XmlHierarchyConfigurator)
                || message.Source == typeof(Hierarchy) || message.Source == typeof(RootLogger) || message.Source == typeof(OptionConverter)
            : message.Source == typeof(XmlHierarchyConfigurator) && message.Prefix.StartsWith("log4net:WARN", StringComparison.Ordinal);

    private static string TextOf(LogLog message)
    {
        string cause = message.Exception is { } exception ? $" ({(exception.InnerException ?? exception).Message})" : string.Empty;
        return $"{message.Message.TrimEnd('.')}{cause}.";
    }

    /// <summary>
    /// Whether there is nothing to read at the end of the links. Looked at before it is opened: opening a pipe waits for somebody who
    /// writes to it, who may never come, and a device may have no end.
    /// </summary>
    private static bool IsEmpty(string path)
    {
        IReadOnlyList<(string Folder, string Name)> names = LinkedPath.Names(path);
        (string folder, string name) = names[names.Count - 1];
        try
        {
            return new FileInfo(System.IO.Path.Combine(folder, name)).Length == 0;
        }
        catch (Exception e) when (e is IOException or UnauthorizedAccessException)
        {
            return false; // log4net reports what cannot be read
        }
    }

    /// <summary>log4net tries again for a file that is being written, and reports one that cannot be read.</summary>
    private static byte[] ContentOf(string path)
    {
        try
        {
            return File.ReadAllBytes(path);
        }
        catch (Exception e) when (e is IOException or UnauthorizedAccessException)
        {
            return [];
        }
    }

    /// <summary>A configuration that begins with a reset shuts the repository down as well.</summary>
    private void End()
    {
        if (_reader != Environment.CurrentManagedThreadId)
        {
            _path = null;
            lock (_usersLock)
            {
                StopWatch_NeedsUsersLock();
            }
        }
    }

    private void StopWatch_NeedsUsersLock()
    {
        _watch?.Dispose();
        _watch = null;
    }
}
