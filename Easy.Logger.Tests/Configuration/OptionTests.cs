namespace Easy.Logger.Tests.Configuration;

/// <summary>Every option of the appender, set in XML and read back.</summary>
[Demand("H4", "E4")]
internal sealed class OptionTests : SceneTests<LogScene>
{
    private static readonly (string Option, string Text, string ReadBack)[] _values =
    [
        ("bufferSize", "1", "1"),
        ("bufferSize", "65536", "65536"),
        ("queueLimit", "2147483647", "2147483647"),
        ("idleTime", "1", "1"),
        ("idleTime", "3600000", "3600000"),
        ("flushLevel", "WARN", "WARN"),
        ("flushLevel", "off", "OFF"),
        ("overflow", "droplowestlevel", "DropLowestLevel"),
        ("blockTimeout", "0", "0"),
        ("blockTimeout", "-1", "-1"),
        ("blockTimeout", "2147483647", "2147483647"),
        ("closeTimeout", "0", "0"),
        ("closeTimeout", "-1", "-1"),
        ("closeTimeout", "2147483647", "2147483647"),
        ("batchRendering", "false", "False"),
        ("reportLoss", "false", "False"),
        ("journalLimit", "16", "16"),
        ("fix", "268", "Message, ThreadName, Exception"),
        ("fix", "Message, ThreadName, Exception", "Message, ThreadName, Exception"),
        ("fix", "All", "All"),
        ("lossy", "false", "False"),
        ("threshold", "INFO", "INFO"),
    ];

    private static IEnumerable<TestCaseData> Values() =>
        from value in _values
        from name in new[] { value.Option, Pascal(value.Option) }
        select new TestCaseData(name, value.Text, value.ReadBack);

    [TestCaseSource(nameof(Values))]
    public void OptionSetInXml_IsReadBackAndLinesAreWritten(string option, string text, string readBack)
    {
        Scene.ConfigureFile($"""<{option} value="{text}" />""");

        Assert.That(Property(option).GetValue(Scene.Appender)?.ToString(), Is.EqualTo(readBack));
        Scene.Log().Error("written");
        Scene.AwaitLines("written");
        Assert.That(Scene.Complaints, Is.Empty);
    }

    [Test]
    public void OptionsTested_AreAllThatCanBeSet()
    {
        // What names a file, or comes from log4net's own appender skeleton and holds an object rather than a value, has tests below or
        // belongs to log4net.
        string[] objects = ["Journal", "Evaluator", "LossyEvaluator", "Layout", "ErrorHandler", "Name"];
        IEnumerable<string> settable =
            typeof(AsyncBufferingForwardingAppender).GetProperties().Where(property => property.SetMethod?.IsPublic == true)
            .Select(property => property.Name);

        Assert.That(settable.Except(objects), Is.EquivalentTo(_values.Select(value => Pascal(value.Option)).Distinct()));
    }

    [Test]
    public void Configure_LossyWithEvaluators_IsReadBack()
    {
        Scene.ConfigureFile(
            """
            <lossy value="true" />
            <evaluator type="log4net.Core.LevelEvaluator"><threshold value="WARN" /></evaluator>
            <lossyEvaluator type="log4net.Core.LevelEvaluator"><threshold value="INFO" /></lossyEvaluator>
            """);

        Assert.That(Scene.Appender.Lossy, Is.True);
        Assert.That(Scene.Appender.Evaluator, Is.InstanceOf<LevelEvaluator>().With.Property("Threshold").EqualTo(Level.Warn));
        Assert.That(Scene.Appender.LossyEvaluator, Is.InstanceOf<LevelEvaluator>().With.Property("Threshold").EqualTo(Level.Info));
        Assert.That(Scene.Complaints, Is.Empty);
    }

    private static PropertyInfo Property(string option) => typeof(AsyncBufferingForwardingAppender).GetProperty(Pascal(option))!;

    private static string Pascal(string option) => char.ToUpperInvariant(option[0]) + option[1..];
}
