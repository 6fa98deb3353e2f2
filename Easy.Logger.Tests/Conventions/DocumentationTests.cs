using System.Reflection;
using System.Xml.Linq;
using Easy.Logger.Diagnostics;
using Easy.Logger.Tests.Support;

namespace Easy.Logger.Tests.Conventions;

/// <summary>Whatever a user of the library can see is documented, in sentences.</summary>
internal sealed class DocumentationTests
{
    private const BindingFlags Declared =
        BindingFlags.Public | BindingFlags.NonPublic | BindingFlags.Instance | BindingFlags.Static | BindingFlags.DeclaredOnly;

    private static readonly Assembly _library = typeof(AsyncBufferingForwardingAppender).Assembly;

    private readonly Dictionary<string, XElement> _documented =
        XDocument.Load(Path.ChangeExtension(_library.Location, ".xml")).Descendants("member").ToDictionary(member => member.Attribute("name")!.Value);

    private static IEnumerable<Type> VisibleTypes => _library.GetExportedTypes();

    private static IEnumerable<MemberInfo> VisibleMembers => VisibleTypes
        .Where(type => type.BaseType != typeof(MulticastDelegate))
        .SelectMany(type => type.GetMembers(Declared))
        .Where(IsVisible);

    [Test]
    public void Summary_EveryVisibleTypeAndMember_IsThere()
    {
        string[] visible = [.. VisibleTypes.Select(DocumentationId.Of), .. VisibleMembers.Select(DocumentationId.Of)];

        Assert.That(visible.Where(id => !IsDocumented(id)), Is.Empty);
        Assert.That(visible, Does.Contain("P:Easy.Logger.AsyncBufferingForwardingAppender.IdleTime"));
        Assert.That(visible, Does.Contain("F:Easy.Logger.Diagnostics.DropReason.Evicted"));
        Assert.That(visible, Does.Contain("M:Easy.Logger.AsyncBufferingForwardingAppender.DoAppend(log4net.Core.LoggingEvent[])"));
        Assert.That(visible, Has.Length.GreaterThanOrEqualTo(60));
    }

    [Test]
    public void Summary_EveryVisibleTypeAndMember_EndsWithAFullStop()
    {
        IEnumerable<string> summaries = VisibleTypes.Select(DocumentationId.Of).Concat(VisibleMembers.Select(DocumentationId.Of))
            .Where(_documented.ContainsKey)
            .Select(id => _documented[id].Element("summary")?.Value.Trim())
            .OfType<string>();

        Assert.That(summaries, Is.Not.Empty);
        Assert.That(summaries.Where(summary => !summary.EndsWith('.')), Is.Empty);
    }

    [Test]
    public void Parameters_EveryVisibleMethod_AreDescribed()
    {
        IEnumerable<string> missing = VisibleMembers.OfType<MethodBase>()
            .Where(method => _documented.TryGetValue(DocumentationId.Of(method), out XElement? text) && text.Element("inheritdoc") is null)
            .SelectMany(method => method.GetParameters()
                .Where(parameter => !_documented[DocumentationId.Of(method)].Elements("param").Any(text => text.Attribute("name")?.Value == parameter.Name))
                .Select(parameter => $"{DocumentationId.Of(method)}: {parameter.Name}"));

        Assert.That(missing, Is.Empty);
    }

    [Test]
    public void ThreadSafety_TypesThatThreadsShare_IsStated()
    {
        foreach (Type type in new[] { typeof(AsyncBufferingForwardingAppender), typeof(BufferStatistics), typeof(DropCount) })
        {
            Assert.That(_documented[DocumentationId.Of(type)].Value, Does.Contain("any thread"), type.Name);
        }
    }

    private static bool IsVisible(MemberInfo member) => member switch
    {
        FieldInfo field => (field.IsPublic || field.IsFamily || field.IsFamilyOrAssembly) && !field.IsSpecialName,

        // A constructor without parameters may be the compiler's own; one that is written is checked by the compiler.
        ConstructorInfo constructor => IsVisible(constructor) && constructor.GetParameters().Length > 0,
        MethodInfo method => IsVisible(method) && (!method.IsSpecialName || method.Name.StartsWith("op_", StringComparison.Ordinal)),
        PropertyInfo property => property.GetAccessors(nonPublic: true).Any(IsVisible),
        EventInfo raised => IsVisible(raised.AddMethod!),
        _ => false, // nested types are exported types themselves
    };

    private static bool IsVisible(MethodBase method) => method.IsPublic || method.IsFamily || method.IsFamilyOrAssembly;

    private bool IsDocumented(string id) =>
        _documented.TryGetValue(id, out XElement? text)
        && (text.Element("inheritdoc") is not null || !string.IsNullOrWhiteSpace(text.Element("summary")?.Value));
}
