using System.Reflection;
using System.Text;
using Easy.Logger.Tests.Support;
using log4net;
using log4net.Appender;
using log4net.Core;
using log4net.Filter;
using log4net.Layout;
using log4net.Layout.Pattern;

namespace Easy.Logger.Tests.Fidelity;

/// <summary>Layouts, converters and filters need not be safe for several threads: they run under the lock of their appender.</summary>
internal sealed class ChildLockTests
{
    private static readonly PropertyInfo _lock =
        typeof(AppenderSkeleton).GetProperty("LockObj", BindingFlags.Instance | BindingFlags.NonPublic)!;

    private readonly TempFolder _folder = new();

    [TearDown]
    public void End() => _folder.Dispose();

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

        void Note() => held.Add(Monitor.IsEntered(_lock.GetValue(child)!));

        FilterDecision NoteAndPass()
        {
            Note();
            return FilterDecision.Neutral;
        }
    }

    [Test]
    public void LayoutThatIsNotThreadSafe_OfAChildWithALoggerOfItsOwn_WritesEveryLineOnceAndWhole()
    {
        const int Lines = 20_000;
        string end = new('x', 200);
        using TestRepository direct = new();
        using TestRepository behind = new();
        Output output = Output.Text(new BuildingLayout());
        AsyncBufferingForwardingAppender appender = Comparison.NewAsync(output.Appender);
        direct.Attach(output.Appender);
        behind.Attach(appender);

        using BackgroundCall<bool> one = new(() => Log(direct.Log(), 'd'));
        using BackgroundCall<bool> two = new(() => Log(behind.Log(), 'b'));
        Assert.That(one.Result && two.Result, Is.True);
        appender.Flush(-1);

        HashSet<string> lines = [.. output.Read().Split('\n', StringSplitOptions.RemoveEmptyEntries)];
        string[] expected = [.. Enumerable.Range(0, Lines).SelectMany(i => new[] { $"[d{i}{end}]", $"[b{i}{end}]" })];
        Assert.That(
            (lines.Except(expected).Count(), expected.Except(lines).Count()), Is.EqualTo((0, 0)), "lines nobody logged, lines missing");

        bool Log(ILog log, char side)
        {
            for (int i = 0; i < Lines; i++)
            {
                log.Info($"{side}{i}{end}");
            }

            return true;
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
        "file" => Output.File(_folder.File(Some.Name()), layout),
        _ => Output.File(_folder.File(Some.Name()), layout, new RollingFileAppender()),
    };

    private sealed class BuildingLayout : LayoutSkeleton
    {
        private readonly StringBuilder _line = new();

        public override void ActivateOptions()
        {
            // Nothing to activate.
        }

        public override void Format(TextWriter writer, LoggingEvent loggingEvent)
        {
            _line.Clear();
            _line.Append('[');
            foreach (char c in loggingEvent.RenderedMessage!)
            {
                _line.Append(c);
            }

            _line.Append("]\n");
            writer.Write(_line.ToString());
        }
    }

    private sealed class RunningConverter : PatternLayoutConverter
    {
        private readonly Action? _run = Made.Value; // the one that is made on this thread

        public static AsyncLocal<Action?> Made { get; } = new();

        protected override void Convert(TextWriter writer, LoggingEvent loggingEvent) => _run?.Invoke();
    }
}
