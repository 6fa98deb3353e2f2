#if NET
using System.Diagnostics.CodeAnalysis;
using System.Reflection.Metadata;
using System.Reflection.Metadata.Ecma335;
using System.Runtime.Loader;
#endif
using System.Reflection;
using log4net.Appender;
using log4net.Core;
using log4net.Filter;
using log4net.Layout;
using log4net.Layout.Pattern;
using log4net.Util;

namespace Easy.Logger.Capture;

/// <summary>
/// Finds out whether code of an application can read the caller location of an event, from the members that its assemblies refer to.
/// Capturing the location walks the whole stack, so it must not be done for code that never looks at it; and code that does must find it.
/// </summary>
/// <remarks>
/// <para>
/// A class that only calls harmless members of its events (<see cref="EventUse" />) cannot. For any other, what is looked at is the
/// assembly of the type and of its base types, and the assemblies they refer to, and those in turn, as far as they refer to log4net. Code
/// that hands events on to a layout, an appender, a converter, a delegate or an interface of its own may read whatever that reads, wherever
/// it comes from.
/// </para>
/// <para>Reflection, such as a serializer's, is not seen; <c>fix</c> is for that.</para>
/// </remarks>
internal static class CallerInfoDetector
{
#if NET
    private const string Trimming = "A reference that was trimmed away is one that no code uses any more.";
#endif

    private static readonly string _log4net = typeof(LoggingEvent).Assembly.GetName().Name!;

    // log4net's own classes that read nothing of an event themselves; one of them its exception, which no event loses.
    private static readonly HashSet<Type> _skeletons =
    [
        typeof(AppenderSkeleton), typeof(LayoutSkeleton), typeof(PatternLayoutConverter), typeof(FilterSkeleton),
        typeof(ExceptionEvaluator),
    ];

    // By assembly and by type. Weak: an assembly that can be unloaded is not kept.
    private static readonly WeakCache<object, object> _results = new();

    private static readonly HashSet<string> _eventMembers = new(StringComparer.Ordinal)
    {
        "get_LocationInformation", "get_LocationInfo", "GetLoggingEventData", "FixVolatileData", "set_Fix", "GetObjectData",
    };

    private static readonly HashSet<string> _handingOn = new(StringComparer.Ordinal)
    {
        "Format", "DoAppend", "AppendLoopOnAppenders", "Convert", "Log", "CallAppenders", "Decide", "IsTriggeringEvent",
    };

    [Flags]
    private enum Uses
    {
        None = 0,
        Reads = 1,
        ReadsFrames = 2,
        WritesProperties = 4,
        Everything = Reads | ReadsFrames | WritesProperties,
    }

    /// <summary>
    /// The parts of an event that code of the type may read: all but the caller location when that is not known. Never throws.
    /// </summary>
    public static FixFlags PartsReadBy(Type type)
    {
        Type? root = OwnClassesOf(type).Aggregate((Type?)type, (_, own) => own.BaseType);
        bool isBaseKnown = root is null || root == typeof(object) || _skeletons.Contains(root);
        return OwnClassesOf(type).Aggregate(
            isBaseKnown ? FixFlags.None : CapturePlan.AllButLocation, (parts, own) => parts | KnownUseOf(own).Parts);
    }

    /// <summary>Whether code of the type may read the stack frames of the location, which are most of it.</summary>
    public static bool MayReadStackFrames(Type type) => OwnClassesOf(type).Any(own => (KnownUseOf(own).Uses & Uses.ReadsFrames) != 0);

    /// <summary>Whether code of the type may write properties into events.</summary>
    public static bool MayWriteProperties(Type type) => OwnClassesOf(type).Any(own => (KnownUseOf(own).Uses & Uses.WritesProperties) != 0);

    /// <summary>The class and its bases, as far as they are the application's.</summary>
    private static IEnumerable<Type> OwnClassesOf(Type type)
    {
        for (Type? current = type; current is not null && current != typeof(object) && !IsOfLog4Net(current); current = current.BaseType)
        {
            yield return current;
        }
    }

    private static CodeUse KnownUseOf(Type type) => (CodeUse)_results.GetOrAdd(type, each => UseOf((Type)each));

    private static bool IsOfLog4Net(Type type) => type.Assembly.GetName().Name == _log4net;

    private static CodeUse UseOf(Type type)
    {
        FixFlags parts = FixFlags.None;
        bool isHarmless = EventUse.IsHarmless(type, member =>
        {
            parts |= PartReadBy(member);
            return IsLocation(member) || UseOf(member.DeclaringType?.FullName, member.Name) == Uses.None;
        });
        if (isHarmless)
        {
            return new CodeUse(Uses.None, parts);
        }

        Uses uses = (Uses)_results.GetOrAdd(type.Assembly, assembly => UsesOf((Assembly)assembly));
        return new CodeUse(uses, (uses & Uses.Reads) != 0 ? FixFlags.All : CapturePlan.AllButLocation);
    }

    /// <summary>The location itself; what is read of it are members of another class.</summary>
    private static bool IsLocation(MemberInfo member) =>
        member.DeclaringType == typeof(LoggingEvent) && member.Name is ("get_LocationInformation" or "get_LocationInfo");

    /// <summary>What a member of log4net reads of the event that it is called on, or that it takes.</summary>
    private static FixFlags PartReadBy(MemberInfo member) => member.DeclaringType == typeof(LoggingEvent)
        ? member.Name switch
        {
            "get_LocationInformation" or "get_LocationInfo" => FixFlags.LocationInfo,
            "get_RenderedMessage" or "WriteRenderedMessage" => FixFlags.Message,
            "get_ThreadName" => FixFlags.ThreadName,
            "get_UserName" => FixFlags.UserName,
            "get_Domain" => FixFlags.Domain,
            "get_Identity" => FixFlags.Identity,
            "GetExceptionString" => FixFlags.Exception,
            "get_Properties" or "GetProperties" or "LookupProperty" => FixFlags.Properties,
            "get_Level" or "get_LoggerName" or "get_TimeStamp" or "get_TimeStampUtc" or "get_Repository" or "get_MessageObject"
                or "get_ExceptionObject" => FixFlags.None,
            _ => CapturePlan.AllButLocation,
        }
        : member is MethodInfo { DeclaringType: { } type } method && IsOfLog4Net(type)
            && member.Name is not ("RenderLoggingEvent" or "FilterEvent")
            && method.GetParameters().Any(parameter => EventUse.IsOfEvents(parameter.ParameterType))
            ? CapturePlan.AllButLocation
            : FixFlags.None;

    private static object UsesOf(Assembly assembly)
    {
        try
        {
            return WithReferencesOf([], assembly);
        }
        catch (Exception)
        {
            return Uses.Everything;
        }
    }

#if NET
    [UnconditionalSuppressMessage("Trimming", "IL2026", Justification = Trimming)]
#endif
    private static Uses WithReferencesOf(HashSet<Assembly> seen, Assembly assembly)
    {
        AssemblyName[] references = assembly.GetReferencedAssemblies();
        return seen.Add(assembly) && Array.Exists(references, name => name.Name == _log4net)
            ? references.Where(IsOfApplication).Select(name => Find(assembly, name)).OfType<Assembly>()
                .Aggregate(ReferencesOf(assembly) | HandingOnOf(assembly), (uses, reference) => uses | WithReferencesOf(seen, reference))
            : Uses.None;
    }

    /// <returns><see langword="null" /> when it is not there: then no code of it can run.</returns>
    private static Assembly? Find(Assembly assembly, AssemblyName name)
    {
        try
        {
#if NET
            return (AssemblyLoadContext.GetLoadContext(assembly) ?? AssemblyLoadContext.Default).LoadFromAssemblyName(name);
#else
            return Assembly.Load(name);
#endif
        }
        catch (Exception e) when (e is System.IO.IOException or BadImageFormatException)
        {
            return null;
        }
    }

    /// <summary>
    /// What is handed to an interface, an abstract class or a delegate type that others can implement is read by code that is not known
    /// here.
    /// </summary>
#if NET
    [UnconditionalSuppressMessage("Trimming", "IL2026", Justification = Trimming)]
    [UnconditionalSuppressMessage("Trimming", "IL2070", Justification = Trimming)]
#endif
    private static Uses HandingOnOf(Assembly assembly)
    {
        IEnumerable<MethodInfo> open = assembly.GetExportedTypes()
            .Where(type => type.IsAbstract || typeof(Delegate).IsAssignableFrom(type))
            .SelectMany(type => type.GetMethods(BindingFlags.Public | BindingFlags.Instance | BindingFlags.DeclaredOnly))
            .Where(method => (method.IsAbstract && method.GetBaseDefinition() == method) || method.Name == nameof(Action.Invoke));
        return open.Any(method => method.GetParameters().Any(parameter => EventUse.IsOfEvents(parameter.ParameterType)))
            ? Uses.Everything : Uses.None;
    }

    /// <summary>The framework does not refer to log4net.</summary>
    private static bool IsOfApplication(AssemblyName name) =>
        name.Name is { } text && text != _log4net && text != typeof(CallerInfoDetector).Assembly.GetName().Name
        && !text.StartsWith("System.", StringComparison.Ordinal) && text is not ("System" or "netstandard" or "mscorlib");

    private static Uses UseOf(string? declaringType, string member)
    {
        if (declaringType == typeof(LoggingEvent).FullName)
        {
            return _eventMembers.Contains(member) ? Uses.Reads : Uses.None;
        }

        if (declaringType == typeof(LocationInfo).FullName)
        {
            return member is "get_StackFrames" or "GetObjectData" ? Uses.ReadsFrames : Uses.None;
        }

        if (declaringType == typeof(PropertiesDictionary).FullName || declaringType == typeof(ReadOnlyPropertiesDictionary).FullName)
        {
            return member is "set_Item" or "Remove" or "Clear" or "Add" ? Uses.WritesProperties : Uses.None;
        }

        return declaringType?.StartsWith("log4net.", StringComparison.Ordinal) == true && _handingOn.Contains(member)
            ? Uses.Reads | Uses.ReadsFrames : Uses.None;
    }

#if NET
    [UnconditionalSuppressMessage("Trimming", "IL2026", Justification = Trimming)]
    private static unsafe Uses ReferencesOf(Assembly assembly)
    {
        if (!assembly.TryGetRawMetadata(out byte* blob, out int length))
        {
            return Uses.Everything; // compiled to native code, or made at run time
        }

        Uses uses = Uses.None;
        MetadataReader reader = new(blob, length);
        foreach (MemberReferenceHandle handle in reader.MemberReferences)
        {
            MemberReference member = reader.GetMemberReference(handle);
            string name = reader.GetString(member.Name);
            if (member.Parent.Kind == HandleKind.TypeReference)
            {
                TypeReference type = reader.GetTypeReference((TypeReferenceHandle)member.Parent);
                uses |= UseOf($"{reader.GetString(type.Namespace)}.{reader.GetString(type.Name)}", name);
            }
            else if (name == nameof(Action.Invoke) && IsOfEvents(assembly.ManifestModule, member.Parent))
            {
                uses = Uses.Everything; // a delegate such as Action<LoggingEvent>
            }
        }

        return uses;
    }

    [UnconditionalSuppressMessage("Trimming", "IL2026", Justification = Trimming)]
    private static bool IsOfEvents(Module module, EntityHandle handle)
    {
        try
        {
            return EventUse.IsOfEvents(module.ResolveType(MetadataTokens.GetToken(handle)));
        }
        catch (Exception e) when (e is ArgumentException or BadImageFormatException)
        {
            return false; // of a type parameter
        }
    }
#else
    /// <summary>
    /// There is no reader of metadata at hand: the references are resolved one by one, by the numbers they have in the assembly.
    /// </summary>
    private static Uses ReferencesOf(Assembly assembly)
    {
        const int memberReferences = 0x0A000000;
        Uses uses = Uses.None;
        for (int token = memberReferences + 1; ; token++)
        {
            try
            {
                MemberInfo member = assembly.ManifestModule.ResolveMember(token);
                uses |= member.Name == nameof(Action.Invoke) && EventUse.IsOfEvents(member.DeclaringType!)
                    ? Uses.Everything // a delegate such as Action<LoggingEvent>
                    : UseOf(member.DeclaringType?.FullName, member.Name);
            }
            catch (ArgumentOutOfRangeException)
            {
                return uses; // behind the last one
            }
            catch (Exception e) when (e is ArgumentException or BadImageFormatException or System.IO.IOException
                or TypeLoadException or MissingMemberException)
            {
                // A member of a generic type, or of an assembly that is not there: not one of log4net.
            }
        }
    }
#endif

    private sealed record CodeUse(Uses Uses, FixFlags Parts);
}
