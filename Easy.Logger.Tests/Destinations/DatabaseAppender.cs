using System.Data.Common;
using Npgsql;

namespace Easy.Logger.Tests.Destinations;

/// <summary>
/// A child that writes into a table through ADO.NET: one transaction per batch over one connection, made when it is needed and made anew
/// after a failure.
/// </summary>
internal sealed class DatabaseAppender : AppenderSkeleton
{
    private const int RetryMilliseconds = 20;

    private readonly ManualResetEventSlim _givenUp = new();
    private DbConnection? _connection;

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
        using DbConnection connection = Open(connectionString);
        using DbCommand select = connection.CreateCommand();
        select.CommandText = "select line from lines order by id";
        using DbDataReader reader = select.ExecuteReader();
        List<string> lines = [];
        while (reader.Read())
        {
            lines.Add(reader.GetString(0));
        }

        return lines;
    }

    public static void CreateTable(string connectionString)
    {
        using DbConnection connection = Open(connectionString);
        using DbCommand create = connection.CreateCommand();
        create.CommandText = "create table lines (id bigint generated always as identity, line text primary key)";
        create.ExecuteNonQuery();
    }

    /// <summary>Ends the patience of one that insists.</summary>
    public void GiveUp() => _givenUp.Set();

    protected override void Append(LoggingEvent loggingEvent) => Append([loggingEvent]);

    protected override void Append(IEnumerable<LoggingEvent> loggingEvents)
    {
        string[] lines = [.. loggingEvents.Select(loggingEvent => loggingEvent.RenderedMessage!)];
        while (!TryInsert(lines))
        {
            _givenUp.Wait(RetryMilliseconds);
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
        catch (Exception) when (Disconnect() && Insist && !_givenUp.IsSet)
        {
            return false;
        }
    }

    private static void Insert(DbConnection connection, string[] lines)
    {
        using DbTransaction transaction = connection.BeginTransaction();
        using DbCommand insert = connection.CreateCommand();
        insert.Transaction = transaction;
        insert.CommandTimeout = 0;

        // A batch whose connection broke while it was committed may be in the table already when it is tried again.
        insert.CommandText =
            "insert into lines (line) select line from unnest(@lines) with ordinality as batch (line, place) order by place on conflict "
                + "do nothing";
        insert.Parameters.Add(new NpgsqlParameter("lines", lines));
        insert.ExecuteNonQuery();
        transaction.Commit();
    }

    private bool Disconnect()
    {
        _connection?.Dispose();
        _connection = null;
        return true;
    }
}
