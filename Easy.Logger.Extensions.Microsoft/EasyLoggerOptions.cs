namespace Easy.Logger.Extensions.Microsoft;

/// <summary>What <see cref="EasyLoggerProvider" /> does beyond handing log calls to log4net.</summary>
/// <remarks>
/// The section <c>Logging:EasyLogger</c> of the application's settings sets them by name, code after it; a change of the settings takes
/// effect while the program runs, except for <see cref="Repository" />. A value out of its bounds is replaced by its default, and log4net's
/// internal log reports all such problems together; only a <see cref="Configuration" /> that does not exist is thrown. Any thread may read
/// them, but setting them is not safe while another thread does.
/// </remarks>
public sealed class EasyLoggerOptions
{
    /// <summary>
    /// The log4net configuration to read. A relative path begins at the application's folder. Default <see langword="null" />:
    /// <c>log4net.config</c> in the
    /// application's folder where there is one, and only when log4net is not configured already.
    /// </summary>
    /// <remarks>
    /// A file that does not exist makes the provider throw a <see cref="FileNotFoundException" /> that names its path. A repository that
    /// others use with another file keeps that: log4net's internal log reports both paths. See <see cref="RepositoryConfiguration" />.
    /// </remarks>
    public FileInfo? Configuration { get; set; }

    /// <summary>
    /// Whether a change of the configuration file takes effect while the program runs, as changes of appsettings.json do; default
    /// <see langword="true" />. Only for a file that the provider, or the facade, has read. Symbolic links on the way to it are followed,
    /// so a ConfigMap that is replaced is seen.
    /// </summary>
    /// <remarks>The watch ends with the last provider that uses the file.</remarks>
    public bool Watch { get; set; } = true;

    /// <summary>
    /// The name of the log4net repository to write to; it is made where there is none, and then shut down with the last provider that uses
    /// it. Default <see langword="null" />: the repository of the program's entry assembly, which is the one that
    /// <c>LogManager.GetLogger</c> uses there.
    /// </summary>
    public string? Repository { get; set; }

    /// <summary>
    /// Whether the scopes around a log call are written into its event: key-value pairs as properties, all other scopes as text in the
    /// property <c>Scope</c>; default <see langword="true" />. Off, no scope is looked at.
    /// </summary>
    public bool IncludeScopes { get; set; } = true;

    /// <summary>
    /// Whether the properties <c>TraceId</c> and <c>SpanId</c> are taken from the activity of the log call; default
    /// <see langword="false" />. Off, it is not looked at.
    /// </summary>
    /// <remarks>
    /// A generic host puts the same two, and <c>ParentId</c>, into a scope of its own; there they are properties already, as long as
    /// <see cref="IncludeScopes" /> is on.
    /// </remarks>
    public bool IncludeActivity { get; set; }

    /// <summary>
    /// The longest that the end of the host, or Dispose of the provider, waits until everything logged is written. 0 to 1 hour, 0 does not
    /// flush at all; default 2 seconds, so that a host with an appender that hangs has ended within 8 seconds, the 5 seconds of
    /// <c>closeTimeout</c> included. The host's own shutdown timeout applies as well.
    /// </summary>
    public TimeSpan FlushTimeout { get; set; } = TimeSpan.FromSeconds(2);

    /// <summary>How long the health check is degraded after events were lost. 0 to 1 day; default 5 minutes.</summary>
    public TimeSpan DegradedAfterLoss { get; set; } = TimeSpan.FromMinutes(5);

    /// <summary>
    /// The path of a file that gets what log4net reports about itself: a configuration that it does not understand, an appender that fails,
    /// events that were dropped. A relative path begins at the application's folder. Default <see langword="null" />: log4net writes that
    /// to standard error alone.
    /// </summary>
    /// <remarks>
    /// The folder is made. Beyond 1 MiB the file is renamed to <c>name.1</c>, which replaces the one before. A file that cannot be written
    /// is reported once to log4net's internal log. It ends with the last provider that names it; what log4net reports while the process
    /// ends is on standard error.
    /// </remarks>
    public string? InternalLogFile { get; set; }

    /// <summary>What the section has that cannot be used: reported with all else, when there is a file to report it to.</summary>
    internal List<string> Problems { get; } = [];
}
