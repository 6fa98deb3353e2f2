using Easy.Logger.Facade;
using log4net.Repository;

namespace Easy.Logger;

/// <summary>
/// Configures log4net repositories from files for several users in one process: hosts, their logging providers, the facade. It remembers
/// which file each repository was configured from. All members may be used from any thread.
/// </summary>
public static class RepositoryConfiguration
{
    private static readonly TimeSpan _patience = TimeSpan.FromSeconds(30);

    /// <summary>The file that a repository is configured from.</summary>
    /// <param name="repository">The repository.</param>
    /// <returns>The file; <see langword="null" /> when none was used, or the repository has been shut down since.</returns>
    /// <exception cref="ArgumentNullException"><paramref name="repository" /> is <see langword="null" />.</exception>
    public static FileInfo? FileOf(ILoggerRepository repository) =>
        ConfigurationOwner.Of(repository ?? throw new ArgumentNullException(nameof(repository))).Path is { } path ? new FileInfo(path)
            : null;

    /// <summary>
    /// What log4net did not understand when the repository was last configured from a file: types, references, options, XML.
    /// </summary>
    /// <param name="repository">The repository.</param>
    /// <returns>Its messages; empty when it understood everything, or the repository has been shut down since.</returns>
    /// <exception cref="ArgumentNullException"><paramref name="repository" /> is <see langword="null" />.</exception>
    public static IReadOnlyList<string> ProblemsOf(ILoggerRepository repository) =>
        ConfigurationOwner.Of(repository ?? throw new ArgumentNullException(nameof(repository))).Problems;

    /// <summary>
    /// Uses a configuration file for a repository. The first user has it read. The same file again changes nothing, unless its content has
    /// changed. Another file for a repository that has users is not read: log4net's internal log reports both paths, and who asked uses the
    /// running one. After a shutdown of the repository the file is read anew.
    /// </summary>
    /// <param name="repository">The repository.</param>
    /// <param name="file">The file. log4net reports mistakes in it to its internal log.</param>
    /// <param name="watch">
    /// Whether changes of the file take effect while it is used, half a second after the last one. Symbolic links on the way to it are
    /// followed.
    /// </param>
    /// <returns>Dispose ends the use. The watch ends with the last user; the configuration stays.</returns>
    /// <exception cref="ArgumentNullException">An argument is <see langword="null" />.</exception>
    /// <exception cref="FileNotFoundException">There is no such file; the message names its path.</exception>
    /// <exception cref="InvalidOperationException">Another configuration or a shutdown of the repository has not ended within 30
    /// seconds.</exception>
    public static IDisposable Use(ILoggerRepository repository, FileInfo file, bool watch = true)
    {
        if (repository is null)
        {
            throw new ArgumentNullException(nameof(repository));
        }

        string path = (file ?? throw new ArgumentNullException(nameof(file))).FullName;
        if (!File.Exists(path)) // the FileInfo may have looked long ago
        {
            throw new FileNotFoundException($"There is no log4net configuration file '{path}'.", path);
        }

        ConfigurationOwner owner = ConfigurationOwner.Of(repository);
        UseOfFile use = new(owner);
        if (!Uninterrupted.TryDo(owner.Lock, _patience, () => owner.Use(use, path, watch, TimeProvider.System)))
        {
            throw new InvalidOperationException(
                $"log4net cannot be configured from '{path}': its shutdown, or another configuration, has not ended within {_patience}. "
                + "Does an appender hang?");
        }

        return use;
    }

    private sealed class UseOfFile(ConfigurationOwner owner) : IDisposable
    {
        public void Dispose() => owner.Leave(this);
    }
}
