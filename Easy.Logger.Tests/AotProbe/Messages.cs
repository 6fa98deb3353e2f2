using Microsoft.Extensions.Logging;

namespace AotProbe;

internal static partial class Messages
{
    [LoggerMessage(Level = LogLevel.Information, Message = "provider {Number}")]
    public static partial void Provider(ILogger logger, int number);
}
