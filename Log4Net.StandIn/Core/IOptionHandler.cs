namespace log4net.Core;

public interface IOptionHandler
{
    void ActivateOptions();
}
