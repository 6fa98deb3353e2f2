using System.Text.RegularExpressions;
using Easy.Logger.Buffering;
using Easy.Logger.Diagnostics;
using Easy.Logger.Tests.Support;
using log4net;
using log4net.Appender;
using log4net.Core;

namespace Easy.Logger.Tests.Documents;

/// <summary>The configurations of the migration guides do what the guides say of them, before and after.</summary>
[Category("Documents")]
internal sealed class MigrationTests
{
    private const int Forever = 3_600_000;

    /// <summary>What a pattern with %date begins with.</summary>
    private static readonly Regex _date = new(@"^\[?\d{4}-\d\d-\d\d \d\d:\d\d:\d\d,\d{3}\]?", RegexOptions.CultureInvariant);

    [Test]
    public void Plain_Wrapped_HasTheSameLinesInTheSameFiles()
    {
        using ShownConfiguration before = Shown("plain-before");
        using ShownConfiguration after = Shown("plain-after");

        foreach (ShownConfiguration shown in new[] { before, after })
        {
            LogASample(shown.Log);
            Assert.That(shown.Hierarchy.Flush(30_000), Is.True);
        }

        Assert.Multiple(() =>
        {
            Assert.That(Undated(after, "app.log"), Is.EqualTo(Undated(before, "app.log")).And.Length.GreaterThan(100));
            Assert.That(Undated(after, "errors.log"), Is.EqualTo(Undated(before, "errors.log")).And.Length.GreaterThan(1));
        });
    }

    [Test]
    public void Log4NetAspNetCore_EveryOption_IsInTheTable()
    {
        string guide = File.ReadAllText(Path.Combine(Repository.Root, "docs", "migrating", "from-log4net-aspnetcore.md"));
        IEnumerable<string> rows =
            guide.Split('\n').Where(line => line.StartsWith("| `", StringComparison.Ordinal)).Select(line => line.Split('|')[1]);

        Assert.That(
            rows.SelectMany(row => Regex.Matches(row, "`(\\w+)`").Select(match => match.Groups[1].Value)),
            Is.EquivalentTo(typeof(Microsoft.Extensions.Logging.Log4NetProviderOptions).GetProperties().Select(option => option.Name)));
    }

    /// <summary>WARN is what the evaluator of the second one wants; an ERROR needs none.</summary>
    [TestCase("plain-after", "ERROR", 1)]
    [TestCase("buffering-after", "WARN", 0)]
    public void After_OneThatIsSevere_BringsEverythingBeforeItAtOnce(string label, string level, int errors)
    {
        using ShownConfiguration after = Shown(label);
        after.Wrapping.IdleTime = Forever;
        after.Wrapping.ActivateOptions();

        after.Log.Info("waits");
        after.Log.Logger.Log(typeof(MigrationTests), after.Hierarchy.LevelMap[level], "severe", exception: null);

        Eventually.Holds(() => after.Lines("app.log").Count == 2
            && after.Lines("errors.log").Count == errors, "both lines are in the file, those of errors in theirs");
    }

    [TestCase("plain-after")]
    [TestCase("buffering-after")]
    [TestCase("log4net-async-ring-after")]
    [TestCase("log4net-async-parallel-after")]
    [TestCase("earlier")]
    public void After_OneLine_ComesByItself(string label)
    {
        using ShownConfiguration after = Shown(label);

        after.Log.Info("by itself");

        Eventually.Holds(() => after.Lines("app.log").Count == 1, "the line is in the file");
    }

    [Test]
    public void Plain_ShutDown_EverythingIsWritten()
    {
        using ShownConfiguration after = Shown("plain-after");

        for (int i = 0; i < 2000; i++)
        {
            after.Log.InfoFormat("line {0}", i);
        }

        after.Hierarchy.Shutdown();
        Assert.That(after.Lines("app.log"), Has.Count.EqualTo(2000));
    }

    [Test]
    public void Buffering_Before_KeepsWhatDoesNotFillItUntilAWarning()
    {
        using ShownConfiguration before = Shown("buffering-before");

        before.Log.Info("waits");
        Assert.That(before.Lines("app.log"), Is.Empty);

        before.Log.Warn("wanted by the evaluator");
        Assert.That(before.Lines("app.log"), Has.Count.EqualTo(2));
    }

    [Test]
    public void Buffering_After_CodeThatFlushesBuffersFlushesUs()
    {
        using ShownConfiguration after = Shown("buffering-after");
        after.Wrapping.IdleTime = Forever;
        after.Wrapping.ActivateOptions();
        after.Log.Info("waits");

        foreach (IAppender appender in after.Hierarchy.GetAppenders())
        {
            (appender as BufferingAppenderSkeleton)?.Flush();
        }

        Assert.That(after.Lines("app.log"), Has.Count.EqualTo(1));
    }

    [TestCase("""<fix value="268" />""", "(null)")]
    [TestCase("", "value")]
    public void Buffering_PropertyOfAContext_IsThereWithoutFix(string fix, string printed)
    {
        string text = MarkdownFile.Config("buffering-after").Text.Replace("""<fix value="268" />""", fix, StringComparison.Ordinal)
            .Replace("%message%newline%exception", "%property{guide}%newline", StringComparison.Ordinal);
        using ShownConfiguration after = new(text);

        LogicalThreadContext.Properties["guide"] = "value";
        after.Log.Warn("message");
        LogicalThreadContext.Properties.Remove("guide");

        Eventually.Holds(() => after.Lines("app.log").Count == 1, "the line is in the file");
        Assert.That(after.Lines("app.log")[0], Does.EndWith($" - {printed}"));
    }

    [Test]
    public void Ring_After_TheOldestAreGivenUpAndTheLogSaysSo()
    {
        using ShownConfiguration after = Shown("log4net-async-ring-after");
        GatedAppender gate = Hold(after);

        for (int i = 0; i < 2500; i++)
        {
            after.Log.InfoFormat("line {0}", i);
        }

        Assert.That(
            after.Wrapping.Statistics.DroppedFor(DropReason.Evicted),
            Is.EqualTo(501),
            "2,000 places, one of them taken by the event that is held");
        gate.OpenGate();
        Assert.That(after.Wrapping.Flush(-1), Is.True);
        Assert.Multiple(() =>
        {
            Assert.That(
                gate.Messages.Where(message => message.StartsWith("line ", StringComparison.Ordinal)),
                Is.EqualTo(Enumerable.Range(501, 1999).Select(i => $"line {i}")));
            Assert.That(
                gate.Events.Where(loggingEvent => loggingEvent.LoggerName == "Easy.Logger").Select(loggingEvent => loggingEvent.Level),
                Is.EqualTo(new[] { Level.Warn }));
        });
    }

    [Test]
    public void Parallel_After_ACallerWaitsAndNothingIsLost()
    {
        using ShownConfiguration after = Shown("log4net-async-parallel-after");
        after.Wrapping.BlockTimeout = -1;
        after.Wrapping.ActivateOptions();
        GatedAppender gate = Hold(after);

        Task caller = BackgroundLines(after.Log, 300);
        Eventually.Holds(() => after.Wrapping.WaitingCallers == 1, "the caller waits for a place");
        Assert.That(after.Wrapping.Statistics.Pending, Is.EqualTo(200));

        gate.OpenGate();
        Assert.That(caller.Wait(Eventually.Patience), Is.True);
        Assert.That(after.Wrapping.Flush(-1), Is.True);
        Assert.That(gate.Messages, Is.EqualTo(Enumerable.Range(0, 300).Select(i => $"line {i}").Prepend("held")));
    }

    [Test]
    public void Earlier_Options_AreReadAsTheyAre()
    {
        using ShownConfiguration shown = Shown("earlier");

        Assert.Multiple(() =>
        {
            Assert.That(shown.Problems, Is.Empty);
            Assert.That(shown.Wrapping.BufferSize, Is.EqualTo(512));
            Assert.That(shown.Wrapping.IdleTime, Is.EqualTo(500));
            Assert.That(shown.Wrapping.Lossy, Is.False);
            Assert.That(shown.Wrapping.Fix, Is.EqualTo(FixFlags.Message | FixFlags.ThreadName | FixFlags.Exception));
            Assert.That(shown.Wrapping.Overflow, Is.EqualTo(OverflowPolicy.Block));
        });
    }

    [Test]
    public void Earlier_Lines_LookAsTheyDid()
    {
        using ShownConfiguration shown = Shown("earlier");

        shown.Log.Info("I am in Program!");
        Assert.That(shown.Hierarchy.Flush(30_000), Is.True);

        Assert.That(Undated(shown, "app.log").Single(), Does.Match(@"^ \[INFO \] \[.+\] \[Orders\] - I am in Program!$"));
    }

    private static ShownConfiguration Shown(string label) => new(MarkdownFile.Config(label).Text);

    private static string[] Undated(ShownConfiguration shown, string file) =>
        [.. shown.Lines(file).Select(line => _date.Replace(line, string.Empty))];

    private static void LogASample(ILog log)
    {
        for (int i = 0; i < 100; i++)
        {
            log.InfoFormat("line {0}", i);
        }

        log.Debug("below the level");
        log.Warn("warning");
        log.Error("failed", new InvalidOperationException("cause"));
    }

    /// <summary>The worker stands in a child of ours, with one event.</summary>
    private static GatedAppender Hold(ShownConfiguration shown)
    {
        GatedAppender gate = new();
        shown.ReplaceChildren(gate);
        gate.CloseGate();
        shown.Log.Error("held");
        gate.AwaitEntry();
        return gate;
    }

    private static Task BackgroundLines(ILog log, int count) => Task.Factory.StartNew(
        () =>
        {
            for (int i = 0; i < count; i++)
            {
                log.InfoFormat("line {0}", i);
            }
        },
        CancellationToken.None,
        TaskCreationOptions.LongRunning,
        TaskScheduler.Default);
}
