namespace log4net.Util.TypeConverters;

[AttributeUsage(AttributeTargets.Class | AttributeTargets.Enum | AttributeTargets.Interface)]
public sealed class TypeConverterAttribute : Attribute
{
    public TypeConverterAttribute(string typeName) => ConverterTypeName = typeName;

    public TypeConverterAttribute(Type converterType) => ConverterTypeName = converterType.AssemblyQualifiedName ?? converterType.Name;

    public string ConverterTypeName { get; set; }
}
