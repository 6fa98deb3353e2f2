using Easy.Logger;
using log4net.Appender;
using log4net.Core;

namespace Benchmarker;

/// <summary>Appenders made ready in code, as log4net does it for a configuration.</summary>
internal static class AppenderSetup
{
    /// <returns>The same, with its options activated.</returns>
    public static T Activated<T>(this T part)
        where T : IOptionHandler
    {
        part.ActivateOptions();
        return part;
    }

    /// <returns>The same, activated, with these appenders attached.</returns>
    public static AsyncBufferingForwardingAppender Before(this AsyncBufferingForwardingAppender appender, params IAppender[] attached)
    {
        Array.ForEach(attached, appender.AddAppender);
        return appender.Activated();
    }
}
