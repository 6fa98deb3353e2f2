using System.Reflection;
using System.Runtime.Loader;
using Easy.Logger.Capture;
using Easy.Logger.Tests.Documents;
using log4net.Appender;
using log4net.Core;
using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.CSharp;

namespace Easy.Logger.Tests.Capture;

/// <summary>Whether code of an application can read the caller location, for assemblies that are made for the test.</summary>
internal sealed class CallerInfoDetectorTests
{
    private const string ReadsMessage = "System.Console.Write(e.RenderedMessage + e.ThreadName);";

    [TestCase(ReadsMessage, false)]
    [TestCase("System.Console.Write(e.LocationInformation);", true)]
    [TestCase("System.Console.Write(e.GetLoggingEventData());", true)]
    [TestCase("e.Fix = FixFlags.All;", true)]
    [TestCase("new log4net.Layout.SimpleLayout().Format(System.IO.TextWriter.Null, e);", true)]
    [TestCase("new ConsoleAppender().DoAppend(e);", true)]
    [TestCase("Handler(e); } public System.Action<LoggingEvent> Handler; void No() {", true)]
    [TestCase("Handler?.Invoke(this, e); } public event System.EventHandler<LoggingEvent> Handler; void No() {", true)]
    [TestCase("Handler(e); } public delegate void Handle(LoggingEvent e); public Handle Handler; void No() {", true)]
    [TestCase("Handler.Handle(e); } public interface IHandler { void Handle(LoggingEvent e); } public IHandler Handler; void No() {", true)]
    [TestCase("Handler.Of(e); } public abstract class Any { public abstract void Of(LoggingEvent e); } public Any Handler; void No() {", true)]
    [TestCase("Handler(e.Level); } public System.Action<Level> Handler; void No() {", false)]
    [TestCase("Run<int>(null); } static void Run<T>(System.Action<T> run) { run?.Invoke(default); } void No() {", false)]
    public void MayRead_OwnCode_IsWhatItRefersTo(string code, bool expected) =>
        Assert.That(CallerInfoDetector.MayRead(Compile(code)), Is.EqualTo(expected));

    [Test]
    public void MayRead_TypesOfLog4Net_IsFalse() => Assert.That(CallerInfoDetector.MayRead(typeof(RollingFileAppender)), Is.False);

    [Test]
    public void MayRead_NoMetadata_IsTrue()
    {
        System.Reflection.Emit.AssemblyBuilder made = System.Reflection.Emit.AssemblyBuilder.DefineDynamicAssembly(
            new AssemblyName("MadeAtRunTime"), System.Reflection.Emit.AssemblyBuilderAccess.Run);
        Type type = made.DefineDynamicModule("module").DefineType("Own", TypeAttributes.Public, typeof(ConsoleAppender)).CreateType();

        Assert.That(CallerInfoDetector.MayRead(type), Is.True);
    }

    /// <summary>The type hands its event to another assembly, and that to a third.</summary>
    [Test]
    public void MayRead_AssemblyBehindAnother_IsWhatThatReads()
    {
        byte[] reader = Emit("Reader", "public static class Reader { public static object Of(LoggingEvent e) => e.LocationInformation; }");
        byte[] between =
            Emit("Between", "public static class Between { public static object Of(LoggingEvent e) => Reader.Of(e); }", reader);
        byte[] own = Emit("Outer",
            "public sealed class Own : AppenderSkeleton { protected override void Append(LoggingEvent e) => Between.Of(e); }", between);

        Assert.That(CallerInfoDetector.MayRead(Load(own, between, reader).GetType("Own", throwOnError: true)!), Is.True);
    }

    [Test]
    public void Derive_AppenderThatCannotReadIt_FixesAllTheRest()
    {
        IAppender appender = (IAppender)Activator.CreateInstance(Compile(ReadsMessage))!;

        Assert.That(CapturePlanner.Derive([appender], isLossy: false, looksIntoContainers: true).Fix,
            Is.EqualTo(CapturePlan.AllButLocation));
    }

    /// <summary>It does not look at the location, but what it forwards to does.</summary>
    [Test]
    public void Derive_ForwarderOfTheApplicationWithAChildThatPrintsIt_ReadsIt()
    {
        ForwardingAppender forwarder = (ForwardingAppender)Activator.CreateInstance(
            Compile("System.Console.Write(e.RenderedMessage); base.Append(e);", nameof(ForwardingAppender)))!;
        forwarder.AddAppender(new ConsoleAppender { Layout = new log4net.Layout.PatternLayout("%line") });

        foreach (bool looks in new[] { true, false })
        {
            FixFlags fields = CapturePlanner.Derive([forwarder], isLossy: false, looks).Fields;
            Assert.That(fields & FixFlags.LocationInfo, Is.EqualTo(FixFlags.LocationInfo));
        }
    }

    private static Type Compile(string append, string baseType = nameof(AppenderSkeleton))
    {
        string code = $"public sealed class Own : {baseType} {{ protected override void Append(LoggingEvent e) {{ {append} }} }}";
        return Load(Emit("Application", code)).GetType("Own", throwOnError: true)!;
    }

    private static byte[] Emit(string name, string code, params byte[][] references)
    {
        CSharpCompilation compilation = CSharpCompilation.Create(
            name,
            [CSharpSyntaxTree.ParseText("using log4net.Appender; using log4net.Core;" + code)],
            [.. CSharpSnippet.References, .. references.Select(reference => MetadataReference.CreateFromImage(reference))],
            new CSharpCompilationOptions(OutputKind.DynamicallyLinkedLibrary));
        using MemoryStream assembly = new();
        Assert.That(compilation.Emit(assembly).Diagnostics.Where(found => found.Severity == DiagnosticSeverity.Error), Is.Empty);
        return assembly.ToArray();
    }

    /// <returns>The first; the others are found when it asks for them.</returns>
    private static Assembly Load(params byte[][] assemblies)
    {
        AssemblyLoadContext context = new(name: null);
        return assemblies.Reverse().Select(assembly => context.LoadFromStream(new MemoryStream(assembly))).Last();
    }
}
