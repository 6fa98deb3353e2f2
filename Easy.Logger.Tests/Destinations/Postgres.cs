using System.Data.Common;
using Npgsql;

namespace Easy.Logger.Tests.Destinations;

/// <summary>
/// A child that writes into a table through ADO.NET: one statement, which is a transaction, per batch over one connection, made when it is
/// needed and made anew after a failure.
/// </summary>
internal sealed class DatabaseAppender : AppenderSkeleton
{
    private NpgsqlConnection? _connection;

    public string ConnectionString { get; set; } = string.Empty;

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

    protected override void Append(LoggingEvent loggingEvent) => Append([loggingEvent]);

    protected override void Append(IEnumerable<LoggingEvent> loggingEvents)
    {
        string[] lines = [.. loggingEvents.Select(loggingEvent => loggingEvent.RenderedMessage!)];
        try
        {
            Insert(_connection ??= Open(ConnectionString), lines);
        }
        catch (Exception)
        {
            Disconnect();
            throw;
        }
    }

    protected override void OnClose() => Disconnect();

    private static NpgsqlConnection Open(string connectionString)
    {
        NpgsqlConnection connection = new(connectionString);
        connection.Open();
        return connection;
    }

    private static void Insert(NpgsqlConnection connection, string[] lines)
    {
        using NpgsqlCommand insert = new(
            "insert into lines (line) select line from unnest(@lines) with ordinality as batch (line, place) order by place",
            connection);
        insert.CommandTimeout = 0;
        insert.Parameters.AddWithValue("lines", lines);
        insert.ExecuteNonQuery();
    }

    private void Disconnect()
    {
        _connection?.Dispose();
        _connection = null;
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
