namespace log4net.Appender;

public partial class RollingFileAppender
{
    /// <summary>The default clock; configurations can name it.</summary>
    private sealed class LocalDateTime : IDateTime
    {
        public DateTime Now => DateTime.Now;
    }
}
