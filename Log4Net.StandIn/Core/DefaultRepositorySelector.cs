using System.Reflection;
using log4net.Config;
using log4net.Repository;
using log4net.Util;

namespace log4net.Core;

public class DefaultRepositorySelector : IRepositorySelector
{
    private const string SharedName = "log4net-default-repository";

    private readonly Type _defaultType;
    private readonly object _gate = new();
    private readonly Dictionary<string, ILoggerRepository> _byName = new(StringComparer.Ordinal);
    private readonly Dictionary<string, ILoggerRepository> _byAlias = new(StringComparer.Ordinal);

    // Replaced as a whole under the gate, so that the look-up of every LogManager call takes no lock.
    private volatile Dictionary<Assembly, ILoggerRepository> _byAssembly = [];

    public DefaultRepositorySelector(Type defaultRepositoryType)
    {
        Guard.NotNull(defaultRepositoryType, nameof(defaultRepositoryType));
        _defaultType = CheckType(defaultRepositoryType, nameof(defaultRepositoryType));
    }

    public event LoggerRepositoryCreationEventHandler? LoggerRepositoryCreatedEvent;

    public void AliasRepository(string repositoryAlias, ILoggerRepository repositoryTarget)
    {
        Guard.NotNull(repositoryAlias, nameof(repositoryAlias));
        Guard.NotNull(repositoryTarget, nameof(repositoryTarget));
        lock (_gate)
        {
            if (Lookup(repositoryAlias) is { } taken && !ReferenceEquals(taken, repositoryTarget))
            {
                throw new InvalidOperationException($"[{repositoryAlias}] stands for repository [{taken.Name}] already.");
            }
            _byAlias[repositoryAlias] = repositoryTarget;
        }
    }

    public ILoggerRepository CreateRepository(Assembly assembly, Type repositoryType) => CreateRepository(assembly, repositoryType, SharedName, true);

    public ILoggerRepository CreateRepository(Assembly repositoryAssembly, Type? repositoryType, string repositoryName, bool readAssemblyAttributes)
    {
        Guard.NotNull(repositoryAssembly, nameof(repositoryAssembly));
        lock (_gate)
        {
            if (_byAssembly.TryGetValue(repositoryAssembly, out ILoggerRepository? known))
            {
                return known;
            }
            string name = repositoryName;
            Type type = repositoryType ?? _defaultType;
            if (readAssemblyAttributes && Read<RepositoryAttribute>(repositoryAssembly).FirstOrDefault() is { } wanted)
            {
                name = wanted.Name is { Length: > 0 } own ? own : name;
                Try($"The type of repository that assembly [{repositoryAssembly}] asks for", () => type = CheckType(wanted.RepositoryType ?? type, nameof(wanted)));
            }
            ILoggerRepository? repository = Lookup(name);
            bool isNew = repository is null;
            repository ??= CreateRepository(name, type);
            // Known before it is configured: what is made on the way may ask for it again.
            _byAssembly = new Dictionary<Assembly, ILoggerRepository>(_byAssembly) { [repositoryAssembly] = repository };
            if (isNew && readAssemblyAttributes)
            {
                ApplyAttributes(repositoryAssembly, repository);
            }
            return repository;
        }
    }

    public ILoggerRepository CreateRepository(string repositoryName, Type? repositoryType)
    {
        Guard.NotNull(repositoryName, nameof(repositoryName));
        Type type = repositoryType is null ? _defaultType : CheckType(repositoryType, nameof(repositoryType));
        ILoggerRepository repository;
        lock (_gate)
        {
            if (Lookup(repositoryName) is not null)
            {
                throw new LogException($"There is a repository [{repositoryName}] already.");
            }
            repository = (ILoggerRepository)Activator.CreateInstance(type)!;
            repository.Name = repositoryName;
            _byName.Add(repositoryName, repository);
        }
        OnLoggerRepositoryCreatedEvent(repository);
        return repository;
    }

    public bool ExistsRepository(string repositoryName)
    {
        Guard.NotNull(repositoryName, nameof(repositoryName));
        lock (_gate)
        {
            return _byName.ContainsKey(repositoryName);
        }
    }

    public ILoggerRepository[] GetAllRepositories()
    {
        lock (_gate)
        {
            return [.. _byName.Values];
        }
    }

    public ILoggerRepository GetRepository(Assembly assembly)
    {
        Guard.NotNull(assembly, nameof(assembly));
        return _byAssembly.TryGetValue(assembly, out ILoggerRepository? known) ? known : CreateRepository(assembly, _defaultType);
    }

    public ILoggerRepository GetRepository(string repositoryName)
    {
        Guard.NotNull(repositoryName, nameof(repositoryName));
        lock (_gate)
        {
            return Lookup(repositoryName) ?? throw new LogException($"There is no repository [{repositoryName}].");
        }
    }

    protected virtual void OnLoggerRepositoryCreatedEvent(ILoggerRepository repository)
        => LoggerRepositoryCreatedEvent?.Invoke(this, new LoggerRepositoryCreationEventArgs(repository));

    private static Type CheckType(Type type, string parameter)
        => typeof(ILoggerRepository).IsAssignableFrom(type) ? type : throw new ArgumentOutOfRangeException(parameter, type, "Not a type of repository.");

    private static T[] Read<T>(Assembly assembly)
        where T : Attribute
        => Containment.Get(
            () => Attribute.GetCustomAttributes(assembly, typeof(T)).Cast<T>().ToArray(),
            e => Fail($"Reading the {typeof(T).Name}s of assembly [{assembly}]", e)) ?? [];

    private static void Try(string what, Action act) => Containment.Run(act, e => Fail(what, e));

    private static void Fail(string what, Exception e) => LogLog.Error(typeof(DefaultRepositorySelector), $"{what} failed.", e);

    private void ApplyAttributes(Assembly assembly, ILoggerRepository repository)
    {
        foreach (AliasRepositoryAttribute alias in Read<AliasRepositoryAttribute>(assembly))
        {
            Try($"Alias [{alias.Name}]", () => AliasRepository(alias.Name, repository));
        }
        foreach (ConfiguratorAttribute configurator in Read<ConfiguratorAttribute>(assembly).OrderBy(c => c))
        {
            Try($"Configurator {configurator.GetType().Name} of assembly [{assembly}]", () => configurator.Configure(assembly, repository));
        }
        if (repository.Name == SharedName && SystemInfo.GetAppSetting("log4net.Config") is { Length: > 0 } file)
        {
            Try($"The configuration in [{file}]", () => ConfigureFromSetting(repository, file));
        }
    }

    private static void ConfigureFromSetting(ILoggerRepository repository, string file)
    {
        FileInfo info = new(SystemInfo.ConvertToFullPath(file));
        if (OptionConverter.ToBoolean(SystemInfo.GetAppSetting("log4net.Config.Watch"), false))
        {
            XmlConfigurator.ConfigureAndWatch(repository, info);
        }
        else
        {
            XmlConfigurator.Configure(repository, info);
        }
    }

    private ILoggerRepository? Lookup(string name)
        => _byAlias.TryGetValue(name, out ILoggerRepository? found) || _byName.TryGetValue(name, out found) ? found : null;
}
