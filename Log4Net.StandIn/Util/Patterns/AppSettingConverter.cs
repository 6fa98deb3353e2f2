using System.Collections.Specialized;
using System.Configuration;

namespace log4net.Util.Patterns;

/// <summary>Writes one application setting, named by the option; without a name all of them.</summary>
internal sealed class AppSettingConverter : PatternConverter
{
    public override void Convert(TextWriter writer, object? state)
    {
        if (Option is { } key)
        {
            WriteObject(writer, null, SystemInfo.GetAppSetting(key));
        }
        else
        {
            NameValueCollection all = ConfigurationManager.AppSettings;
            WriteDictionary(writer, null, all.AllKeys.ToDictionary(static name => name, name => all[name]));
        }
    }
}
