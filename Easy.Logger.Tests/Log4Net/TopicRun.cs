using System.Collections.Concurrent;
using Easy.Logger.Tests.Support;

namespace Easy.Logger.Tests.Log4Net;

/// <summary>What the log4net of this build did in the scenarios of one topic. A topic is run once, when the first test asks for it.</summary>
internal sealed class TopicRun
{
    private static readonly ConcurrentDictionary<string, Lazy<TopicRun>> _runs = new(StringComparer.Ordinal);

    private TopicRun(string topic)
    {
        using TempFolder folder = new();
        using ProbeRun run = new(TestProgram.Recorder, folder.Path, topic);
        run.AssertEndsWith(0);
        Cases = RecordedCase.Read(folder.File(topic + ".txt"));
        Transcript = run.Transcript;
    }

    public IReadOnlyList<RecordedCase> Cases { get; }

    /// <summary>What the program wrote to its console meanwhile, for the message of a failing test.</summary>
    public string Transcript { get; }

    public static TopicRun Of(string topic) => _runs.GetOrAdd(topic, static name => new Lazy<TopicRun>(() => new TopicRun(name))).Value;
}
