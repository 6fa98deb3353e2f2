namespace Easy.Logger.Interfaces;

/// <summary>
/// Configures log4net from a file, hands out loggers and shuts everything down at the end. All members may be used from any thread.
/// </summary>
public interface ILogService : IDisposable
{
    /// <summary>
    /// Gets the file that this service is configured from; <see langword="null" /> before the first one, and after the service was
    /// disposed.
    /// </summary>
    FileInfo? Configuration { get; }

    /// <summary>
    /// Configures from a file and follows its changes: half a second after the last one it is read again. May be called again, with the
    /// same file or another: the file before is no longer followed, and loggers handed out before write where the new one says.
    /// </summary>
    /// <remarks>
    /// Loggers that a file does not name stay as they are unless it says <c>update="Overwrite"</c>: that is how log4net merges
    /// configurations. A file that is not valid changes nothing and is reported in log4net's internal log; it is followed all the same, and
    /// read when it has been put right. Where the system cannot watch the folder, that is reported there too. After
    /// <see cref="IDisposable.Dispose" /> this begins anew.
    /// </remarks>
    /// <param name="configFile">The file.</param>
    /// <exception cref="ArgumentNullException"><paramref name="configFile" /> is null.</exception>
    /// <exception cref="FileNotFoundException">There is no such file; the message names its path. The configuration stays as it
    /// is.</exception>
    /// <exception cref="InvalidOperationException">A shutdown has been under way for 30 seconds, because an appender never
    /// closes.</exception>
    void Configure(FileInfo configFile);

    /// <summary>Gets the logger of a name.</summary>
    /// <param name="loggerName">The name.</param>
    /// <returns>The logger.</returns>
    /// <exception cref="ArgumentNullException"><paramref name="loggerName" /> is null.</exception>
    /// <exception cref="ArgumentException"><paramref name="loggerName" /> is empty or white space.</exception>
    /// <exception cref="InvalidOperationException">Nothing has configured log4net yet, neither this service nor the application by other
    /// means.</exception>
    IEasyLogger GetLogger(string loggerName);

    /// <summary>Gets the logger of a type, whose full name is the name of the logger.</summary>
    /// <param name="loggerType">The type.</param>
    /// <returns>The logger.</returns>
    /// <exception cref="ArgumentNullException"><paramref name="loggerType" /> is null.</exception>
    /// <exception cref="InvalidOperationException">Nothing has configured log4net yet, neither this service nor the application by other
    /// means.</exception>
    IEasyLogger GetLogger(Type loggerType);

    /// <summary>Gets the logger of a type, whose full name is the name of the logger.</summary>
    /// <typeparam name="T">The type.</typeparam>
    /// <returns>The logger.</returns>
    /// <exception cref="InvalidOperationException">Nothing has configured log4net yet, neither this service nor the application by other
    /// means.</exception>
    IEasyLogger GetLogger<T>();
}
