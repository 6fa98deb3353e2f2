using System.Globalization;
using Benchmarker;
using Easy.Logger.Tests.Support;
using log4net;

namespace Easy.Logger.Tests.EndToEnd;

/// <summary>A file that rolls by size ends behind a batch's event where it would end had the events come one by one.</summary>
internal sealed class SizeLimitTests
{
    private readonly LogScene _scene = new();

    [TearDown]
    public void EndScene() => _scene.Dispose();

    [Pairwise]
    public void DoAppend_BatchesFillSeveralFiles_EachFileIsThatOfSingleEvents(
        [Values("Size", "Composite")] string style,
        [Values("ExclusiveLock", "MinimalLock", "InterProcessLock", "NoLock")] string locking,
        [Values("utf-8", "utf-16", "us-ascii")] string encoding,
        [Values(1, 500, 2000)] int limit)
    {
        string more = $"""
            <rollingStyle value="{style}" /><maximumFileSize value="{limit}" /><maxSizeRollBackups value="-1" /><countDirection value="1" />
            <encoding value="{encoding}" /><lockingModel type="log4net.Appender.FileAppender+{locking}" />
            """;
        _scene.Configure(
            _scene.File("direct", more: more, type: "RollingFileAppender"),
            _scene.File("behind", more: more, type: "RollingFileAppender"),
            _scene.Async("""<bufferSize value="64" /><idleTime value="3600000" />""", "behind"),
            LogScene.Root("direct", _scene.Name));
        ILog log = _scene.Log();
        Chance chance = new(limit);

        for (int i = 0; i < 200; i++)
        {
            log.InfoFormat(CultureInfo.InvariantCulture, "{0} {1}", i, new string('é', chance.Below(80)));
        }

        _scene.Shutdown();
        (string Name, string Text)[] direct = Files("direct");
        Assert.That(direct, Has.Length.GreaterThan(3));
        Assert.That(Files("behind"), Is.EqualTo(direct));
    }

    private (string Name, string Text)[] Files(string name) =>
    [
        .. Directory.GetFiles(_scene.Folder.Path, $"{name}.log*").Order(StringComparer.Ordinal)
            .Select(file => (Path.GetFileName(file)[name.Length..], Convert.ToHexString(File.ReadAllBytes(file)))),
    ];
}
