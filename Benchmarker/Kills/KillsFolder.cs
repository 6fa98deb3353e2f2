using Easy.Logger.Journaling;

namespace Benchmarker.Kills;

/// <summary>The files of one run.</summary>
internal sealed class KillsFolder(string path)
{
    public string Journal { get; } = Path.Combine(path, "journal");

    public int Lanes => Lane.In(Journal).Length;

    public string Counters(int number) => Path.Combine(path, $"counters-{number}");

    public string Log(int number) => Path.Combine(path, $"log-{number}");

    /// <summary>Events that a log refused, and that were failed therefore.</summary>
    public string Refused(int number) => Path.Combine(path, $"refused-{number}");
}
