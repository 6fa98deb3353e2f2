using System.Data;
using System.Diagnostics.CodeAnalysis;

namespace Benchmarker.Soak;

/// <summary>A database that accepts everything at once and stores nothing: connection, transaction and command in one.</summary>
internal sealed class NullDatabase : IDbConnection, IDbTransaction, IDbCommand
{
    // As a connection.
    [AllowNull]
    public string ConnectionString { get; set; } = string.Empty;
    public int ConnectionTimeout => 0;
    public string Database => string.Empty;
    public ConnectionState State { get; private set; }
    public void Open() => State = ConnectionState.Open;
    public void Close() => State = ConnectionState.Closed;
    public void ChangeDatabase(string databaseName) => throw new NotSupportedException();
    public IDbTransaction BeginTransaction() => this;
    public IDbTransaction BeginTransaction(IsolationLevel il) => this;
    public IDbCommand CreateCommand() => this;

    // As a transaction.
    public IsolationLevel IsolationLevel => IsolationLevel.Unspecified;
    public void Commit() => Prepare();
    public void Rollback() => Prepare();

    // As a command.
    public IDbConnection? Connection { get; set; }
    public IDbTransaction? Transaction { get; set; }
    [AllowNull]
    public string CommandText { get; set; } = string.Empty;
    public int CommandTimeout { get; set; }
    public CommandType CommandType { get; set; }
    public UpdateRowSource UpdatedRowSource { get; set; }
    public IDataParameterCollection Parameters { get; } = new NullParameters();
    public IDbDataParameter CreateParameter() => new NullParameter();
    public int ExecuteNonQuery() => 1;
    public object? ExecuteScalar() => throw new NotSupportedException();
    public IDataReader ExecuteReader() => throw new NotSupportedException();
    public IDataReader ExecuteReader(CommandBehavior behavior) => throw new NotSupportedException();
    public void Cancel() => Prepare();
    public void Dispose() => Prepare();
    public void Prepare()
    {
        // Nothing to prepare, commit, cancel or release.
    }
}

/// <summary>Parameters by number and by name.</summary>
internal sealed class NullParameters : List<object?>, IDataParameterCollection
{
    public object this[string parameterName]
    {
        get => this[IndexOf(parameterName)]!;
        set => this[IndexOf(parameterName)] = value;
    }

    public bool Contains(string parameterName) => IndexOf(parameterName) >= 0;

    public int IndexOf(string parameterName) => FindIndex(one => ((NullParameter)one!).ParameterName == parameterName);

    public void RemoveAt(string parameterName) => RemoveAt(IndexOf(parameterName));
}

/// <summary>Only keeps its value.</summary>
internal sealed class NullParameter : IDbDataParameter
{
    [AllowNull]
    public string ParameterName { get; set; } = string.Empty;
    [AllowNull]
    public string SourceColumn { get; set; } = string.Empty;
    public object? Value { get; set; }
    public DbType DbType { get; set; }
    public ParameterDirection Direction { get; set; }
    public DataRowVersion SourceVersion { get; set; }
    public bool IsNullable => true;
    public byte Precision { get; set; }
    public byte Scale { get; set; }
    public int Size { get; set; }
}
