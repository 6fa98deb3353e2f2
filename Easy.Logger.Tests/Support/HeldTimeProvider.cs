namespace Easy.Logger.Tests.Support;

/// <summary>The system's clock, which can be made to keep who reads it: whatever lock the reader holds is held meanwhile.</summary>
internal sealed class HeldTimeProvider : TimeProvider
{
    private readonly ManualResetEventSlim _gate = new(initialState: true);
    private readonly ManualResetEventSlim _held = new();

    public void Hold() => _gate.Reset();

    public void AwaitHeld() => Assert.That(_held.Wait(Eventually.Patience), Is.True, "Nobody read the clock.");

    public void Release() => _gate.Set();

    public override long GetTimestamp()
    {
        if (!_gate.IsSet)
        {
            _held.Set();
            Assert.That(_gate.Wait(Eventually.Patience), Is.True, "Nobody let the reader go.");
        }

        return base.GetTimestamp();
    }
}
