namespace Easy.Logger.Capture;

/// <summary>
/// The captured values of as many events. Most messages have one argument at most and most events no context: the places of the others are
/// only there once one is used, so that an event costs a single reference to write and to copy.
/// </summary>
internal sealed class CapturedArray
{
    private object?[] _first;
    private Rest[]? _rest;
    private CallContext?[]? _contexts;

    public CapturedArray(int length) => _first = new object?[length];

    public int Length => _first.Length;

    public CapturedValues this[int index]
    {
        get
        {
            Rest rest = _rest is null ? default : _rest[index];
            return new CapturedValues(_first[index], rest.Second, rest.Third, _contexts?[index]);
        }
    }

    /// <summary>The context of an event, without its message.</summary>
    public CallContext? ContextOf(int index) => _contexts?[index];

    /// <summary>Sets values at an empty place.</summary>
    public void Set(int index, in CapturedValues values)
    {
        // The places first: there may be no memory for them.
        if (values.HasRest)
        {
            _rest ??= new Rest[_first.Length];
            _rest[index] = new Rest(values.Second, values.Third);
        }

        if (values.Context is not null)
        {
            _contexts ??= new CallContext?[_first.Length];
            _contexts[index] = values.Context;
        }

        _first[index] = values.First;
    }

    public void Copy(CapturedArray source, int sourceIndex, int index, int count)
    {
        if (source._rest is { } rest)
        {
            _rest ??= new Rest[_first.Length];
            Array.Copy(rest, sourceIndex, _rest, index, count);
        }

        if (source._contexts is { } contexts)
        {
            _contexts ??= new CallContext?[_first.Length];
            Array.Copy(contexts, sourceIndex, _contexts, index, count);
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

        if (_contexts is not null)
        {
            Array.Clear(_contexts, index, count);
        }
    }

    public void Resize(int length)
    {
        if (_rest is not null)
        {
            Array.Resize(ref _rest, length);
        }

        if (_contexts is not null)
        {
            Array.Resize(ref _contexts, length);
        }

        Array.Resize(ref _first, length);
    }

    private readonly struct Rest(object? second, object? third)
    {
        public object? Second { get; } = second;

        public object? Third { get; } = third;
    }
}
