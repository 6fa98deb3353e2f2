namespace Recorder;

/// <summary>Fits the property, but cannot be made.</summary>
internal sealed class NoDefaultConstructor(int value) : INested
{
    public int Value => value;
}

/// <summary>Can be made, but is not what a configuration wants.</summary>
internal sealed class NotAnAppender;

internal sealed class ThrowingConstructor : Target
{
    public ThrowingConstructor() => throw new InvalidOperationException();
}

internal sealed class ThrowingActivate : Target
{
    public override void ActivateOptions() => throw new InvalidOperationException();
}
