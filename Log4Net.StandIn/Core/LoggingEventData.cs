using log4net.Util;

namespace log4net.Core;

public struct LoggingEventData
{
    public string? Domain;
    public string? ExceptionString;
    public string? Identity;
    public Level? Level;
    public LocationInfo? LocationInfo;
    public string? LoggerName;
    public string? Message;
    public PropertiesDictionary? Properties;
    public string? ThreadName;
    public string? UserName;

    public DateTime TimeStampUtc { get; set; }
}
