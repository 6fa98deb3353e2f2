using Easy.Logger.Compatibility;
using log4net.Filter;
using log4net.Layout.Pattern;

namespace Easy.Logger.Tests.Fidelity;

/// <summary>Layouts, converters and filters need not be safe for several threads: they run under the lock of their appender.</summary>
internal sealed class ChildLockTests : FolderTests
{
    [Test]
    public void LayoutOrConverterAndFilter_RunUnderTheLockOfTheirAppender(
        [Values("text", "file", "rolling")] string kind, [Values] bool ownLayout, [Values] bool batchRendering)
    {
        AppenderSkeleton? child = null;
        List<bool> held = [];
        child = (AppenderSkeleton)Create(kind, ownLayout ? new DelegatingLayout((_, _) => Note()) : WithConverter(() => Note())).Appender;
        child.AddFilter(new DelegatingFilter(_ => Note()));
        AsyncBufferingForwardingAppender appender = Comparison.NewAsync(child, appender => appender.BatchRendering = batchRendering);
        for (int i = 0; i < 3; i++)
        {
            appender.DoAppend(Some.Event());
            appender.DoAppend(Some.Event());
            appender.Flush(-1);
        }

        appender.Close();

        Assert.That(held, Has.Count.GreaterThanOrEqualTo(12).And.All.True, "each filters and formats six events");

        FilterDecision Note()
        {
            held.Add(Monitor.IsEntered(Log4NetMembers.LockOf(child!)));
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
