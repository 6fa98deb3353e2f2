namespace Easy.Logger.Tests.Support;

/// <summary>Makes something of whole batches: overrides the array path of log4net 3.</summary>
internal class ArrayTakingAppender : AppenderSkeleton
{
    public List<int> Batches { get; } = [];

    protected override void Append(LoggingEvent loggingEvent) => Batches.Add(1);

    protected override void Append(IEnumerable<LoggingEvent> loggingEvents) => Batches.Add(loggingEvents.Count());
}

/// <summary>Takes single events; arrays go through log4net's own loop.</summary>
internal sealed class SingleTakingAppender : AppenderSkeleton
{
    public List<string> Messages { get; } = [];

    public Action<LoggingEvent>? OnAppend { get; set; }

    protected override void Append(LoggingEvent loggingEvent)
    {
        OnAppend?.Invoke(loggingEvent);
        Messages.Add(loggingEvent.RenderedMessage ?? string.Empty);
    }
}

/// <summary>A text appender that does something with each event of its own: must not be given a batch as one event.</summary>
internal sealed class OwnAppendTextAppender : TextWriterAppender
{
    public int Events { get; private set; }

    protected override void Append(LoggingEvent loggingEvent)
    {
        Events++;
        base.Append(loggingEvent);
    }
}

/// <summary>Takes batches and writes their texts itself; what it asks for is settable.</summary>
internal sealed class BatchTakingAppender : AppenderSkeleton, IBatchAppender
{
    public IReadOnlyList<ILayout> Layouts { get; set; } = [];

    public FixFlags Fix { get; set; }

    public Action<EventBatch>? OnBatch { get; set; }

    /// <summary>Per event, what is fixed in it and its texts: that of its message, or of each layout.</summary>
    public List<(FixFlags Fix, string Text)> Events { get; } = [];

    public EventBatch? Last { get; private set; }

    public void DoAppend(EventBatch batch)
    {
        Last = batch;
        OnBatch?.Invoke(batch);
        for (int i = 0; i < batch.Count; i++)
        {
            using StringWriter text = new(CultureInfo.InvariantCulture);
            if (Layouts.Count == 0)
            {
                batch.WriteMessage(i, text);
            }

            foreach (ILayout layout in Layouts)
            {
                batch.Format(i, layout, text);
            }

            Events.Add((batch[i].Fix, text.ToString()));
        }
    }

    protected override void Append(LoggingEvent loggingEvent) => Events.Add((loggingEvent.Fix, $"alone: {loggingEvent.RenderedMessage}"));
}

/// <summary>Takes everything, and does what a test wants when it is activated.</summary>
internal sealed class ActivatedAppender : AppenderSkeleton
{
    /// <summary>By the names of the appenders.</summary>
    public static ConcurrentDictionary<string, Action> OnActivate { get; } = new();

    public override void ActivateOptions() => OnActivate[Name!]();

    protected override void Append(LoggingEvent loggingEvent)
    {
        // It takes everything.
    }
}
