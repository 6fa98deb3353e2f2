namespace log4net.Appender;

public partial class RollingFileAppender
{
    /// <summary>Made by configurations only, which name it as dateTimeStrategy.</summary>
    private sealed class UniversalDateTime : IDateTime
    {
        public DateTime Now => DateTime.UtcNow;
    }
}
