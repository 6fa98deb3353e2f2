namespace Easy.Logger.Tests.Support;

/// <summary>A message or value that counts how often its text is asked for.</summary>
internal sealed class CountingMessage
{
    public int Renderings { get; private set; }

    public override string ToString() => $"{++Renderings}";
}
