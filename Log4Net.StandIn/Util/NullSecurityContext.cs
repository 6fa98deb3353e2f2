using log4net.Core;

namespace log4net.Util;

public sealed class NullSecurityContext : SecurityContext
{
    public static readonly NullSecurityContext Instance = new();

    private NullSecurityContext()
    {
    }

    // Null means that there is nothing to undo.
    public override IDisposable? Impersonate(object state) => null;
}
