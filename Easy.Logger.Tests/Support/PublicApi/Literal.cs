using System.Globalization;
using System.Reflection;
using System.Text.RegularExpressions;

namespace Easy.Logger.Tests.Support.PublicApi;

/// <summary>Values as C# writes them: of constants, of parameters that may be left out, of attribute arguments.</summary>
internal static class Literal
{
    public static string Of(CustomAttributeTypedArgument argument) => argument.Value switch
    {
        Type type => $"typeof({TypeName.Of(type)})",
        IEnumerable<CustomAttributeTypedArgument> values => $"[{string.Join(", ", values.Select(Of))}]",
        object value => Of(argument.ArgumentType, value),
        null => "null",
    };

    public static string Of(Type type, object? value)
    {
        Type bare = Nullable.GetUnderlyingType(type) ?? type;
        return value switch
        {
            null => (type.IsValueType && bare == type) || type.IsGenericParameter ? "default" : "null",
            _ when bare.IsEnum => Enumerated(bare, value),
            string text => $"\"{Escaped(text, '"')}\"",
            char character => $"'{Escaped(character.ToString(), '\'')}'",
            bool flag => flag ? "true" : "false",
            _ => Convert.ToString(value, CultureInfo.InvariantCulture)!,
        };
    }

    private static string Enumerated(Type type, object value)
    {
        string name = Enum.ToObject(type, value).ToString()!;
        return char.IsLetter(name[0]) || name[0] == '_'
            ? string.Join(" | ", name.Split(", ").Select(part => $"{TypeName.Of(type)}.{part}"))
            : $"({TypeName.Of(type)}){name}";
    }

    private static string Escaped(string text, char quote) => Regex.Replace(
        text,
        @"[\p{Cc}\\""']",
        match => match.Value[0] switch
        {
            '\n' => "\\n",
            '\r' => "\\r",
            '\t' => "\\t",
            '"' or '\'' when match.Value[0] != quote => match.Value,
            char control when char.IsControl(control) => $"\\u{(int)control:x4}",
            _ => $"\\{match.Value}",
        });
}
