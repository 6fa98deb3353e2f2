using System.Collections;
using System.Data;
using System.Data.Common;
using System.Diagnostics.CodeAnalysis;
using System.Globalization;

namespace Benchmarker.Soak.Compare;

/// <summary>A database that writes down what it is given. Which text it writes to, its connection string names.</summary>
internal sealed class FakeConnection : DbConnection
{
    private static readonly Dictionary<string, TextWriter> _writers = [];

    [AllowNull]
    public override string ConnectionString { get; set; } = string.Empty;
    public override string Database => "fake";
    public override string DataSource => "fake";
    public override string ServerVersion => "1";
    public override ConnectionState State => ConnectionState.Open;

    private TextWriter Writer
    {
        get
        {
            lock (_writers)
            {
                return _writers[ConnectionString];
            }
        }
    }

    public static void Register(string connectionString, TextWriter writer)
    {
        lock (_writers)
        {
            _writers[connectionString] = writer;
        }
    }

    public override void ChangeDatabase(string databaseName) => throw new NotSupportedException();

    public override void Open()
    {
        // It is open.
    }

    public override void Close()
    {
        // It is opened again without a word.
    }

    protected override DbTransaction BeginDbTransaction(IsolationLevel isolationLevel) => new FakeTransaction(this);

    protected override DbCommand CreateDbCommand() => new FakeCommand { Connection = this };

    private sealed class FakeTransaction(FakeConnection connection) : DbTransaction
    {
        public override IsolationLevel IsolationLevel => IsolationLevel.Unspecified;
        protected override DbConnection DbConnection => connection;
        public override void Rollback() => throw new NotSupportedException();

        public override void Commit()
        {
            // Everything is stored.
        }
    }

    private sealed class FakeCommand : DbCommand
    {
        private readonly FakeParameters _parameters = new();

        [AllowNull]
        public override string CommandText { get; set; } = string.Empty;
        public override int CommandTimeout { get; set; }
        public override CommandType CommandType { get; set; }
        public override bool DesignTimeVisible { get; set; }
        public override UpdateRowSource UpdatedRowSource { get; set; }
        protected override DbConnection? DbConnection { get; set; }
        protected override DbParameterCollection DbParameterCollection => _parameters;
        protected override DbTransaction? DbTransaction { get; set; }
        public override object? ExecuteScalar() => null;
        protected override DbParameter CreateDbParameter() => new FakeParameter();
        protected override DbDataReader ExecuteDbDataReader(CommandBehavior behavior) => throw new NotSupportedException();
        public override void Cancel() => Prepare();

        public override void Prepare()
        {
            // Nothing to prepare or cancel.
        }

        public override int ExecuteNonQuery()
        {
            IEnumerable<string> values = _parameters.Items.Select(
                each => $"{each.ParameterName}={Convert.ToString(each.Value, CultureInfo.InvariantCulture)}");
            ((FakeConnection)DbConnection!).Writer.Write(string.Join(';', values) + "\n");
            return 1;
        }
    }

    private sealed class FakeParameter : DbParameter
    {
        public override DbType DbType { get; set; }
        public override ParameterDirection Direction { get; set; }
        public override bool IsNullable { get; set; }
        [AllowNull]
        public override string ParameterName { get; set; } = string.Empty;
        public override int Size { get; set; }
        [AllowNull]
        public override string SourceColumn { get; set; } = string.Empty;
        public override bool SourceColumnNullMapping { get; set; }
        public override object? Value { get; set; }
        public override void ResetDbType() => DbType = DbType.String;
    }

    private sealed class FakeParameters : DbParameterCollection
    {
        public List<FakeParameter> Items { get; } = [];
        public override int Count => Items.Count;
        public override object SyncRoot => Items;
        public override int Add(object value) => ((IList)Items).Add(value);
        public override void AddRange(Array values) => Items.AddRange(values.Cast<FakeParameter>());
        public override void Clear() => Items.Clear();
        public override bool Contains(object value) => Items.Contains((FakeParameter)value);
        public override bool Contains(string value) => IndexOf(value) >= 0;
        public override void CopyTo(Array array, int index) => throw new NotSupportedException();
        public override IEnumerator GetEnumerator() => Items.GetEnumerator();
        public override int IndexOf(object value) => Items.IndexOf((FakeParameter)value);
        public override int IndexOf(string parameterName) => Items.FindIndex(each => each.ParameterName == parameterName);
        public override void Insert(int index, object value) => Items.Insert(index, (FakeParameter)value);
        public override void Remove(object value) => Items.Remove((FakeParameter)value);
        public override void RemoveAt(int index) => Items.RemoveAt(index);
        public override void RemoveAt(string parameterName) => RemoveAt(IndexOf(parameterName));
        protected override DbParameter GetParameter(int index) => Items[index];
        protected override DbParameter GetParameter(string parameterName) => Items[IndexOf(parameterName)];
        protected override void SetParameter(int index, DbParameter value) => Items[index] = (FakeParameter)value;
        protected override void SetParameter(string parameterName, DbParameter value) => SetParameter(IndexOf(parameterName), value);
    }
}
