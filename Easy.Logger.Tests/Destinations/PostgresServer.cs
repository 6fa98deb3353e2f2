namespace Easy.Logger.Tests.Destinations;

/// <summary>
/// A PostgreSQL server of one test's own, on loopback, that can be stopped and started again: what <c>postgres.sh</c> does, for C#.
/// </summary>
internal sealed class PostgresServer : IDisposable
{
    private static readonly string _script = Path.Combine(Repository.Root, "Easy.Logger.Tests", "Destinations", "postgres.sh");

    private readonly TempFolder _folder = new();

    public PostgresServer() => ConnectionString = Start();

    /// <summary>Why no server can be started here; <see langword="null" /> when one can.</summary>
    public static string? Obstacle
    {
        get
        {
            if (!OperatingSystem.IsLinux())
            {
                return "The PostgreSQL server of these tests is Debian's.";
            }

            (int exitCode, string output) = new Command(Repository.Root).Run("bash", _script, "check");
            return exitCode == 0 ? null : output;
        }
    }

    public string ConnectionString { get; }

    /// <summary>Starts it, or starts it again on the same port.</summary>
    /// <returns>The connection string.</returns>
    public string Start() => Script("start");

    /// <summary>Ends it as a crash would: connections break in the middle of whatever they do.</summary>
    public void Crash() => Script("stop", "immediate");

    /// <summary>Leaves the connections open and answers nothing.</summary>
    public void Pause() => Script("pause");

    public void Resume() => Script("resume");

    public void Dispose()
    {
        // Whatever state the test has left it in.
        new Command(_folder.Path).Run("bash", _script, "resume", _folder.Path);
        new Command(_folder.Path).Run("bash", _script, "stop", _folder.Path, "immediate");
        _folder.Dispose();
    }

    private string Script(string name, params IEnumerable<string> more) =>
        new Command(_folder.Path).Succeeds("bash", [_script, name, _folder.Path, .. more]).Trim();
}
