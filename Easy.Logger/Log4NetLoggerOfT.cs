using Easy.Logger.Interfaces;

namespace Easy.Logger;

/// <summary>
/// The logger of a type from <see cref="Log4NetService.Instance" />, for containers that map generic interfaces to generic classes, as in
/// <c>services.AddSingleton(typeof(IEasyLogger&lt;&gt;), typeof(Log4NetLogger&lt;&gt;))</c>. All members may be used from any thread.
/// </summary>
/// <typeparam name="T">The type that logs; its full name is the name of the logger.</typeparam>
public sealed class Log4NetLogger<T> : Log4NetLogger, IEasyLogger<T>
{
    /// <summary>Makes the logger, as <see cref="ILogService.GetLogger{T}" /> of <see cref="Log4NetService.Instance" /> does.</summary>
    /// <exception cref="InvalidOperationException">
    /// Nothing has configured log4net yet: there is no <c>log4net.config</c> beside the application, and nobody has read another.
    /// </exception>
    public Log4NetLogger()
        : base(Log4NetService.Instance.FindLogger(typeof(T)))
    {
    }
}
