namespace log4net.DateFormatter;

public interface IDateFormatter
{
    void FormatDate(DateTime dateToFormat, TextWriter writer);
}
