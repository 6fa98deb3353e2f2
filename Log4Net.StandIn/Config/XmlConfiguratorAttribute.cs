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
        FileInfo file = new(FileFor(sourceAssembly));
        if (Watch)
        {
            XmlConfigurator.ConfigureAndWatch(targetRepository, file);
        }
        else
        {
            XmlConfigurator.Configure(targetRepository, file);
        }
    }

    // Without a name it is the configuration file of the application, read like any other file.
    private string FileFor(Assembly assembly)
    {
        string? name = ConfigFile;
        if (string.IsNullOrEmpty(name) && !string.IsNullOrEmpty(ConfigFileExtension))
        {
            name = $"{SystemInfo.AssemblyFileName(assembly)}.{ConfigFileExtension!.TrimStart('.')}";
        }
        return name is { Length: > 0 } ? SystemInfo.ConvertToFullPath(name) : SystemInfo.ConfigurationFileLocation;
    }
}
