namespace log4net.Core;

public partial class LevelCollection
{
    protected internal enum Tag
    {
        Default = 0,
    }
}
