using Easy.Logger.Loki.Sending;

namespace Easy.Logger.Loki.Lanes;

/// <summary>
/// When each lane may be sent from, and which push is the server's trouble rather than the server the push's. A push that failed three
/// times gets a lane of its own; failures count against it only when other pushes of its tenant are answered meanwhile. Thread-safe.
/// </summary>
internal sealed class LaneStates(PushAttempts attempts, TimeProvider time)
{
    /// <summary>Failures after which the pushes behind one are tried without it.</summary>
    private const int MaxFailures = 3;

    /// <summary>The same where the tenant's limit refused them: as a rule that passes, and all pushes of the tenant have it.</summary>
    private const int MaxLimited = 6;

    /// <summary>Failures, while others are answered, after which a push is dropped.</summary>
    private const int MaxStrikes = 10;

    /// <summary>A lane that was due for so long goes before others, whatever became of its last try.</summary>
    private static readonly TimeSpan _maxBehind = TimeSpan.FromMinutes(1);

    /// <summary>The longest wait for room for a tenant that is the only one that fails.</summary>
    private static readonly TimeSpan _maxFull = TimeSpan.FromSeconds(2);

    private readonly object _lock = new();
    private readonly Dictionary<string, LaneState> _states = new(StringComparer.Ordinal);
    private long _answered;
    private volatile bool _isServerAway;

    /// <summary>Whether the last try got no answer.</summary>
    public bool IsServerAway => _isServerAway;

    /// <summary>Notes what became of a try.</summary>
    public void Note(string tenant, PushReply reply)
    {
        _isServerAway = reply.Outcome == PushOutcome.Retry && reply.Status is null;
        if (reply.Outcome is PushOutcome.Delivered or PushOutcome.Refused)
        {
            using (Uninterrupted.Lock(_lock))
            {
                _answered++;
                if (_states.TryGetValue(tenant, out LaneState? state))
                {
                    state.Answered++;
                }
            }
        }
    }

    /// <summary>When it is a lane's turn: those that do not fail first, the others by their last try; they hold up nobody else.</summary>
    /// <param name="lane">The lane.</param>
    /// <param name="now">The time for which that holds.</param>
    /// <param name="tenantHasPushes">Whether pushes of a tenant are in its own lane.</param>
    /// <returns>A rank, the lowest first; <see langword="null" /> when the lane may not be sent from.</returns>
    public long? RankOf(string lane, long now, Predicate<string> tenantHasPushes)
    {
        using (Uninterrupted.Lock(_lock))
        {
            if (!_states.TryGetValue(lane, out LaneState? state))
            {
                return 0;
            }

            // As long as nothing of the tenant is answered, its pushes are tried in their order.
            bool isDue = state.TenantLane is { } tenant && tenant.Answered == state.AnsweredSeen && tenantHasPushes(TenantOf(lane))
                ? tenant.AllFailures != state.FailuresSeen && tenant.NextTry <= now
                : state.NextTry <= now;
            LaneState whole = state.TenantLane ?? state; // one rank for all pushes of a tenant: they stay in their order
            bool isBehind = whole.IsFailing && time.GetElapsedTime(Math.Max(whole.NextTry, whole.LastFailure), now) < _maxBehind;
            return !isDue ? null : isBehind ? 1 + whole.LastFailure : 0;
        }
    }

    /// <summary>How long until the next lane is due that was not due at a time; <see langword="null" /> when none will be.</summary>
    /// <param name="since">When ranks were asked for: a lane that has become due meanwhile is not waited for.</param>
    public TimeSpan? UntilNext(long since)
    {
        using (Uninterrupted.Lock(_lock))
        {
            long next = long.MaxValue;
            foreach (LaneState state in _states.Values)
            {
                next = state.NextTry > since ? Math.Min(next, state.NextTry) : next;
            }

            long now = time.GetTimestamp();
            return next == long.MaxValue ? null : time.GetElapsedTime(now, Math.Max(now, next));
        }
    }

    /// <summary>How many lines of a push are sent at once.</summary>
    public int PieceOf(string lane, long number, int lines)
    {
        using (Uninterrupted.Lock(_lock))
        {
            return _states.TryGetValue(lane, out LaneState? state) && state.PieceSize > 0 && state.Number == number
                ? Math.Min(state.PieceSize, lines)
                : lines;
        }
    }

    /// <summary>A piece was answered.</summary>
    public void Succeed(string lane)
    {
        using (Uninterrupted.Lock(_lock))
        {
            if (_states.TryGetValue(lane, out LaneState? state))
            {
                (state.Failures, state.RateLimited, state.FullSince, state.LimitedSince) = (0, 0, null, null);
                (state.TenantLane ?? state).IsFailing = false;
            }
        }
    }

    /// <summary>Forgets a lane without pushes.</summary>
    public void Remove(string lane)
    {
        using (Uninterrupted.Lock(_lock))
        {
            if (_states.TryGetValue(lane, out LaneState? state) && state.SetAside == 0)
            {
                _states.Remove(lane);
                if (state.TenantLane is { } tenant)
                {
                    tenant.SetAside--;
                }
            }
        }
    }

    /// <summary>A try failed: says when the next one is due.</summary>
    /// <returns>Whether there is a next try; otherwise the push is to be dropped.</returns>
    public bool Fail(string lane, RetrySchedule schedule, TimeSpan elapsed, PushReply reply, long number, int piece)
    {
        using (Uninterrupted.Lock(_lock))
        {
            LaneState state = StateOf(lane);
            state.Failures++;
            state.AllFailures++;
            LaneState whole = state.TenantLane ?? state;
            (whole.IsFailing, whole.LastFailure) = (true, time.GetTimestamp());
            state.IsUnreachable = reply.ErrorType == ErrorTypes.Transport;
            state.IsLimited = reply.ErrorType == ErrorTypes.RateLimited;
            state.RateLimited += state.IsLimited ? 1 : 0;
            state.LimitedSince = state.IsLimited ? state.LimitedSince ?? time.GetTimestamp() : null;
            bool isHalved = state.RateLimited >= MaxFailures && piece > 1;
            (state.Number, state.PieceSize) = (number, isHalved ? piece / 2 : piece);
            state.OthersAtFailureBefore = state.OthersAtFailure;
            state.OthersAtFailure = _answered - state.Answered;
            if (state.TenantLane is { } tenant)
            {
                state.Strikes += tenant.Answered != state.AnsweredSeen ? 1 : 0;
                (state.AnsweredSeen, state.FailuresSeen) = (tenant.Answered, tenant.AllFailures);
            }

            if (attempts.PauseBefore(schedule, state.Failures, elapsed, reply.RetryAfter) is not { } pause)
            {
                state.NextTry = 0; // what is behind it has not been tried yet
                state.Failures = 0;
                return false;
            }

            state.NextTry = time.GetTimestamp() + (long)(pause.TotalSeconds * time.TimestampFrequency);
            return true;
        }
    }

    /// <summary>
    /// Whether a push failed for too long while others of its tenant were answered, or was refused for too long because of its rate with
    /// none behind it that could show whether others are taken.
    /// </summary>
    public bool IsHopeless(string lane, bool isAlone, TimeSpan age, RetrySchedule schedule)
    {
        using (Uninterrupted.Lock(_lock))
        {
            return _states.TryGetValue(lane, out LaneState? state)
                && (state.Strikes >= MaxStrikes
                    || (state.Strikes >= MaxFailures && schedule.IsOver(age))
                    || (isAlone
                        && (state.TenantLane is { } tenant ? tenant.SetAside == 1 : state.SetAside == 0)
                        && state.LimitedSince is { } since
                        && schedule.IsOver(age)
                        && schedule.IsOver(time.GetElapsedTime(since))));
        }
    }

    /// <summary>
    /// A push of a lane without others found no room and is dropped: it fails no more. How long there has been no room for it is kept, so
    /// that the next one does not hold up others for as long again; one that is limited never does.
    /// </summary>
    public void NoteDropped(string lane)
    {
        using (Uninterrupted.Lock(_lock))
        {
            if (_states.TryGetValue(lane, out LaneState? state))
            {
                state.Failures = 0;
                if (state.IsLimited)
                {
                    Remove(lane);
                }
            }
        }
    }

    /// <summary>Forgets all lanes, whose pushes are gone or are stored somewhere else from now on.</summary>
    public void Clear()
    {
        using (Uninterrupted.Lock(_lock))
        {
            _states.Clear();
        }
    }

    /// <summary>Whether the pushes behind the first one of a lane should be tried without it.</summary>
    public bool ShouldSetAside(string lane)
    {
        using (Uninterrupted.Lock(_lock))
        {
            return _states.TryGetValue(lane, out LaneState? state)
                && state.TenantLane is null
                && state.Failures >= (state.IsLimited ? MaxLimited : MaxFailures)
                && (state.SetAside == 0 || state.Answered != state.AnsweredAtSetAside);
        }
    }

    /// <summary>The first push of a lane gets one of its own.</summary>
    public void SetAside(string lane, string ownLane)
    {
        using (Uninterrupted.Lock(_lock))
        {
            LaneState tenant = StateOf(lane);
            tenant.SetAside++;
            tenant.AnsweredAtSetAside = tenant.Answered;
            LaneState own = new(tenant)
            {
                NextTry = tenant.NextTry,
                Failures = tenant.Failures,
                AnsweredSeen = tenant.Answered,
                FailuresSeen = tenant.AllFailures,
                Number = tenant.Number,
                PieceSize = tenant.PieceSize,
            };
            _states[ownLane] = own;
            (tenant.NextTry, tenant.Failures, tenant.RateLimited) = (0, 0, 0);
        }
    }

    /// <summary>
    /// Whether the trouble is the tenant's own, so that nobody else should wait for it: others were answered meanwhile or, after a
    /// while without room, before, and none of them fails.
    /// </summary>
    public bool OthersGetThrough(string tenant)
    {
        using (Uninterrupted.Lock(_lock))
        {
            if (!_states.TryGetValue(tenant, out LaneState? state))
            {
                return false;
            }

            state.FullSince ??= time.GetTimestamp();
            bool isAlone = state is { AllFailures: > 0, IsUnreachable: false }
                && _answered > state.Answered
                && !_states.Values.Any(other =>
                    other != state && other.TenantLane != state && other is { Failures: > 0, IsLimited: false });
            return state.IsLimited
                || _answered - state.Answered > state.OthersAtFailureBefore
                || (isAlone && time.GetElapsedTime(state.FullSince.Value) > _maxFull);
        }
    }

    private static string TenantOf(string lane) => lane.Substring(0, lane.LastIndexOf('\n'));

    private LaneState StateOf(string lane)
    {
        if (!_states.TryGetValue(lane, out LaneState? state))
        {
            _states.Add(lane, state = new LaneState(tenantLane: null) { OthersAtFailure = _answered, OthersAtFailureBefore = _answered });
        }

        return state;
    }

    /// <summary>What is known of the tries of a lane. Changed under the lock.</summary>
    /// <param name="tenantLane">The lane of the tenant when this is the one of a single push; <see langword="null" /> otherwise.</param>
    private sealed class LaneState(LaneState? tenantLane)
    {
        public LaneState? TenantLane { get; } = tenantLane;

        /// <summary>When the next try is due, by the clock's timestamps.</summary>
        public long NextTry { get; set; }

        /// <summary>Tries that failed since the last one that did not.</summary>
        public int Failures { get; set; }

        /// <summary>All tries that failed.</summary>
        public long AllFailures { get; set; }

        public int RateLimited { get; set; }

        /// <summary>Since when all tries were refused because of the rate; <see langword="null" /> when the last one was not.</summary>
        public long? LimitedSince { get; set; }

        /// <summary>The push that <see cref="PieceSize" /> is about.</summary>
        public long Number { get; set; }

        /// <summary>The most lines that are sent at once.</summary>
        public int PieceSize { get; set; }

        /// <summary>Pushes of the tenant that were answered, from this lane or not.</summary>
        public long Answered { get; set; }

        /// <summary>Pushes of other tenants that had been answered at the last failure, and at the one before.</summary>
        public long OthersAtFailure { get; set; }

        public long OthersAtFailureBefore { get; set; }

        /// <summary>Whether the last failure was the tenant's own limit.</summary>
        public bool IsLimited { get; set; }

        /// <summary>Whether the last failure was that there is no way to the server.</summary>
        public bool IsUnreachable { get; set; }

        /// <summary>For the lane of a tenant: whether the last try of one of its pushes failed.</summary>
        public bool IsFailing { get; set; }

        /// <summary>For the lane of a tenant: when a try of its pushes failed last, by the clock's timestamps.</summary>
        public long LastFailure { get; set; }

        /// <summary>Since when there is no room for more of the tenant; <see langword="null" /> when there is.</summary>
        public long? FullSince { get; set; }

        /// <summary>Pushes that have a lane of their own.</summary>
        public int SetAside { get; set; }

        /// <summary><see cref="Answered" /> when the last push got a lane of its own; -1 before.</summary>
        public long AnsweredAtSetAside { get; set; } = -1;

        /// <summary>For a lane of a single push: failures while other pushes of its tenant were answered.</summary>
        public int Strikes { get; set; }

        /// <summary>For a lane of a single push: <see cref="Answered" /> of the tenant at its last try.</summary>
        public long AnsweredSeen { get; set; }

        /// <summary>For a lane of a single push: <see cref="AllFailures" /> of the tenant at its last try.</summary>
        public long FailuresSeen { get; set; }
    }
}
