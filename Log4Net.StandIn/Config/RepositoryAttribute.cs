namespace log4net.Config;

[AttributeUsage(AttributeTargets.Assembly)]
public sealed class RepositoryAttribute : Attribute
{
    public RepositoryAttribute()
    {
    }

    public RepositoryAttribute(string name) => Name = name;

    public string? Name { get; set; }

    public Type? RepositoryType { get; set; }
}
