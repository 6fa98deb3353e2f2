using System.Reflection;
using log4net.Repository;
using log4net.Util;

namespace log4net.Config;

[AttributeUsage(AttributeTargets.Assembly)]
public sealed class XmlConfiguratorAttribute : ConfiguratorAttribute
{
    public XmlConfiguratorAttribute()
        : base(0)
    {
    }

    public string? ConfigFile { get; set; }

    public string? ConfigFileExtension { get; set; }

    public bool Watch { get; set; }

    public override void Configure(Assembly sourceAssembly, ILoggerRepository targetRepository)
    {
        if (FileFor(sourceAssembly) is not { } path)
        {
            XmlConfigurator.Configure(targetRepository);
        }
        else if (Watch)
        {
            XmlConfigurator.ConfigureAndWatch(targetRepository, new FileInfo(path));
        }
        else
        {
            XmlConfigurator.Configure(targetRepository, new FileInfo(path));
        }
    }

    /// <summary>Null stands for the section of the application's own configuration, which cannot be watched.</summary>
    private string? FileFor(Assembly assembly)
    {
        string? name = ConfigFile;
        if (string.IsNullOrEmpty(name) && !string.IsNullOrEmpty(ConfigFileExtension))
        {
            name = $"{SystemInfo.AssemblyFileName(assembly)}.{ConfigFileExtension!.TrimStart('.')}";
        }
        return name is { Length: > 0 } ? SystemInfo.ConvertToFullPath(name) : Watch ? SystemInfo.ConfigurationFileLocation : null;
    }
}
