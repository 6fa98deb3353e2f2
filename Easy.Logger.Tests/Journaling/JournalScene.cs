namespace Easy.Logger.Tests.Journaling;

/// <summary>Appenders with one journal folder. When it ends, each is closed and no worker is left.</summary>
internal sealed class JournalScene : IDisposable
{
    private readonly List<AsyncBufferingForwardingAppender> _appenders = [];

    public TempFolder Folder => Logs.Folder;

    public string Journal { get; init; }

    public JournalScene() => Journal = Folder.File("journal");

    /// <summary>The same scene for a configuration as XML.</summary>
    public LogScene Logs { get; } = new();

    /// <summary>What the scene's appenders have reported.</summary>
    public IReadOnlyList<string> Complaints => Logs.Complaints;

    /// <summary>What is in the journal and not completed.</summary>
    public IReadOnlyList<string> Left => [.. JournalFiles.EventsIn(Journal).Select(left => left.RenderedMessage!)];

    /// <summary>Starts an appender with one child.</summary>
    public AsyncBufferingForwardingAppender Start(
        out GatedAppender child, Action<AsyncBufferingForwardingAppender>? configure = null, TimeProvider? time = null,
        bool isGateClosed = false)
    {
        child = new GatedAppender();
        if (isGateClosed)
        {
            child.CloseGate();
        }

        AsyncBufferingForwardingAppender appender = new(time ?? TimeProvider.System)
        {
            Name = Logs.Name,
            Journal = Journal,
            BufferSize = 4,
            QueueLimit = 1024,
        };
        configure?.Invoke(appender);
        appender.AddAppender(child);
        _appenders.Add(appender);
        appender.ActivateOptions();
        return appender;
    }

    /// <summary>How many attempts on a segment did not end, in whichever lane it is now.</summary>
    public int AttemptsOn(string segment)
    {
        byte[] buffer = [];
        string path = JournalFiles.SegmentsIn(Journal).Single(left => Path.GetFileName(left) == Path.GetFileName(segment));
        using SegmentReader reader = SegmentReader.Open(path, ref buffer, FileAccess.Read);
        return reader.Attempts;
    }

    public string Leave(int count) => Leave([.. Enumerable.Range(0, count).Select(i => $"{i}")]);

    /// <summary>Leaves events as a killed process does.</summary>
    public string Leave(params string[] messages) => JournalFiles.Leave(Journal, [.. messages.Select(message => Some.Event(message))]);

    public void Dispose()
    {
        foreach (AsyncBufferingForwardingAppender appender in _appenders)
        {
            appender.Appenders.OfType<GatedAppender>().ToList().ForEach(child => child.OpenGate());
            appender.Close();
        }

        Workers.AssertNoneLeft(_appenders);
        Logs.Dispose();
    }
}
