namespace Easy.Logger.Loki.Sending;

/// <summary>
/// The try that the caller is in the middle of, also where the handlers of a client run on threads of their own. What they leave running is
/// not in it any more once it is over. Safe for any thread.
/// </summary>
internal sealed class PushInProgress
{
    private readonly AsyncLocal<Mark?> _mark = new();

    public bool IsHere => _mark.Value is { IsOver: false };

    /// <returns>What ends it when it is disposed of, where it was begun.</returns>
    public IDisposable Begin() => _mark.Value = new Mark(_mark);

    private sealed class Mark(AsyncLocal<Mark?> current) : IDisposable
    {
        private volatile bool _isOver;

        public bool IsOver => _isOver;

        public void Dispose()
        {
            _isOver = true;
            current.Value = null;
        }
    }
}
