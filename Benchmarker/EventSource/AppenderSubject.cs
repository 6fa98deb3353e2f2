using Easy.Logger.EventSource;
using log4net.Core;

namespace Benchmarker.EventSource;

/// <summary>The appender, given an event that was made before.</summary>
internal sealed class AppenderSubject : Subject
{
    public const string SubjectName = "EventSourceAppender.DoAppend";

    private readonly EventSourceAppender _appender = new() { Name = "measured" };
    private LoggingEvent _event = New(0);

    public AppenderSubject()
        : base(SubjectName) => _appender.ActivateOptions();

    public override void Prepare(int length) => _event = New(length);

    public override void Write(int count)
    {
        for (int i = 0; i < count; i++)
        {
            _appender.DoAppend(_event);
        }
    }

    private static LoggingEvent New(int length) =>
        new(
            typeof(AppenderSubject),
            repository: null,
            "Benchmarker.Program",
            Level.Info,
            new SampleText(length).Part.ToString(),
            exception: null);
}
