namespace Easy.Logger.Tests.Support;

/// <summary>A subclass of an application whose activation fails before ours begins.</summary>
internal sealed class HalfActivatedAppender : AsyncBufferingForwardingAppender
{
    public override void ActivateOptions() => throw new InvalidOperationException("half way");
}
