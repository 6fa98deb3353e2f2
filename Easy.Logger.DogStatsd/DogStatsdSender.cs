using System.Runtime.CompilerServices;
using Easy.Logger.DogStatsd.Configuration;
using Easy.Logger.DogStatsd.Datagrams;
using Easy.Logger.DogStatsd.Diagnostics;
using Easy.Logger.DogStatsd.Sending;

namespace Easy.Logger.DogStatsd;

/// <summary>
/// Sends metrics, events and service checks to a DogStatsD server, or, as far as that goes, to any StatsD server. A call writes a line into
/// the packet that is being filled and waits for nobody; a background thread sends the packets. A metric allocates nothing; an event, the
/// message of a service check, and a line longer than a packet do. Safe for any thread. No call throws because of the server, a name or a
/// value.
/// </summary>
/// <remarks>
/// While nobody listens, packets wait up to <see cref="DogStatsdSenderOptions.QueueLimit" />, and are sent as soon as somebody does: that a
/// server is started again costs nothing. By UDP this holds on the same host; from another one the system hears of it late or never. What
/// could not be sent is counted in <see cref="Statistics" /> and by the meter <c>Easy.Logger</c>, and log4net's internal log gets a message
/// when it begins.
/// </remarks>
public sealed class DogStatsdSender : IDisposable
{
    [ThreadStatic]
    private static byte[]? _line;

    private readonly LineFormat _format;
    private readonly PacketQueue _queue;
    private readonly PacketWorker _worker;
    private readonly ITimer _timer;
    private readonly Aggregator? _aggregator;
    private readonly ITimer? _aggregation;
    private readonly TimeSpan _aggregationPeriod;
    private readonly TimeSpan _flushPeriod;
    private readonly TimeSpan _closeTimeout;
    private int _isDisposed;

    /// <summary>Makes a sender and starts its thread; connects to nothing yet.</summary>
    /// <param name="options">How it sends; <see langword="null" /> for the defaults.</param>
    /// <exception cref="ArgumentException">An option is out of its bounds, or the address is none.</exception>
    public DogStatsdSender(DogStatsdSenderOptions? options = null)
        : this(options ?? new DogStatsdSenderOptions(), "dogstatsd", TimeProvider.System)
    {
    }

    internal DogStatsdSender(DogStatsdSenderOptions options, string name, TimeProvider time)
    {
        SenderSettings settings = SenderSettings.Of(options);
        _format = settings.Format;
        _aggregationPeriod = TimeSpan.FromMilliseconds(options.AggregationPeriod);
        _flushPeriod = TimeSpan.FromMilliseconds(options.FlushPeriod);
        _closeTimeout = TimeSpan.FromMilliseconds(options.CloseTimeout);
        _queue = new PacketQueue(settings.PacketBytes, options.QueueLimit);
        Name = name;
        _timer = Timers.Create(time, static state => ((PacketQueue)state!).Release(), _queue);
        if (_aggregationPeriod > TimeSpan.Zero)
        {
            (ITimer timer, TimeSpan period) = (_timer, _flushPeriod); // it holds these, not the sender
            _aggregator = new Aggregator(_queue, () => timer.Start(period));
            _aggregation = Timers.Create(time, static state => ((Aggregator)state!).Flush(), _aggregator);
        }

        _worker = new PacketWorker(_queue, settings.Transport, $"Easy.Logger {name}",
            problem => InternalLog.Warn($"Easy.Logger sender [{name}]: {settings.Address} {problem}"));
        DogStatsdMeter.Open(this);
    }

    /// <summary>What became of everything so far: a snapshot that balances.</summary>
    public DogStatsdStatistics Statistics => _queue.Read();

    /// <summary>What the meter calls it.</summary>
    internal string Name { get; }

    /// <summary>Whether its thread has ended.</summary>
    internal bool HasEnded => _worker.HasEnded;

    /// <summary>Counts something.</summary>
    /// <param name="name">The name of the metric; one that is empty is counted as invalid.</param>
    /// <param name="value">How many; may be negative.</param>
    /// <param name="tags">Its tags.</param>
    /// <param name="sampleRate">The share of calls that are sent, from 0 to 1; the server multiplies accordingly. What is no number is
    /// counted as invalid.</param>
    /// <param name="timestamp">When it was, for an agent that is to take it as it is; <see langword="null" />, and a time before 1970, for
    /// now.</param>
    /// <exception cref="ArgumentNullException"><paramref name="name" /> is <see langword="null" />.</exception>
    public void Counter(string name, double value, DogStatsdTags tags = default, double sampleRate = 1, DateTimeOffset? timestamp = null) =>
        Send(MetricType.Counter, name, value, tags, sampleRate, timestamp);

    /// <summary>Reports the current value of something.</summary>
    /// <param name="name">The name of the metric; one that is empty is counted as invalid.</param>
    /// <param name="value">How much.</param>
    /// <param name="tags">Its tags.</param>
    /// <param name="sampleRate">The share of calls that are sent, from 0 to 1.</param>
    /// <param name="timestamp">When it was, for an agent that is to take it as it is; <see langword="null" />, and a time before 1970, for
    /// now.</param>
    /// <exception cref="ArgumentNullException"><paramref name="name" /> is <see langword="null" />.</exception>
    /// <remarks>StatsD servers other than Datadog's take a negative value for a change of the one before.</remarks>
    public void Gauge(string name, double value, DogStatsdTags tags = default, double sampleRate = 1, DateTimeOffset? timestamp = null) =>
        Send(MetricType.Gauge, name, value, tags, sampleRate, timestamp);

    /// <summary>Reports a value of which the agent of this host makes a distribution.</summary>
    /// <param name="name">The name of the metric; one that is empty is counted as invalid.</param>
    /// <param name="value">The value.</param>
    /// <param name="tags">Its tags.</param>
    /// <param name="sampleRate">The share of calls that are sent, from 0 to 1.</param>
    /// <exception cref="ArgumentNullException"><paramref name="name" /> is <see langword="null" />.</exception>
    public void Histogram(string name, double value, DogStatsdTags tags = default, double sampleRate = 1) =>
        Send(MetricType.Histogram, name, value, tags, sampleRate);

    /// <summary>
    /// Reports several values of which the agent of this host makes a distribution, in one line, which servers other than Datadog's may not
    /// know.
    /// </summary>
    /// <param name="name">The name of the metric; one that is empty is counted as invalid.</param>
    /// <param name="values">The values.</param>
    /// <param name="tags">Its tags.</param>
    /// <param name="sampleRate">The share of calls that are sent, from 0 to 1.</param>
    /// <exception cref="ArgumentNullException"><paramref name="name" /> is <see langword="null" />.</exception>
    public void Histogram(string name, ReadOnlySpan<double> values, DogStatsdTags tags = default, double sampleRate = 1) =>
        Send(MetricType.Histogram, name ?? throw new ArgumentNullException(nameof(name)), values, tags, sampleRate, timestamp: null);

    /// <summary>Reports a value of which Datadog makes one distribution for all hosts.</summary>
    /// <param name="name">The name of the metric; one that is empty is counted as invalid.</param>
    /// <param name="value">The value.</param>
    /// <param name="tags">Its tags.</param>
    /// <param name="sampleRate">The share of calls that are sent, from 0 to 1.</param>
    /// <exception cref="ArgumentNullException"><paramref name="name" /> is <see langword="null" />.</exception>
    public void Distribution(string name, double value, DogStatsdTags tags = default, double sampleRate = 1) =>
        Send(MetricType.Distribution, name, value, tags, sampleRate);

    /// <summary>
    /// Reports several values of which Datadog makes one distribution for all hosts, in one line, which other servers may not know.
    /// </summary>
    /// <param name="name">The name of the metric; one that is empty is counted as invalid.</param>
    /// <param name="values">The values.</param>
    /// <param name="tags">Its tags.</param>
    /// <param name="sampleRate">The share of calls that are sent, from 0 to 1.</param>
    /// <exception cref="ArgumentNullException"><paramref name="name" /> is <see langword="null" />.</exception>
    public void Distribution(string name, ReadOnlySpan<double> values, DogStatsdTags tags = default, double sampleRate = 1) =>
        Send(MetricType.Distribution, name ?? throw new ArgumentNullException(nameof(name)), values, tags, sampleRate, timestamp: null);

    /// <summary>Reports how long something took.</summary>
    /// <param name="name">The name of the metric; one that is empty is counted as invalid.</param>
    /// <param name="milliseconds">How long, in milliseconds.</param>
    /// <param name="tags">Its tags.</param>
    /// <param name="sampleRate">The share of calls that are sent, from 0 to 1.</param>
    /// <exception cref="ArgumentNullException"><paramref name="name" /> is <see langword="null" />.</exception>
    public void Timer(string name, double milliseconds, DogStatsdTags tags = default, double sampleRate = 1) =>
        Send(MetricType.Timer, name, milliseconds, tags, sampleRate);

    /// <summary>Reports how long something took several times, in one line, which servers other than Datadog's may not know.</summary>
    /// <param name="name">The name of the metric; one that is empty is counted as invalid.</param>
    /// <param name="milliseconds">How long each time, in milliseconds.</param>
    /// <param name="tags">Its tags.</param>
    /// <param name="sampleRate">The share of calls that are sent, from 0 to 1.</param>
    /// <exception cref="ArgumentNullException"><paramref name="name" /> is <see langword="null" />.</exception>
    public void Timer(string name, ReadOnlySpan<double> milliseconds, DogStatsdTags tags = default, double sampleRate = 1) =>
        Send(MetricType.Timer, name ?? throw new ArgumentNullException(nameof(name)), milliseconds, tags, sampleRate, timestamp: null);

    /// <summary>Reports a member of a set, of which the server counts how many different ones there are.</summary>
    /// <param name="name">The name of the metric; one that is empty is counted as invalid.</param>
    /// <param name="member">The member, of which each <c>:</c>, <c>|</c> and line break becomes an underscore; one that is empty is counted
    /// as invalid.</param>
    /// <param name="tags">Its tags.</param>
    /// <param name="sampleRate">The share of calls that are sent, from 0 to 1.</param>
    /// <exception cref="ArgumentNullException"><paramref name="name" /> or <paramref name="member" /> is
    /// <see langword="null" />.</exception>
    public void Set(string name, string member, DogStatsdTags tags = default, double sampleRate = 1)
    {
        _ = name ?? throw new ArgumentNullException(nameof(name));
        _ = member ?? throw new ArgumentNullException(nameof(member));
        if (!IsSampled(sampleRate))
        {
            return;
        }

        if (name.Length == 0 || member.Length == 0 || double.IsNaN(sampleRate))
        {
            _queue.Drop(DropReason.Invalid);
            return;
        }

        try
        {
            LineWriter writer = new(Line());
            MetricLine.WriteSet(ref writer, _format, name, member, tags, sampleRate);
            Add(writer);
        }
        catch (OutOfMemoryException)
        {
            _queue.Drop(DropReason.QueueFull);
        }
    }

    /// <summary>Sends an event.</summary>
    /// <param name="happened">The event; one with an empty title is counted as invalid.</param>
    /// <param name="tags">Its tags.</param>
    /// <exception cref="ArgumentNullException"><paramref name="happened" /> is <see langword="null" />.</exception>
    public void Event(DogStatsdEvent happened, DogStatsdTags tags = default)
    {
        _ = happened ?? throw new ArgumentNullException(nameof(happened));
        if (happened.Title.Length == 0)
        {
            _queue.Drop(DropReason.Invalid);
            return;
        }

        try
        {
            LineWriter writer = new(Line());
            EventLine.Write(ref writer, _format, happened, tags);
            Add(writer);
        }
        catch (OutOfMemoryException)
        {
            _queue.Drop(DropReason.QueueFull);
        }
    }

    /// <summary>Sends what a check of a service found.</summary>
    /// <param name="name">The name of the check; one that is empty is counted as invalid.</param>
    /// <param name="status">What it found; a number that is none of them is counted as invalid.</param>
    /// <param name="message">Why; what makes the line longer than 8,192 bytes is cut off. <see langword="null" /> for nothing.</param>
    /// <param name="tags">Its tags.</param>
    /// <param name="hostname">The host it is about; <see langword="null" /> for that of the agent.</param>
    /// <param name="timestamp">When it was; <see langword="null" /> for now.</param>
    /// <exception cref="ArgumentNullException"><paramref name="name" /> is <see langword="null" />.</exception>
    public void ServiceCheck(
        string name,
        DogStatsdServiceStatus status,
        string? message = null,
        DogStatsdTags tags = default,
        string? hostname = null,
        DateTimeOffset? timestamp = null)
    {
        _ = name ?? throw new ArgumentNullException(nameof(name));
        if (!LineWriter.HasField(name) || status is < DogStatsdServiceStatus.Ok or > DogStatsdServiceStatus.Unknown)
        {
            _queue.Drop(DropReason.Invalid);
            return;
        }

        try
        {
            LineWriter writer = new(Line());
            ServiceCheckLine.Write(ref writer, _format, name, status, message, tags, hostname, timestamp);
            Add(writer);
        }
        catch (OutOfMemoryException)
        {
            _queue.Drop(DropReason.QueueFull);
        }
    }

    /// <summary>Has everything sent that was called before, and waits for it.</summary>
    /// <param name="millisecondsTimeout">The longest wait; -1 without limit.</param>
    /// <returns>Whether each line is with the system now, or dropped.</returns>
    /// <exception cref="ArgumentOutOfRangeException">The wait is below -1.</exception>
    public bool Flush(int millisecondsTimeout)
    {
        if (millisecondsTimeout < -1)
        {
            throw new ArgumentOutOfRangeException(nameof(millisecondsTimeout), millisecondsTimeout, "-1 or more");
        }

        _aggregator?.Flush();
        return _queue.WaitForCompletion(TimeSpan.FromMilliseconds(millisecondsTimeout));
    }

    /// <summary>
    /// Sends what is queued, and closes, within <see cref="DogStatsdSenderOptions.CloseTimeout" />. While nobody listens, each packet is
    /// tried once more and then dropped and counted. Calls after it count as <see cref="DogStatsdStatistics.Closed" />. Never throws.
    /// </summary>
    public void Dispose()
    {
        BeginClose();
        if (_closeTimeout > TimeSpan.Zero || _closeTimeout == Timeout.InfiniteTimeSpan)
        {
            _worker.Join(_closeTimeout);
        }

        InternalLog.Flush(InternalLog.AtEnd);
    }

    /// <summary>The same without the wait.</summary>
    internal void BeginClose()
    {
        if (Interlocked.Exchange(ref _isDisposed, 1) == 0)
        {
            _aggregation?.Dispose();
            _aggregator?.Flush(closes: true);
            _timer.Dispose();
            _worker.BeginClose(_closeTimeout);
        }
    }

    /// <summary>Encoding calls nobody, so one per thread is enough.</summary>
    private static byte[] Line() => _line ??= new byte[LineFormat.MaxBytes];

    /// <summary>What is no number is let through, to be counted as invalid.</summary>
    private static bool IsSampled(double sampleRate) => !(sampleRate < 1) || Chance.Next() < sampleRate;

    private static bool AreNumbers(ReadOnlySpan<double> values)
    {
        foreach (double value in values)
        {
            if (!NumberText.IsNumber(value))
            {
                return false;
            }
        }

        return !values.IsEmpty;
    }

    private void Send(MetricType type, string name, double value, DogStatsdTags tags, double sampleRate, DateTimeOffset? timestamp = null)
    {
#if NET
        Send(type, name, new ReadOnlySpan<double>(in value), tags, sampleRate, timestamp);
#else
        Span<double> values = stackalloc double[1];
        values[0] = value;
        Send(type, name, values, tags, sampleRate, timestamp);
#endif
    }

    private void Send(
        MetricType type, string name, scoped ReadOnlySpan<double> values, DogStatsdTags tags, double sampleRate, DateTimeOffset? timestamp)
    {
        _ = name ?? throw new ArgumentNullException(nameof(name));
        bool isAggregated = _aggregator is not null && (type is MetricType.Counter or MetricType.Gauge) && timestamp is null
            && sampleRate > 0;
        if (!isAggregated && !IsSampled(sampleRate))
        {
            return;
        }

        if (name.Length == 0 || !AreNumbers(values) || double.IsNaN(sampleRate))
        {
            _queue.Drop(DropReason.Invalid);
            return;
        }

        try
        {
            if (isAggregated && TryAggregate(type, name, values[0], tags))
            {
                return;
            }

            LineWriter writer = new(Line());
            sampleRate = isAggregated ? 1 : sampleRate;
            MetricLine.Write(ref writer, _format, type, name, values, tags, sampleRate, timestamp?.ToUnixTimeSeconds() ?? 0);
            Add(writer);
        }
        catch (OutOfMemoryException)
        {
            _queue.Drop(DropReason.QueueFull);
        }
    }

    private bool TryAggregate(MetricType type, string name, double value, DogStatsdTags tags)
    {
        LineWriter writer = new(Line());
        int place = MetricLine.WriteSeries(ref writer, _format, type, name, tags);
        bool isFirst = false;
        bool isTaken = !writer.IsTooLong && _aggregator!.TryAdd(type == MetricType.Counter, writer.Written, place, value, out isFirst);
        if (isFirst)
        {
            _aggregation!.Start(_aggregationPeriod);
        }

        return isTaken;
    }

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private void Add(in LineWriter writer)
    {
        if (writer.IsTooLong)
        {
            _queue.Drop(DropReason.TooLarge);
        }
        else if (_queue.Add(writer.Written))
        {
            _timer.Start(_flushPeriod);
        }
    }
}
