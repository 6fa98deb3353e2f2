namespace log4net.Config;

[AttributeUsage(AttributeTargets.Assembly, AllowMultiple = true)]
public sealed class AliasRepositoryAttribute(string name) : Attribute
{
    public string Name { get; } = name;
}
