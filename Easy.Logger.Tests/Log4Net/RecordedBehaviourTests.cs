namespace Easy.Logger.Tests.Log4Net;

/// <summary>
/// The log4net of this build, stand-in or real, does in every recorded scenario what log4net 3.3.2 did. Other tests are worth what this shows.
/// </summary>
/// <remarks>Not beside other tests: some scenarios call a thread blocked when it has not come back within a while.</remarks>
[Category("Conformance")]
[NonParallelizable]
internal sealed class RecordedBehaviourTests
{
    private static string Folder { get; } = Path.Combine(AppContext.BaseDirectory, "Log4Net", "Recorded", "Topics");

    private static IEnumerable<string> Topics =>
        Directory.GetFiles(Folder, "*.txt").Select(path => Path.GetFileNameWithoutExtension(path)).Order(StringComparer.Ordinal);

    private static IEnumerable<TestCaseData> Scenarios =>
        from topic in Topics
        from recorded in Recorded(topic)
        select new TestCaseData(topic, recorded.Name);

    [TestCaseSource(nameof(Scenarios))]
    public void Scenario_OnTheLog4NetOfThisBuild_GivesWhatWasRecorded(string topic, string name)
    {
        TopicRun run = TopicRun.Of(topic);

        RecordedCase? actual = run.Cases.FirstOrDefault(scenario => scenario.Name == name);

        Assert.That(actual, Is.Not.Null, $"It was not run. {run.Transcript}");
        Assert.That(actual!.Lines, Is.EqualTo(Recorded(topic).Single(scenario => scenario.Name == name).Lines), run.Transcript);
    }

    /// <summary>Scenarios that are run but not recorded would compare with nothing.</summary>
    [TestCaseSource(nameof(Topics))]
    public void Topic_Run_HasTheRecordedScenariosInTheirOrder(string topic) =>
        Assert.That(TopicRun.Of(topic).Cases.Select(Name), Is.EqualTo(Recorded(topic).Select(Name)), TopicRun.Of(topic).Transcript);

    [Test]
    public void Recorded_AllTopics_AreThere()
    {
        Assert.That(Topics.ToArray(), Has.Length.EqualTo(21));
        Assert.That(Scenarios.Count(), Is.GreaterThanOrEqualTo(450));
    }

    private static IReadOnlyList<RecordedCase> Recorded(string topic) => RecordedCase.Read(Path.Combine(Folder, topic + ".txt"));

    private static string Name(RecordedCase recorded) => recorded.Name;
}
