using System.Reflection;

namespace log4net.Core;

public class MethodItem
{
    public MethodItem()
        : this("?")
    {
    }

    public MethodItem(string name)
        : this(name, [])
    {
    }

    public MethodItem(string name, string[] parameters)
    {
        Name = name;
        Parameters = parameters;
    }

    public MethodItem(MethodBase methodBase)
        : this(methodBase.Name, [.. methodBase.GetParameters().Select(p => p.ParameterType + " " + p.Name)])
    {
    }

    public string Name { get; }

    public string[] Parameters { get; }
}
