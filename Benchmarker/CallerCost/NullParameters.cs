using System.Data;

namespace Benchmarker.CallerCost;

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
