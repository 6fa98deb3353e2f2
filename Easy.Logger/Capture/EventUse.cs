#if NET
using System.Diagnostics.CodeAnalysis;
#endif
using System.Reflection;
using log4net.Core;

namespace Easy.Logger.Capture;

/// <summary>
/// Follows the events that a type's own methods get: whether they do nothing with an event but call harmless members of it, or hand it to
/// methods of the same class. Most layouts, filters and converters are like that, and what else is in their assembly does not matter then.
/// </summary>
/// <remarks>
/// An event comes into a method as a parameter. Each time it is loaded, the next call must use it up, with nothing but simple arguments
/// between; whatever else happens to it (a field, a local variable, a collection, a delegate, an object parameter) ends the search.
/// </remarks>
internal static class EventUse
{
    private const int Call = 0x28;
    private const int Callvirt = 0x6F;

#if NET
    private const string Trimming = "What was trimmed away runs no more; where there is no code to read, it counts as unknown.";
#endif

    /// <param name="type">A class of an application.</param>
    /// <param name="isHarmless">Whether a member of log4net, by class and name, gives nothing away.</param>
    /// <returns><see langword="false" /> as well when it cannot be known.</returns>
#if NET
    [UnconditionalSuppressMessage("Trimming", "IL2070", Justification = Trimming)]
#endif
    public static bool IsHarmless(Type type, Func<MemberInfo, bool> isHarmless)
    {
        const BindingFlags own =
            BindingFlags.Public | BindingFlags.NonPublic | BindingFlags.Instance | BindingFlags.Static | BindingFlags.DeclaredOnly;
        try
        {
            return type.GetMethods(own).Cast<MethodBase>().Concat(type.GetConstructors(own))
                .All(method => method.IsAbstract || IsHarmless(method, isHarmless));
        }
        catch (Exception)
        {
            return false;
        }
    }

    /// <summary>Whether something is an event, or holds or takes events.</summary>
    public static bool IsOfEvents(Type type) =>
        typeof(LoggingEvent).IsAssignableFrom(type) || type == typeof(LoggingEventData)
        || (type.HasElementType && IsOfEvents(type.GetElementType()!)) || type.GetGenericArguments().Any(IsOfEvents);

#if NET
    [UnconditionalSuppressMessage("Trimming", "IL2026", Justification = Trimming)]
#endif
    private static bool IsHarmless(MethodBase method, Func<MemberInfo, bool> isHarmless)
    {
        if (method.GetMethodBody() is not { } body || body.LocalVariables.Any(local => IsOfEvents(local.LocalType)))
        {
            return false;
        }

        ParameterInfo[] parameters = method.GetParameters();
        byte[] code = body.GetILAsByteArray() ?? [];
        int loadedSince = -1; // values on the stack above an event; -1 without one
        for (int at = 0; at < code.Length;)
        {
            int opcode = code[at++];
            opcode = opcode == 0xFE ? (opcode << 8) | code[at++] : opcode;
            int operand = at;
            at += opcode == 0x45 ? 4 + (4 * BitConverter.ToInt32(code, at)) : OperandSize(opcode);
            if (opcode == 0x29)
            {
                return false; // through a pointer
            }

            MemberInfo? member = HasToken(opcode) ? Resolve(method, BitConverter.ToInt32(code, operand)) : null;
            if (loadedSince >= 0 && opcode is Call or Callvirt)
            {
                int taken = ((MethodBase)member!).GetParameters().Length + (((MethodBase)member).IsStatic ? 0 : 1);
                if (taken <= loadedSince && !Involves(member) && isHarmless(member))
                {
                    loadedSince += (member is MethodInfo { ReturnType: { } result } && result != typeof(void) ? 1 : 0) - taken;
                    continue;
                }

                if (!Takes(method, opcode, (MethodBase)member!, loadedSince, isHarmless))
                {
                    return false;
                }

                loadedSince = -1;
                continue;
            }

            if (member is not null && (Involves(member) || !isHarmless(member)))
            {
                return false;
            }

            int argument = ArgumentOf(opcode, code, operand) - (method.IsStatic ? 0 : 1);
            if (argument >= 0 && IsOfEvents(parameters[argument].ParameterType))
            {
                if (loadedSince >= 0 || !IsLoad(opcode))
                {
                    return false; // two of them, its address, or another event in its place
                }

                loadedSince = 0;
            }
            else if ((loadedSince == 0 && IsNullTest(opcode)) || (loadedSince == 1 && IsComparison(opcode)))
            {
                loadedSince = -1;
            }
            else if (loadedSince >= 0 && IsPush(opcode))
            {
                loadedSince++;
            }
            else if (loadedSince >= 0 && !(opcode == 0x7B && loadedSince > 0))
            {
                return false; // a field of a value above it
            }
        }

        return true;
    }

    /// <summary>
    /// Whether a call uses up the event that lies under so many values: as a harmless member, or in code that is looked at too.
    /// </summary>
    private static bool Takes(MethodBase caller, int opcode, MethodBase member, int above, Func<MemberInfo, bool> isHarmless)
    {
        ParameterInfo[] parameters = member.GetParameters();
        if (member is MethodInfo { ReturnType: { } result } && IsOfEvents(result))
        {
            return false;
        }

        if (parameters.Length == above && !member.IsStatic)
        {
            return member.DeclaringType == typeof(LoggingEvent) && isHarmless(member);
        }

        // Of methods that others can override, those are known that the class calls on itself: its base's, and protected ones.
        bool isOverridable = member.IsVirtual && !member.IsFinal;
        return above < parameters.Length && IsOfEvents(parameters[parameters.Length - 1 - above].ParameterType)
            && parameters.Count(parameter => IsOfEvents(parameter.ParameterType)) == 1
            && !member.DeclaringType!.IsInterface && member.DeclaringType.IsAssignableFrom(caller.DeclaringType)
            && (isOverridable ? opcode == Call || member.IsFamily : isHarmless(member));
    }

    /// <summary>A location has more to read than what the class reads of it.</summary>
    private static bool IsGivenAway(Type type) => IsOfEvents(type) || type == typeof(LocationInfo);

    private static bool Involves(MemberInfo member) => member switch
    {
        MethodBase method => (method.DeclaringType is { } type && type != typeof(LoggingEvent) && IsOfEvents(type))
            || method.GetParameters().Any(parameter => IsGivenAway(parameter.ParameterType))
            || (method is MethodInfo { ReturnType: { } result } && IsGivenAway(result))
            || (method.IsGenericMethod && method.GetGenericArguments().Any(IsOfEvents)),
        FieldInfo field => IsGivenAway(field.FieldType) || IsOfEvents(field.DeclaringType!),
        Type type => IsOfEvents(type),
        _ => true,
    };

#if NET
    [UnconditionalSuppressMessage("Trimming", "IL2026", Justification = Trimming)]
#endif
    private static MemberInfo? Resolve(MethodBase method, int token) => method.Module.ResolveMember(
        token,
        method.DeclaringType!.IsGenericType ? method.DeclaringType.GetGenericArguments() : null,
        method.IsGenericMethod ? method.GetGenericArguments() : null);

    private static int ArgumentOf(int opcode, byte[] code, int operand) => opcode switch
    {
        >= 0x02 and <= 0x05 => opcode - 0x02,
        0x0E or 0x0F or 0x10 => code[operand],
        0xFE09 or 0xFE0A or 0xFE0B => BitConverter.ToUInt16(code, operand),
        _ => -1,
    };

    private static bool IsLoad(int opcode) => opcode is >= 0x02 and <= 0x05 or 0x0E or 0xFE09;

    /// <summary>Arguments, local variables, constants, texts and static fields.</summary>
    private static bool IsPush(int opcode) =>
        IsLoad(opcode) || opcode is >= 0x06 and <= 0x09 or 0x11 or 0xFE0C or >= 0x14 and <= 0x23 or 0x72 or 0x7E;

    /// <summary>A jump if there is one, or none; and one that is thrown away.</summary>
    private static bool IsNullTest(int opcode) => opcode is 0x2C or 0x2D or 0x39 or 0x3A or 0x26;

    private static bool IsComparison(int opcode) => opcode is 0xFE01 or 0xFE03;

    /// <summary>Instructions that name a member or a type (ECMA-335, III).</summary>
    internal static bool HasToken(int opcode) => opcode is 0x27 or Call or Callvirt or 0x70 or 0x71 or >= 0x73 and <= 0x75 or 0x79
        or >= 0x7B and <= 0x81 or 0x8C or 0x8D or 0x8F or >= 0xA3 and <= 0xA5 or 0xC2 or 0xC6 or 0xD0
        or 0xFE06 or 0xFE07 or 0xFE15 or 0xFE16 or 0xFE1C;

    /// <summary>How many bytes follow an instruction; not of a jump table, which says it itself.</summary>
    internal static int OperandSize(int opcode) => opcode switch
    {
        >= 0x0E and <= 0x13 or 0x1F or >= 0x2B and <= 0x37 or 0xDE or 0xFE12 or 0xFE19 => 1,
        >= 0xFE09 and <= 0xFE0E => 2,
        0x21 or 0x23 => 8,
        0x20 or 0x22 or 0x29 or >= 0x38 and <= 0x44 or 0x72 or 0xDD => 4,
        _ => HasToken(opcode) ? 4 : 0,
    };
}
