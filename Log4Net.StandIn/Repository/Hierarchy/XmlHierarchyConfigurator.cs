using System.Xml;
using log4net.Appender;
using log4net.Core;
using log4net.ObjectRenderer;
using log4net.Util;

namespace log4net.Repository.Hierarchy;

public partial class XmlHierarchyConfigurator
{
    private const string NameAttribute = "name";
    private const string TypeAttribute = "type";
    private const string ValueAttribute = "value";

    private readonly Hierarchy _hierarchy;

    // Of one run: a later run makes its own appenders, also under the same names.
    private readonly Dictionary<string, IAppender> _made = new(StringComparer.Ordinal);

    public XmlHierarchyConfigurator(Hierarchy hierarchy) => _hierarchy = hierarchy;

    public void Configure(XmlElement? element)
    {
        if (element?.LocalName != "log4net")
        {
            Fail($"A configuration is a log4net element, this is [{element?.LocalName}].");
            return;
        }
        ApplySwitches(element);
        if (ReadUpdateMode(element) == UpdateMode.Overwrite)
        {
            _hierarchy.ResetConfiguration();
        }
        _made.Clear();
        foreach (XmlElement child in element.ChildNodes.OfType<XmlElement>())
        {
            switch (child.LocalName)
            {
                case "appender":
                    // Made at the first reference, or never.
                    break;
                case "root":
                    ParseRoot(child);
                    break;
                case "logger" or "category":
                    ParseLogger(child);
                    break;
                case "renderer":
                    ParseRenderer(child);
                    break;
                default:
                    SetParameter(child, _hierarchy);
                    break;
            }
        }
        ApplyThreshold(element.GetAttribute("threshold"));
    }

    protected IAppender? FindAppenderByReference(XmlElement appenderRef)
    {
        string name = appenderRef.GetAttribute("ref");
        if (!_made.TryGetValue(name, out IAppender? appender) && DefinitionOf(name, appenderRef.OwnerDocument) is { } definition)
        {
            appender = ParseAppender(definition);
            if (appender is not null)
            {
                _made[name] = appender;
            }
        }
        return appender;
    }

    protected IAppender? ParseAppender(XmlElement appenderElement)
    {
        string name = appenderElement.GetAttribute(NameAttribute), typeName = appenderElement.GetAttribute(TypeAttribute);
        try
        {
            if (typeName.Length == 0)
            {
                throw new ArgumentException("The appender element has no type.", nameof(appenderElement));
            }
            IAppender appender = (IAppender)Activator.CreateInstance(TypeNamed(typeName))!;
            appender.Name = name;
            foreach (XmlElement child in appenderElement.ChildNodes.OfType<XmlElement>())
            {
                if (child.LocalName == "appender-ref")
                {
                    AttachBelow(appender, child);
                }
                else
                {
                    SetParameter(child, appender);
                }
            }
            (appender as IOptionHandler)?.ActivateOptions();
            return appender;
        }
        catch (Exception e) when (Containment.Holds(e))
        {
            Fail($"Appender [{name}] of type [{typeName}] could not be made.", e);
            return null;
        }
    }

    protected void ParseLogger(XmlElement loggerElement)
    {
        Logger logger = (Logger)_hierarchy.GetLogger(loggerElement.GetAttribute(NameAttribute));
        lock (logger)
        {
            logger.Additivity = OptionConverter.ToBoolean(loggerElement.GetAttribute("additivity"), true);
            ParseChildrenOfLoggerElement(loggerElement, logger, isRoot: false);
        }
    }

    protected void ParseRoot(XmlElement rootElement)
    {
        Logger root = _hierarchy.Root;
        lock (root)
        {
            ParseChildrenOfLoggerElement(rootElement, root, isRoot: true);
        }
    }

    // Old appenders go, also when no new ones are named, but not before the new ones are made and active.
    protected void ParseChildrenOfLoggerElement(XmlElement catElement, Logger log, bool isRoot)
    {
        List<IAppender> appenders = [];
        foreach (XmlElement child in catElement.ChildNodes.OfType<XmlElement>())
        {
            switch (child.LocalName)
            {
                case "appender-ref":
                    if (FindAppenderByReference(child) is { } appender)
                    {
                        appenders.Add(appender);
                    }
                    else
                    {
                        Fail($"Logger [{log.Name}] goes without appender [{child.GetAttribute("ref")}].");
                    }
                    break;
                case "level" or "priority":
                    ParseLevel(child, log, isRoot);
                    break;
                default:
                    SetParameter(child, log);
                    break;
            }
        }
        log.ReplaceAppenders(appenders);
    }

    protected static void ParseLevel(XmlElement element, Logger log, bool isRoot)
    {
        string text = element.GetAttribute(ValueAttribute);
        if (text != "inherited")
        {
            // An unknown level is null; the root complains about that by itself and keeps what it has.
            log.Level = log.Hierarchy?.LevelMap[text];
            if (log.Level is null)
            {
                Fail($"Logger [{log.Name}] asks for level [{text}], which nobody defined.");
            }
        }
        else if (isRoot)
        {
            Fail("There is nothing above the root that it could inherit its level from.");
        }
        else
        {
            log.Level = null;
        }
    }

    protected void ParseRenderer(XmlElement element)
    {
        string rendering = element.GetAttribute("renderingClass"), rendered = element.GetAttribute("renderedClass");
        if (OptionConverter.InstantiateByClassName(rendering, typeof(IObjectRenderer), null) is IObjectRenderer renderer)
        {
            Containment.Run(
                () => _hierarchy.AddRenderer(TypeNamed(rendered), renderer),
                e => Fail($"Renderer [{rendering}] is for a type that was not found: [{rendered}].", e));
        }
        else
        {
            Fail($"Objects of type [{rendered}] get no renderer: [{rendering}] is none.");
        }
    }

    private static void Fail(string message, Exception? exception = null) => LogLog.Error(typeof(XmlHierarchyConfigurator), message, exception);

    // The qualified name counts: an appender element with a prefix is not found.
    private static XmlElement? DefinitionOf(string name, XmlDocument document)
    {
        IEnumerable<XmlElement> all = name.Length > 0 ? document.GetElementsByTagName("appender").OfType<XmlElement>() : [];
        XmlElement? definition = all.FirstOrDefault(element => element.GetAttribute(NameAttribute) == name);
        if (definition is null)
        {
            Fail($"The configuration has no appender [{name}].");
        }
        return definition;
    }

    private void AttachBelow(IAppender appender, XmlElement reference)
    {
        string wanted = reference.GetAttribute("ref");
        if (appender is not IAppenderAttachable container)
        {
            Fail($"Appender [{appender.Name}] takes no children, [{wanted}] is not attached to it.");
        }
        else if (FindAppenderByReference(reference) is { } child)
        {
            container.AddAppender(child); // one that is not found was reported while it was looked for
        }
    }
}
