namespace Easy.Logger.Rendering;

/// <summary>
/// As many deferred messages as there are events beside them. Most have one argument at most: the places of the others are only there once one has more, so that
/// a message is a single reference to write and to copy.
/// </summary>
internal sealed class DeferredMessages
{
    private object?[] _first;
    private Rest[]? _rest;

    public DeferredMessages(int length) => _first = new object?[length];

    public DeferredMessage this[int index] =>
        _rest is null ? new DeferredMessage(_first[index], second: null, third: null) : new DeferredMessage(_first[index], _rest[index].Second, _rest[index].Third);

    public int Length => _first.Length;

    /// <summary>Sets a message at an empty place.</summary>
    public void Set(int index, in DeferredMessage message)
    {
        if (message.Second is not null || message.Third is not null)
        {
            _rest ??= new Rest[_first.Length]; // first: there may be no memory for it
            _rest[index] = new Rest(message.Second, message.Third);
        }

        _first[index] = message.First;
    }

    public void Copy(DeferredMessages source, int sourceIndex, int index, int count)
    {
        if (source._rest is { } rest)
        {
            _rest ??= new Rest[_first.Length];
            Array.Copy(rest, sourceIndex, _rest, index, count);
        }

        Array.Copy(source._first, sourceIndex, _first, index, count);
    }

    public void Clear(int index, int count)
    {
        Array.Clear(_first, index, count);
        if (_rest is not null)
        {
            Array.Clear(_rest, index, count);
        }
    }

    public void Resize(int length)
    {
        if (_rest is not null)
        {
            Array.Resize(ref _rest, length);
        }

        Array.Resize(ref _first, length);
    }

    private readonly struct Rest(object? second, object? third)
    {
        public object? Second { get; } = second;

        public object? Third { get; } = third;
    }
}
