using System.Collections;
using System.Text.RegularExpressions;
using System.Xml;
using log4net.Config;
using log4net.Repository.Hierarchy;

namespace Recorder;

/// <summary>XML configurations as scenarios write them: <c>TYPE:Name</c> stands for a type of this program.</summary>
internal static partial class XmlConfig
{
    private static readonly string _typeName = $"{typeof(Target).Namespace}.$1, {typeof(Target).Assembly.GetName().Name}";

    public static string Expand(string xml) => ShortTypeName.Replace(xml, _typeName);

    /// <returns>The messages of the configurator.</returns>
    public static ICollection Apply(Hierarchy repository, string xml)
    {
        XmlDocument document = new();
        document.LoadXml(Expand(xml));
        return XmlConfigurator.Configure(repository, document.DocumentElement!);
    }

    [GeneratedRegex("TYPE:([A-Za-z]+)")]
    private static partial Regex ShortTypeName { get; }
}
