using log4net.Layout;

namespace Easy.Logger.Capture;

/// <summary>
/// A layout of ours that is in the place of an appender's own for the time of a batch: whoever looks at the appender means the other one.
/// </summary>
internal interface IReplacementLayout
{
    /// <summary>The appender's own.</summary>
    ILayout Replaced { get; }
}
