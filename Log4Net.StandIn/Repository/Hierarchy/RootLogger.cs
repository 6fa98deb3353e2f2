using log4net.Core;
using log4net.Util;

namespace log4net.Repository.Hierarchy;

public class RootLogger : Logger
{
    public RootLogger(Level level)
        : base("root") => Level = level;

    public override Level EffectiveLevel => base.Level ?? Level.Debug;

    public override Level? Level
    {
        get => base.Level;
        set
        {
            if (value is null)
            {
                LogLog.Error(typeof(RootLogger), "The root needs a level of its own.", new LogException("A null level was set on the root and is ignored."));
                return;
            }
            base.Level = value;
        }
    }
}
