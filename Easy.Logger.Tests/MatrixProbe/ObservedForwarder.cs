using Easy.Logger;

namespace MatrixProbe;

/// <summary>The appender under test, known to its stage from the moment it is configured.</summary>
internal sealed class ObservedForwarder : AsyncBufferingForwardingAppender
{
    public string Stage
    {
        set => MatrixProbe.Stage.Of(value).Appenders.Enqueue(this);
    }
}
