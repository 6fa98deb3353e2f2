using Easy.Logger.Rendering;
using log4net.Core;
using log4net.Repository;

namespace Easy.Logger.Capture;

/// <summary>
/// Events in the order they came, captured by one plan, with what was captured beside each: what callers fill under the queue's lock and
/// the worker then takes as a whole. Not thread-safe.
/// </summary>
/// <remarks>
/// Most messages have one argument at most and most events no context: the places of the others are only there once one is used, so that an
/// event costs two references to write. Events leave at the old end, so an event keeps its place.
/// </remarks>
internal sealed class CapturedEvents
{
    private readonly Slot[] _slots;
    private Rest[]? _rest;
    private CallContext?[]? _contexts;
    private long[]? _journalPlaces;
    private int _placesEnd;
    private int _start;

    /// <param name="capacity">The most events.</param>
    public CapturedEvents(int capacity) => _slots = new Slot[capacity];

    /// <summary>The most events.</summary>
    public int Capacity => _slots.Length;

    /// <summary>What all of the events were captured by.</summary>
    public CapturePlan Plan { get; private set; } = CapturePlan.ForNobody;

    /// <summary>When the first event came, or a little earlier.</summary>
    public long Timestamp { get; private set; }

    /// <summary>The number that the next event gets.</summary>
    public long NextSequence => FirstSequence + Used;

    /// <summary>The number of the oldest event.</summary>
    public long HeadSequence => FirstSequence + _start;

    /// <summary>How many events there are.</summary>
    public int Count => Used - _start;

    /// <summary>How many events were added.</summary>
    public int Used { get; private set; }

    /// <summary>The repository of the first event, and of all that are not kept.</summary>
    public ILoggerRepository? Repository { get; private set; }

    /// <summary>How many events may be added without asking for more room; never more than the capacity.</summary>
    public int Limit { get; set; }

    private long FirstSequence { get; set; }

    /// <summary>An event, counted from the oldest.</summary>
    public CapturedEvent this[int index]
    {
        get
        {
            int at = _start + index;
            ref readonly Slot slot = ref _slots[at];
            Rest rest = _rest is null ? default : _rest[at];
            return new CapturedEvent(
                slot.Source!, slot.First, rest.Second, rest.Third, slot.Number, slot.Time, Repository, _contexts?[at],
                _journalPlaces?[at] ?? 0);
        }
    }

    /// <summary>The level of an event.</summary>
    public Level? LevelOf(int index) =>
        _slots[_start + index].Source is CallSite site ? site.Level : ((LoggingEvent)_slots[_start + index].Source!).Level;

    /// <summary>Whether it is this very event.</summary>
    public bool Is(int index, LoggingEvent loggingEvent) => ReferenceEquals(_slots[_start + index].Source, loggingEvent);

    /// <summary>
    /// Where the journal has the events; 0 for those that it has not. They stay when everything is cleared, until the next event is added.
    /// </summary>
    public ReadOnlySpan<long> JournalPlaces => _journalPlaces.AsSpan(0, _placesEnd);

    /// <summary>Whether any event may have a context.</summary>
    public bool HasContexts => _contexts is not null;

    /// <summary>The context of an event, without its message.</summary>
    public CallContext? ContextOf(int index) => _contexts?[_start + index];

    /// <summary>Begins anew, without events.</summary>
    /// <param name="plan">What the events are captured by.</param>
    /// <param name="firstSequence">The number of the first event.</param>
    /// <param name="timestamp">When it came.</param>
    public void Begin(CapturePlan plan, long firstSequence = 0, long timestamp = 0)
    {
        Plan = plan;
        Repository = null;
        FirstSequence = firstSequence;
        Timestamp = timestamp;
    }

    /// <summary>Whether an event captured by a plan goes with the others: their plan is the same, and what is kept once for all.</summary>
    public bool Suits(in CapturedEvent captured, CapturePlan plan) =>
        Used == 0 || (ReferenceEquals(Plan, plan) && (captured.Event is not null || ReferenceEquals(Repository, captured.Repository)));

    /// <summary>Adds an event. Only valid while fewer than the capacity were added, for one that suits.</summary>
    public void Add(in CapturedEvent captured)
    {
        int at = Used;

        // The places first: there may be no memory for them.
        if (captured.Second is not null || captured.Third is not null)
        {
            _rest ??= new Rest[_slots.Length];
            _rest[at] = new Rest(captured.Second, captured.Third);
        }

        if (captured.Context is not null)
        {
            _contexts ??= new CallContext?[_slots.Length];
            _contexts[at] = captured.Context;
        }

        if (captured.JournalPlace != 0 || _journalPlaces is not null)
        {
            _journalPlaces ??= new long[_slots.Length];
            _journalPlaces[at] = captured.JournalPlace;
            _placesEnd = at + 1;
        }

        if (at == 0)
        {
            Repository = captured.Event?.Repository ?? captured.Repository;
        }

        _slots[at] = new Slot(captured.Source, captured.First, captured.Number, captured.Time);
        Used = at + 1;
    }

    /// <summary>Has all places that events may need, so that <see cref="Add" /> cannot fail.</summary>
    public void Reserve()
    {
        _rest ??= new Rest[_slots.Length];
        _contexts ??= new CallContext?[_slots.Length];
        _journalPlaces ??= new long[_slots.Length];
    }

    /// <summary>The oldest events once more, for others that have just as much room.</summary>
    public CapturedEvents Copy(int count)
    {
        CapturedEvents copy = new(count);
        copy.Begin(Plan, HeadSequence, Timestamp);
        for (int i = 0; i < count; i++)
        {
            copy.Add(this[i]);
        }

        return copy;
    }

    /// <summary>Takes the oldest events out. Only valid while there are so many.</summary>
    public void RemoveOldest(int count)
    {
        Clear(_start, count);
        _journalPlaces?.AsSpan(_start, count).Clear();
        _start += count;
    }

    /// <summary>Keeps no reference to an event, to what was captured of one, or to an appender.</summary>
    public void Clear()
    {
        Clear(0, Used);
        long next = NextSequence;
        _start = Used = Limit = 0;
        Begin(CapturePlan.ForNobody, next);
    }

    private void Clear(int at, int count)
    {
        Array.Clear(_slots, at, count);
        if (_rest is not null)
        {
            Array.Clear(_rest, at, count);
        }

        if (_contexts is not null)
        {
            Array.Clear(_contexts, at, count);
        }
    }

    /// <summary>In an array of structures no reference is checked for its type when it is written.</summary>
    private readonly struct Slot(object source, object? first, long number, long time)
    {
        public object? Source { get; } = source;

        public object? First { get; } = first;

        public long Number { get; } = number;

        public long Time { get; } = time;
    }

    private readonly struct Rest(object? second, object? third)
    {
        public object? Second { get; } = second;

        public object? Third { get; } = third;
    }
}
