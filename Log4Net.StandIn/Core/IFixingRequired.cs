namespace log4net.Core;

public interface IFixingRequired
{
    object? GetFixedObject();
}
