using log4net;

namespace Benchmarker.Stress;

/// <summary>
/// A message that logs while it is rendered, which is on the thread of its own log call. Rendered once, whatever is asked of it.
/// </summary>
internal sealed class TalkativeMessage(ILog log, string text, Func<string> inner)
{
    public override string ToString()
    {
        log.Debug(inner());
        return text;
    }
}
