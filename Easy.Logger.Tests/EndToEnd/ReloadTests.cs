using Easy.Logger.Tests.Support;
using log4net;
using log4net.Config;

namespace Easy.Logger.Tests.EndToEnd;

/// <summary>Design, guarantee 10: a watched configuration that changes under load costs no line and leaves no worker.</summary>
internal sealed class ReloadTests
{
    private readonly LogScene _scene = new();

    [TearDown]
    public void EndScene() => _scene.Dispose();

    [Test]
    public void F2_WatchedConfigurationChangesUnderLoad_EveryLineIsInOneOfTheFiles()
    {
        const int reloads = 2;
        WriteConfiguration(0);
        XmlConfigurator.ConfigureAndWatch(_scene.Repository.Hierarchy, new FileInfo(_scene.Folder.File("watched.config")));
        List<AsyncBufferingForwardingAppender> seen = [_scene.Appender];
        using CancellationTokenSource stop = new();
        ILog log = _scene.Log();
        Task<int>[] producers =
            [.. Enumerable.Range(0, 4).Select(id => Task.Factory.StartNew(() => Produce(id), TaskCreationOptions.LongRunning))];

        for (int i = 1; i <= reloads; i++)
        {
            WriteConfiguration(i);
            Eventually.Holds(() => Current() is { } current && !seen.Contains(current), $"reload {i}");
            seen.Add(_scene.Appender);
            Eventually.Holds(() => seen[^1].Statistics.Forwarded > 0, "lines go the new way");
        }

        stop.Cancel();
        int[] counts = Eventually.Returns(() => Task.WhenAll(producers).Result, "the producers");
        _scene.Shutdown();

        Workers.AssertNoneLeft(seen);
        Assert.Multiple(() =>
        {
            Assert.That(_scene.Folder.Lines("file-").Order(), Is.EqualTo(counts.SelectMany(Expected).Order()));
            Assert.That(seen[0].Statistics.Accepted, Is.Positive);
            Assert.That(seen.Sum(appender => appender.Statistics.Rejected), Is.Zero);
            Assert.That(_scene.Complaints, Is.Empty);
        });

        int Produce(int id)
        {
            int number = 0;
            SpinWait pause = default; // a load that two cores can carry beside other tests
            while (!stop.IsCancellationRequested)
            {
                log.Info($"{id} {number++}");
                if (number % 10 == 0)
                {
                    pause.SpinOnce();
                }
            }

            return number;
        }

        static IEnumerable<string> Expected(int count, int id) => Enumerable.Range(0, count).Select(number => $"{id} {number}");
    }

    // A file of its own for each configuration: log4net makes the new appenders before it closes the old ones, and two cannot write one
    // file.
    private void WriteConfiguration(int number)
    {
        string file = _scene.Folder.File("watched.config");
        string child = $"file-{number}";
        File.WriteAllText(
            $"{file}.new", $"<log4net>{_scene.File(child)}{_scene.Async(string.Empty, child)}{LogScene.Root(_scene.Name)}</log4net>");
        File.Move($"{file}.new", file, overwrite: true);
    }

    private AsyncBufferingForwardingAppender? Current() =>
        _scene.Repository.Hierarchy.Root.Appenders.OfType<AsyncBufferingForwardingAppender>().FirstOrDefault();
}
