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
            for (int i = 0; i < 100; i++)
            {
                shown.Log.InfoFormat("line {0}", i);
            }

            shown.Log.Debug("below the level");
            shown.Log.Warn("warning");
            shown.Log.Error("failed", new InvalidOperationException("cause"));
            Assert.That(shown.Scene.Repository.Hierarchy.Flush(30_000), Is.True);
        }

        Assert.Multiple(() =>
        {
            Assert.That(Undated(after, "app.log"), Is.EqualTo(Undated(before, "app.log")).And.Length.GreaterThan(100));
            Assert.That(Undated(after, "errors.log"), Is.EqualTo(Undated(before, "errors.log")).And.Length.GreaterThan(1));
        });
    }

    [Test]
    public void Log4NetAspNetCore_EveryOption_IsInTheTable() => Assert.That(
        MarkdownFile.Named("docs/migrating/from-log4net-aspnetcore.md").Rows("Log4Net.AspNetCore")
            .SelectMany(row => Regex.Matches(row[0], "`(\\w+)`").Select(match => match.Groups[1].Value)),
        Is.EquivalentTo(typeof(Microsoft.Extensions.Logging.Log4NetProviderOptions).GetProperties().Select(option => option.Name)));

    /// <summary>The ring drops the oldest, the parallel buffer lets callers wait: the options that stand for it are in force.</summary>
    [TestCase("plain-after")]
    [TestCase("buffering-after")]
    [TestCase("log4net-async-ring-after", OverflowPolicy.DropOldest, 2_000)]
    [TestCase("log4net-async-parallel-after", OverflowPolicy.Block, 200)]
    [TestCase("earlier")]
    public void After_OneLine_ComesByItselfWithThePolicyAndThePlacesOfBefore(string label, OverflowPolicy? policy = null, int places = 0)
    {
        using ShownConfiguration after = Shown(label);
        AsyncBufferingForwardingAppender appender = after.Scene.Appender;
        after.Log.Info("by itself");

        Eventually.Holds(() => after.Scene.Lines("app.log").Count == 1, "the line is in the file");
        if (policy is not null)
        {
            Assert.That((appender.Overflow, appender.QueueLimit), Is.EqualTo((policy, places)));
        }
    }

    /// <summary>What the evaluator of before wanted, the flush level of after brings at once.</summary>
    [Test]
    public void Buffering_BeforeAndAfter_AWarningBringsWhatIsBeforeIt([Values("before", "after")] string when)
    {
        using ShownConfiguration shown = Shown($"buffering-{when}");
        if (when == "after")
        {
            shown.Scene.Appender.IdleTime = 3_600_000;
            shown.Scene.Appender.ActivateOptions();
        }

        shown.Log.Info("waits");
        shown.Log.Warn("wanted by the evaluator");

        Eventually.Holds(() => shown.Scene.Lines("app.log").Count == 2, "both lines are in the file");
    }

    private static ShownConfiguration Shown(string label) => new(MarkdownFile.Config(label).Text);

    private static string[] Undated(ShownConfiguration shown, string file) =>
        [.. shown.Scene.Lines(file).Select(line => _date.Replace(line, string.Empty))];
}
