namespace Easy.Logger.Tests.Fidelity;

/// <summary>A thread that does something over and over until it has to end.</summary>
internal sealed class Load : IDisposable
{
    private readonly BackgroundCall<int> _call;
    private volatile bool _ends;
    private volatile int _count;

    /// <param name="step">What it does; gets the number of the step.</param>
    public Load(Action<int> step)
    {
        _call = new BackgroundCall<int>(() =>
        {
            for (int i = 0; !_ends; _count = ++i)
            {
                step(i);
            }

            return _count;
        });
        AwaitCount(1);
    }

    /// <summary>Waits until it has done so many steps.</summary>
    public void AwaitCount(int count) => Eventually.Holds(() => _count >= count, "the load goes on");

    /// <returns>How many steps it has done.</returns>
    public int End()
    {
        _ends = true;
        return _call.Result;
    }

    public void Dispose()
    {
        _ends = true;
        _call.Dispose();
    }
}
