using System.Reflection;
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
    private const string ReadsMessage = "protected override void Append(LoggingEvent e) { System.Console.Write(e.RenderedMessage + e.ThreadName); }";

    [TestCase(ReadsMessage, false)]
    [TestCase("protected override void Append(LoggingEvent e) { System.Console.Write(e.LocationInformation); }", true)]
    [TestCase("protected override void Append(LoggingEvent e) { System.Console.Write(e.GetLoggingEventData()); }", true)]
    [TestCase("protected override void Append(LoggingEvent e) { e.Fix = FixFlags.All; }", true)]
    [TestCase("protected override void Append(LoggingEvent e) { new log4net.Layout.SimpleLayout().Format(System.IO.TextWriter.Null, e); }", true)]
    [TestCase("protected override void Append(LoggingEvent e) { new ConsoleAppender().DoAppend(e); }", true)]
    public void MayRead_OwnCode_IsWhatItRefersTo(string code, bool expected) => Assert.That(CallerInfoDetector.MayRead(Compile(code)), Is.EqualTo(expected));

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

    [Test]
    public void Derive_AppenderThatCannotReadIt_FixesAllTheRest()
    {
        IAppender appender = (IAppender)Activator.CreateInstance(Compile(ReadsMessage))!;

        Assert.That(CapturePlanner.Derive([appender], [], looksIntoContainers: true).Fix, Is.EqualTo(CapturePlan.AllButLocation));
    }

    /// <summary>It does not look at the location, but what it forwards to does.</summary>
    [Test]
    public void Derive_ForwarderOfTheApplicationWithAChildThatPrintsIt_ReadsIt()
    {
        ForwardingAppender forwarder = (ForwardingAppender)Activator.CreateInstance(
            Compile("protected override void Append(LoggingEvent e) { System.Console.Write(e.RenderedMessage); base.Append(e); }", nameof(ForwardingAppender)))!;
        forwarder.AddAppender(new ConsoleAppender { Layout = new log4net.Layout.PatternLayout("%line") });

        Assert.That(CapturePlanner.Derive([forwarder], [], looksIntoContainers: true).Fields & FixFlags.LocationInfo, Is.EqualTo(FixFlags.LocationInfo));
        Assert.That(CapturePlanner.Derive([forwarder], [], looksIntoContainers: false).Fields & FixFlags.LocationInfo, Is.EqualTo(FixFlags.LocationInfo), "not looked at yet");
    }

    private static Type Compile(string members, string baseType = nameof(AppenderSkeleton))
    {
        CSharpCompilation compilation = CSharpCompilation.Create(
            $"Application{Guid.NewGuid():N}",
            [CSharpSyntaxTree.ParseText($"using log4net.Appender; using log4net.Core; public sealed class Own : {baseType} {{ {members} }}")],
            CSharpSnippet.References,
            new CSharpCompilationOptions(OutputKind.DynamicallyLinkedLibrary));
        using MemoryStream assembly = new();
        Assert.That(compilation.Emit(assembly).Diagnostics.Where(found => found.Severity == DiagnosticSeverity.Error), Is.Empty);
        return Assembly.Load(assembly.ToArray()).GetType("Own", throwOnError: true)!;
    }
}
