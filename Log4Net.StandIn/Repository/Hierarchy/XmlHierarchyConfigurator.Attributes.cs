using System.Xml;
using log4net.Core;
using log4net.Util;

namespace log4net.Repository.Hierarchy;

/// <summary>The part that reads the attributes of the log4net element.</summary>
public partial class XmlHierarchyConfigurator
{
    private enum UpdateMode
    {
        Merge,
        Overwrite,
    }

    private static UpdateMode ReadUpdateMode(XmlElement element)
    {
        string text = element.GetAttribute("update");
        try
        {
            return text.Length == 0 ? UpdateMode.Merge : (UpdateMode)OptionConverter.ConvertStringTo(typeof(UpdateMode), text)!;
        }
        catch (ArgumentException e)
        {
            Fail($"Unknown update mode [{text}], merging.", e);
            return UpdateMode.Merge;
        }
    }

    // Only ever switched on here, for the whole process.
    private static void ApplySwitches(XmlElement element)
    {
        LogLog.EmitInternalMessages |= IsOn("emitDebug");
        LogLog.InternalDebugging |= IsOn("debug");
        if (element.HasAttribute("configDebug"))
        {
            LogLog.Warn(typeof(XmlHierarchyConfigurator), "The attribute configDebug is out of date.");
            LogLog.Warn(typeof(XmlHierarchyConfigurator), "Write debug in its place.");
            LogLog.InternalDebugging |= IsOn("configDebug");
        }
        bool IsOn(string attribute) => element.GetAttribute(attribute) is { Length: > 0 } text && text != "null" && OptionConverter.ToBoolean(text, true);
    }

    private void ApplyThreshold(string text)
    {
        if (text.Length == 0 || text == "null")
        {
            return;
        }
        if (ConvertStringTo(typeof(Level), text) is Level threshold)
        {
            _hierarchy.Threshold = threshold;
        }
        else
        {
            LogLog.Warn(typeof(XmlHierarchyConfigurator), $"The threshold of the repository stays, [{text}] is no level.");
        }
    }
}
