namespace Easy.Logger.Extensions.Microsoft;

/// <summary>What <see cref="EasyLoggerProvider" /> does beyond handing log calls to log4net.</summary>
/// <remarks>
/// Read once, when the provider is made; set later, they have no effect. A value out of its bounds is replaced by its default, and all such
/// problems are told together, once, to log4net's internal log; only a <see cref="Configuration" /> that does not exist is thrown. Any
/// thread may read them, but setting them is not safe while another thread does.
/// </remarks>
public sealed class EasyLoggerOptions
{
    /// <summary>
    /// The log4net configuration to read when the provider is made, whether log4net is configured already or not. Default
    /// <see langword="null" />: <c>log4net.config</c> in the application's folder where there is one, and only when nobody has configured
    /// log4net before.
    /// </summary>
    /// <remarks>A file that does not exist makes the provider throw a <see cref="FileNotFoundException" /> that names its path.</remarks>
    public FileInfo? Configuration { get; set; }

    /// <summary>
    /// Whether a change of the configuration file takes effect while the program runs, as changes of appsettings.json do; default
    /// <see langword="true" />. Only for a file that the provider itself has read.
    /// </summary>
    /// <remarks>log4net watches a file until the process ends, also when the provider is disposed.</remarks>
    public bool Watch { get; set; } = true;

    /// <summary>
    /// The name of the log4net repository to write to; it is made where there is none. Default <see langword="null" />: the repository of
    /// the program's entry assembly, which is the one that <c>LogManager.GetLogger</c> uses there.
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
    /// The longest that the end of the host, or Dispose of the provider, waits until everything logged is written. 0 to 3,600 seconds, 0
    /// does not flush at all; default 5 seconds. The host's own shutdown timeout holds beside it.
    /// </summary>
    public TimeSpan FlushTimeout { get; set; } = TimeSpan.FromSeconds(5);
}
