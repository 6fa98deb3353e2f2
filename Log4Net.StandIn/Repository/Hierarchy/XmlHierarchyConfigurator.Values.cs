using System.Reflection;
using System.Xml;
using log4net.Core;
using log4net.Util;

namespace log4net.Repository.Hierarchy;

/// <summary>The part that turns elements into values and objects.</summary>
public partial class XmlHierarchyConfigurator
{
    protected object? ConvertStringTo(Type type, string value)
    {
        if (type != typeof(Level))
        {
            return OptionConverter.ConvertStringTo(type, value);
        }
        Level? level = _hierarchy.LevelMap[value];
        if (level is null)
        {
            Fail($"Nobody defined level [{value}].");
        }
        return level;
    }

    // A conversion that throws is left to whoever makes the object; a value that is merely unusable is reported and skipped.
    protected void SetParameter(XmlElement element, object target)
    {
        string name = element.LocalName == "param" ? element.GetAttribute(NameAttribute) : element.LocalName;
        if (NamedSetter.Find(target, name) is not { } setter)
        {
            Fail($"{target.GetType()} has no property or method for [{name}].");
            return;
        }
        object? value;
        if (ReadText(element) is { } text)
        {
            value = ValueFromText(OptionConverter.SubstituteVariables(text, Environment.GetEnvironmentVariables()), element, setter);
        }
        else if (setter.ValueType == typeof(string) && !element.ChildNodes.OfType<XmlElement>().Any())
        {
            // Nothing at all is a text too, whatever type the element names.
            value = "";
        }
        else
        {
            value = CreateObjectFromXml(element, CanMake(setter.ValueType) ? setter.ValueType : null, setter.ValueType);
            if (value is null)
            {
                Fail($"{setter.Name} of {target.GetType()} stays as it is, its element gave no object.");
            }
        }
        if (value is null)
        {
            return;
        }
        try
        {
            setter.Set(value);
        }
        catch (TargetInvocationException e)
        {
            Fail($"[{setter.Name}] of {target.GetType()} did not take [{value}].", e.InnerException);
        }
    }

    // Children first, then activation, so that whoever gets the object gets it finished.
    protected object? CreateObjectFromXml(XmlElement element, Type? defaultTargetType, Type? typeConstraint)
    {
        Type? type = NamesType(element) ? ReadType(element) : defaultTargetType;
        if (type is null)
        {
            if (!NamesType(element))
            {
                Fail($"Element [{element.Name}] needs a type attribute.");
            }
            return null;
        }
        bool convert = typeConstraint is not null && !typeConstraint.IsAssignableFrom(type);
        if (convert && !OptionConverter.CanConvertTypeTo(type, typeConstraint))
        {
            Fail($"{type} is not fit for element [{element.Name}], which holds a {typeConstraint}.");
            return null;
        }
        if (Containment.Get(() => Activator.CreateInstance(type), e => Fail($"No {type} could be made for element [{element.Name}].", e)) is not { } made)
        {
            return null;
        }
        foreach (XmlElement child in element.ChildNodes.OfType<XmlElement>())
        {
            SetParameter(child, made);
        }
        (made as IOptionHandler)?.ActivateOptions();
        return convert ? OptionConverter.ConvertTypeTo(made, typeConstraint!) : made;
    }

    private static bool CanMake(Type type) => !type.IsAbstract && type.GetConstructor(Type.EmptyTypes) is not null;

    /// <summary>The value attribute, else text and CDATA; null when there is neither.</summary>
    private static string? ReadText(XmlElement element)
    {
        if (element.GetAttributeNode(ValueAttribute) is { } attribute)
        {
            return attribute.Value;
        }
        string?[] pieces = [.. element.ChildNodes.OfType<XmlCharacterData>().Where(n => n is XmlText or XmlCDataSection).Select(n => n.Value)];
        return pieces.Length > 0 ? string.Concat(pieces) : null;
    }

    private static bool NamesType(XmlElement element) => element.GetAttribute(TypeAttribute).Length > 0;

    private static Type? ReadType(XmlElement element)
    {
        string name = element.GetAttribute(TypeAttribute);
        return Containment.Get(() => TypeNamed(name), e => Fail($"The type [{name}] of element [{element.Name}] was not found.", e));
    }

    private static Type TypeNamed(string name) => SystemInfo.GetTypeFromString(name, throwOnError: true, ignoreCase: true)!;

    private object? ValueFromText(string text, XmlElement element, NamedSetter setter)
    {
        Type type = (NamesType(element) ? ReadType(element) : null) ?? setter.ValueType;
        if (!OptionConverter.CanConvertTypeTo(type, setter.ValueType))
        {
            Fail($"{type} is not fit for element [{element.Name}], its text is read as {setter.ValueType}.");
            type = setter.ValueType;
        }
        object? value = ConvertStringTo(type, text);
        if (value is not null && !setter.ValueType.IsInstanceOfType(value))
        {
            value = OptionConverter.CanConvertTypeTo(value.GetType(), setter.ValueType) ? OptionConverter.ConvertTypeTo(value, setter.ValueType) : null;
        }
        if (value is null)
        {
            LogLog.Warn(typeof(XmlHierarchyConfigurator), $"[{text}] gives no {setter.ValueType}, the element [{element.Name}] is skipped.");
        }
        return value;
    }
}
