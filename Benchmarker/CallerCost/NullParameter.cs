using System.Data;
using System.Diagnostics.CodeAnalysis;

namespace Benchmarker.CallerCost;

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
