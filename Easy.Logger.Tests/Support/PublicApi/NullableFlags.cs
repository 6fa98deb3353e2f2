using System.Collections.ObjectModel;
using System.Reflection;

namespace Easy.Logger.Tests.Support.PublicApi;

/// <summary>
/// The question marks that a declaration was written with, in the order in which its type is spelled. <see cref="NullabilityInfoContext" /> answers
/// another question (may it be null?): it adds attributes such as AllowNull, and takes an index parameter for one of the property's type.
/// </summary>
internal sealed class NullableFlags
{
    private const byte Annotated = 2;

    private readonly IReadOnlyList<byte> _flags;
    private readonly byte _rest;
    private int _next;

    private NullableFlags(IReadOnlyList<byte> flags, byte rest) => (_flags, _rest) = (flags, rest);

    /// <summary>For types spelled where the compiler keeps no annotations that reflection could read.</summary>
    public static NullableFlags None => new([], 0);

    public static NullableFlags Of(ParameterInfo parameter) => Of(parameter.GetCustomAttributesData(), parameter.Member);

    public static NullableFlags Of(MemberInfo member) => Of(member.GetCustomAttributesData(), member.DeclaringType);

    public static NullableFlags OfTypeParameter(Type parameter) =>
        Of(parameter.GetCustomAttributesData(), parameter.DeclaringMethod ?? (MemberInfo?)parameter.DeclaringType);

    /// <summary>For the base class: the type's own flags are about it.</summary>
    public static NullableFlags OfBase(Type type) => Of(type.GetCustomAttributesData(), type);

    /// <summary>Whether the next reference type in the spelling has a question mark.</summary>
    public bool Next() => Take() == Annotated;

    /// <summary>The flag itself: constraints tell "not annotated" from "not said".</summary>
    public byte Take() => _next < _flags.Count ? _flags[_next++] : _rest;

    private static NullableFlags Of(IList<CustomAttributeData> own, MemberInfo? scope)
    {
        object? value = Argument(own, "NullableAttribute");
        return value is ReadOnlyCollection<CustomAttributeTypedArgument> each
            ? new NullableFlags([.. each.Select(flag => (byte)flag.Value!)], 0)
            : new NullableFlags([], value as byte? ?? InScope(scope));
    }

    private static byte InScope(MemberInfo? scope)
    {
        for (MemberInfo? around = scope; around is not null; around = around.DeclaringType)
        {
            if (Argument(around.GetCustomAttributesData(), "NullableContextAttribute") is byte flag)
            {
                return flag;
            }
        }

        return 0;
    }

    // By name: compilers put a copy of their own into each assembly.
    private static object? Argument(IList<CustomAttributeData> attributes, string name) => attributes
        .SingleOrDefault(attribute => attribute.AttributeType.FullName == $"System.Runtime.CompilerServices.{name}")?.ConstructorArguments[0].Value;
}
