using Easy.Logger.Compatibility;
using log4net.Filter;
using log4net.Layout.Pattern;

namespace Easy.Logger.Tests.Fidelity;

/// <summary>Layouts, converters and filters need not be safe for several threads: they run under the lock of their appender.</summary>
internal sealed class ChildLockTests : FolderTests
{
    [Test]
    public void LayoutFilterAndConverter_RunUnderTheLockOfTheirAppender(
        [Values("text", "file", "rolling")] string kind,
        [Values("layout", "filter", "converter")] string part,
        [Values] bool batchRendering)
    {
        AppenderSkeleton? child = null;
        List<bool> held = [];
        ILayout layout = part switch
        {
            "layout" => new DelegatingLayout((_, _) => Note()),
            "converter" => WithConverter(Note),
            _ => new PatternLayout("%m%n"),
        };
        child = (AppenderSkeleton)Create(kind, layout).Appender;
        if (part == "filter")
        {
            child.AddFilter(new DelegatingFilter(_ => NoteAndPass()));
        }

        AsyncBufferingForwardingAppender appender = Comparison.NewAsync(child, appender => appender.BatchRendering = batchRendering);
        for (int i = 0; i < 3; i++)
        {
            appender.DoAppend(Some.Event());
            appender.DoAppend(Some.Event());
            appender.Flush(-1);
        }

        appender.Close();

        Assert.That(held, Has.Count.GreaterThanOrEqualTo(6).And.All.True);

        void Note() => held.Add(Monitor.IsEntered(Log4NetMembers.LockOf(child!)));

        FilterDecision NoteAndPass()
        {
            Note();
            return FilterDecision.Neutral;
        }
    }

    private static PatternLayout WithConverter(Action run)
    {
        PatternLayout layout = new();
        layout.AddConverter(new log4net.Util.ConverterInfo { Name = "run", Type = typeof(RunningConverter) });
        RunningConverter.Made.Value = run;
        layout.ConversionPattern = "%run %m%n";
        layout.ActivateOptions();
        return layout;
    }

    private Output Create(string kind, ILayout layout) => kind switch
    {
        "text" => Output.Text(layout),
        "file" => Output.File(Folder.File(Some.Name()), layout),
        _ => Output.File(Folder.File(Some.Name()), layout, new RollingFileAppender()),
    };

    private sealed class RunningConverter : PatternLayoutConverter
    {
        private readonly Action? _run = Made.Value; // the one that is made on this thread

        public static AsyncLocal<Action?> Made { get; } = new();

        protected override void Convert(TextWriter writer, LoggingEvent loggingEvent) => _run?.Invoke();
    }
}
