namespace Easy.Logger.Tests.Provider;

/// <summary>
/// log4net's own forwarder on the root logger, inside a log call that does not come back: it holds its lock, and cannot even be asked for
/// its children.
/// </summary>
internal sealed class HeldForwarder : IDisposable
{
    private readonly GatedAppender _child = new();
    private readonly BackgroundCall<bool> _held;

    public HeldForwarder(TestRepository repository)
    {
        ForwardingAppender plain = new() { Name = "plain" };
        plain.AddAppender(_child);
        repository.Attach(plain);
        _child.CloseGate();
        _held = BackgroundCall.Of(() => repository.Log().Info("held"));
        _child.AwaitEntry();
    }

    public void LetGo()
    {
        _child.OpenGate();
        Assert.That(_held.Result, Is.True);
    }

    public void Dispose()
    {
        _child.OpenGate();
        _held.Dispose();
    }
}
