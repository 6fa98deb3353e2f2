namespace log4net.Appender;

public partial class AppenderCollection
{
    [Obsolete("GetEnumerator returns IEnumerator<IAppender>.")]
    public interface IAppenderCollectionEnumerator : IEnumerator<IAppender>
    {
    }
}
