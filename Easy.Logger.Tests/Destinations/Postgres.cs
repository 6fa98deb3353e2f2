using System.Data.Common;
using Npgsql;

namespace Easy.Logger.Tests.Destinations;

/// <summary>
/// A child that writes into a table through ADO.NET: one statement, which is a transaction, per batch over one connection, made when it is
/// needed and made anew after a failure.
/// </summary>
internal sealed class DatabaseAppender : AppenderSkeleton
{
    private const int RetryMilliseconds = 20;

    private readonly ManualResetEventSlim _stopped = new();
    private NpgsqlConnection? _connection;

    public string ConnectionString { get; set; } = string.Empty;

    /// <summary>
    /// Whether a batch that could not be written is tried again until it is: then the queue before it fills up, and nothing is lost. Else
    /// it fails, as an appender's batch usually does.
    /// </summary>
    public bool Insist { get; set; }

    /// <summary>Batches written.</summary>
    public int Transactions { get; private set; }

    /// <summary>The table's lines in the order they were written.</summary>
    public static IReadOnlyList<string> Lines(string connectionString)
    {
        using NpgsqlDataSource source = NpgsqlDataSource.Create(connectionString);
        using DbCommand select = source.CreateCommand("select coalesce(array_agg(line order by id), '{}') from lines");
        return (string[])select.ExecuteScalar()!;
    }

    public static void CreateTable(string connectionString)
    {
        using NpgsqlDataSource source = NpgsqlDataSource.Create(connectionString);
        using DbCommand create =
            source.CreateCommand("create table lines (id bigint generated always as identity, line text primary key)");
        create.ExecuteNonQuery();
    }

    /// <summary>Ends the patience of one that insists.</summary>
    public void StopTrying() => _stopped.Set();

    protected override void Append(LoggingEvent loggingEvent) => Append([loggingEvent]);

    protected override void Append(IEnumerable<LoggingEvent> loggingEvents)
    {
        string[] lines = [.. loggingEvents.Select(loggingEvent => loggingEvent.RenderedMessage!)];
        while (!TryInsert(lines))
        {
            _stopped.Wait(RetryMilliseconds);
        }
    }

    protected override void OnClose() => Disconnect();

    private static NpgsqlConnection Open(string connectionString)
    {
        NpgsqlConnection connection = new(connectionString);
        connection.Open();
        return connection;
    }

    private bool TryInsert(string[] lines)
    {
        try
        {
            Insert(_connection ??= Open(ConnectionString), lines);
            Transactions++;
            return true;
        }
        catch (Exception) when (Disconnect() && Insist && !_stopped.IsSet)
        {
            return false;
        }
    }

    private static void Insert(NpgsqlConnection connection, string[] lines)
    {
        // A batch whose connection broke while it was committed may be in the table already when it is tried again.
        using NpgsqlCommand insert = new(
            "insert into lines (line) select line from unnest(@lines) with ordinality as batch (line, place) order by place on conflict "
                + "do nothing",
            connection);
        insert.CommandTimeout = 0;
        insert.Parameters.AddWithValue("lines", lines);
        insert.ExecuteNonQuery();
    }

    private bool Disconnect()
    {
        _connection?.Dispose();
        _connection = null;
        return true;
    }
}

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
