using log4net.Appender;
using log4net.Core;
using log4net.Layout;

namespace Recorder;

/// <summary>
/// What a case of rolling starts from: an empty folder, a clock that it sets, and numbered lines, "NNN" and padding, 10 bytes with the line feed.
/// </summary>
internal sealed class RollingScene(Golden golden) : IDisposable
{
    public const int FileSize = 50;

    private int _line;

    public static DateTime FirstDay { get; } = new(2024, 3, 1, 10, 0, 0);

    public TempFolder Folder { get; } = new();

    public SetClock Clock { get; } = new(FirstDay);

    public RollingFileAppender Open(Action<RollingFileAppender> configure, RollingFileAppender.IDateTime? clock = null)
    {
        RollingFileAppender appender = new()
        {
            Name = "r",
            File = Folder.File("app.log"),
            Layout = new PatternLayout("%m\n"),
            DateTimeStrategy = clock ?? Clock,
        };
        configure(appender);
        appender.ActivateOptions();
        return appender;
    }

    public LoggingEvent Line() => Make.Event("a", Level.Info, $"{++_line:000}xxxxxx");

    public void Write(RollingFileAppender appender, int count)
    {
        for (int i = 0; i < count; i++)
        {
            appender.DoAppend(Line());
        }
    }

    /// <summary>Files get the time that the clock shows: a restarted appender looks at when its file was last written.</summary>
    public void Touch()
    {
        foreach (string path in Directory.GetFiles(Folder.Path))
        {
            File.SetLastWriteTime(path, Clock.Now);
        }
    }

    /// <summary>Lists the folder: name lines=N first..last; then the name of the file that the appender writes to.</summary>
    public void Show(RollingFileAppender? appender = null)
    {
        foreach (string path in Files())
        {
            string[] lines = TempFolder.Read(path).Split('\n', StringSplitOptions.RemoveEmptyEntries);
            string range = lines is [] ? "" : $"{Number(lines[0])}..{Number(lines[^1])}";
            golden.Line($"  {Path.GetFileName(path)} lines={lines.Length} {range}");
        }

        if (appender is not null)
        {
            golden.Line("  File property " + Path.GetFileName(appender.File));
        }
    }

    public IEnumerable<string> Files() => Directory.GetFiles(Folder.Path).Order(StringComparer.Ordinal);

    public void Dispose() => Folder.Dispose();

    private static string Number(string line) => line[..Math.Min(3, line.Length)];

    internal sealed class SetClock(DateTime now) : RollingFileAppender.IDateTime
    {
        public DateTime Now { get; set; } = now;
    }
}
