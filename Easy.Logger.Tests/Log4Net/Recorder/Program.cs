using System.Globalization;

namespace Recorder;

/// <summary>
/// Runs scenarios on log4net and writes down what it did, in the form of the recorded results of log4net 3.3.2 that the conformance tests compare
/// with. Usage: <c>recorder FOLDER [TOPIC...]</c> writes <c>FOLDER/topic.txt</c> for the named topics, or for all.
/// </summary>
/// <remarks>
/// Each topic runs in a process of its own: nothing static in the library leaks from one to the next, and one that hangs or crashes stops no other.
/// </remarks>
internal static class Program
{
    private const int TopicTimeoutMilliseconds = 120_000;

    private static readonly (string Name, Action<Golden> Run)[] _topics =
    [
        ("levels", LevelsTopic.Run),
        ("patterns", PatternsTopic.Run),
        ("layouts", LayoutsTopic.Run),
        ("rendering", RenderingTopic.Run),
        ("fix", FixTopic.Run),
        ("filters", FiltersTopic.Run),
        ("hierarchy", HierarchyTopic.Run),
        ("buffering", BufferingTopic.Run),
        ("bulk", BulkTopic.Run),
        ("locks", LocksTopic.Run),
        ("reentrancy", ReentrancyTopic.Run),
        ("errors", ErrorsTopic.Run),
        ("files", FilesTopic.Run),
        ("rolling", RollingTopic.Run),
        ("xml", XmlTopic.Run),
        ("reload", ReloadTopic.Run),
        ("lifecycle", LifecycleTopic.Run),
        ("contexts", ContextsTopic.Run),
        ("appenders", AppendersTopic.Run),
        ("util", UtilTopic.Run),
        ("timezone", TimeZoneTopic.Run),
    ];

    private static int Main(string[] args)
    {
        switch (args)
        {
            case ["--topic", var name, var file]:
                using (Golden golden = new(file))
                {
                    golden.Guard(() => _topics.Single(topic => topic.Name == name).Run(golden));
                }

                return 0;

            case ["--exit-probe", var kind, var target]:
                ExitProbe.Run(kind, target);
                return 0;

            case [var folder, .. var names] when names.All(name => _topics.Any(topic => topic.Name == name)):
                Directory.CreateDirectory(folder);
                foreach ((string name, _) in _topics.Where(topic => names is [] || names.Contains(topic.Name)))
                {
                    RunTopic(Path.GetFullPath(folder), name);
                }

                return 0;

            default:
                Console.Error.WriteLine($"usage: recorder FOLDER [{string.Join('|', _topics.Select(topic => topic.Name))}]...");
                return 2;
        }
    }

    private static void RunTopic(string folder, string topic)
    {
        string path = Path.Combine(folder, topic + ".txt");
        File.Delete(path);
        int? exitCode = Child.Run(["--topic", topic, path], TopicTimeoutMilliseconds, topic == "timezone" ? "Asia/Kolkata" : "UTC");
        if (exitCode is not 0)
        {
            string end = exitCode is { } code ? "exit code " + code.ToString(CultureInfo.InvariantCulture) : "Timeout";
            File.AppendAllText(path, $"FAILED: {end}\n");
        }
    }
}
