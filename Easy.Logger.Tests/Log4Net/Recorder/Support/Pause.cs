namespace Recorder;

/// <summary>
/// Lets time pass where no signal exists to wait for: something has to take a while, or it is asked what has <em>not</em> happened meanwhile.
/// </summary>
internal static class Pause
{
    public static void Milliseconds(int count)
    {
        using ManualResetEventSlim never = new();
        never.Wait(count);
    }
}
