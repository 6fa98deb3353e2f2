using System.Runtime.Serialization;

namespace log4net.Util.TypeConverters;

[Serializable]
public class ConversionNotSupportedException : ApplicationException
{
    public ConversionNotSupportedException()
    {
    }

    public ConversionNotSupportedException(string message)
        : base(message)
    {
    }

    public ConversionNotSupportedException(string message, Exception? innerException)
        : base(message, innerException)
    {
    }

    protected ConversionNotSupportedException(SerializationInfo info, StreamingContext context)
        : base(info, context)
    {
    }

    public static ConversionNotSupportedException Create(Type destinationType, object sourceValue) => Create(destinationType, sourceValue, null);

    public static ConversionNotSupportedException Create(Type destinationType, object? sourceValue, Exception? innerException)
        => new($"{destinationType} cannot be made from {(sourceValue is null ? "null" : $"[{sourceValue}] ({sourceValue.GetType()})")}.", innerException);
}
