namespace Easy.Logger.Tests.Support;

/// <summary>A message or value that has no text.</summary>
internal sealed class ThrowingMessage
{
    public override string ToString() => throw new FormatException("cannot");
}
