using System.Text.RegularExpressions;
using Easy.Logger.Buffering;

namespace Easy.Logger.Tests.Documents;

/// <summary>The configurations of the migration guides do what the guides say of them, before and after.</summary>
[Category("Documents")]
internal sealed class MigrationTests
{
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

    /// <summary>The ring drops the oldest, the parallel buffer lets callers wait: the options that stand for it are in force.</summary>
    [TestCase("log4net-async-ring-after", OverflowPolicy.DropOldest, 2_000)]
    [TestCase("log4net-async-parallel-after", OverflowPolicy.Block, 200)]
    public void Log4NetAsync_After_HasThePolicyAndThePlaces(string label, OverflowPolicy policy, int places)
    {
        using ShownConfiguration after = Shown(label);

        Assert.That((after.Wrapping.Overflow, after.Wrapping.QueueLimit), Is.EqualTo((policy, places)));
    }

    /// <summary>What the evaluator of before wanted, the flush level of after brings at once.</summary>
    [Test]
    public void Buffering_BeforeAndAfter_AWarningBringsWhatIsBeforeIt([Values("before", "after")] string when)
    {
        using ShownConfiguration shown = Shown($"buffering-{when}");
        if (when == "after")
        {
            shown.Wrapping.IdleTime = 3_600_000;
            shown.Wrapping.ActivateOptions();
        }

        shown.Log.Info("waits");
        shown.Log.Warn("wanted by the evaluator");

        Eventually.Holds(() => shown.Lines("app.log").Count == 2, "both lines are in the file");
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
}
