namespace log4net.Util;

public sealed partial class LogLog
{
    /// <summary>Keeps messages off the console and the trace until disposed; what was set before comes back then.</summary>
    private sealed class Silence : IDisposable
    {
        private readonly bool _restored = EmitInternalMessages;

        internal Silence() => EmitInternalMessages = false;

        public void Dispose() => EmitInternalMessages = _restored;
    }
}
