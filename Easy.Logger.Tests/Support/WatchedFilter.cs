namespace Easy.Logger.Tests.Support;

/// <summary>A filter that notices who looks at what is behind it, and who links it anew.</summary>
internal sealed class WatchedFilter(FilterDecision decision) : IFilter
{
    private IFilter? _next;

    public Action? IsSeen { get; set; }

    public Action? IsLinked { get; set; }

    public IFilter? Next
    {
        get
        {
            IsSeen?.Invoke();
            return _next;
        }

        set
        {
            _next = value;
            IsLinked?.Invoke();
        }
    }

    public void ActivateOptions()
    {
        // Nothing to activate.
    }

    public FilterDecision Decide(LoggingEvent loggingEvent) => decision;
}
