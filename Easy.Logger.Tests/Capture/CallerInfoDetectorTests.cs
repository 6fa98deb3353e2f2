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
    private const string ReadsMessage = "System.Console.Write(e.RenderedMessage + e.ThreadName);";

    [TestCase(ReadsMessage, false)]
    [TestCase("System.Console.Write(e.LocationInformation);", true)]
    [TestCase("System.Console.Write(e.GetLoggingEventData());", true)]
    [TestCase("e.Fix = FixFlags.All;", true)]
    [TestCase("new log4net.Layout.SimpleLayout().Format(System.IO.TextWriter.Null, e);", true)]
    [TestCase("new ConsoleAppender().DoAppend(e);", true)]
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

    [Test]
    public void Derive_AppenderThatCannotReadIt_FixesAllTheRest()
    {
        IAppender appender = (IAppender)Activator.CreateInstance(Compile(ReadsMessage))!;

        Assert.That(CapturePlanner.Derive([appender], isLossy: false, looksIntoContainers: true).Fix, Is.EqualTo(CapturePlan.AllButLocation));
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
        string code = $$"""
            using log4net.Appender;
            using log4net.Core;
            public sealed class Own : {{baseType}} { protected override void Append(LoggingEvent e) { {{append}} } }
            """;
        CSharpCompilation compilation = CSharpCompilation.Create(
            $"Application{Guid.NewGuid():N}",
            [CSharpSyntaxTree.ParseText(code)],
            CSharpSnippet.References,
            new CSharpCompilationOptions(OutputKind.DynamicallyLinkedLibrary));
        using MemoryStream assembly = new();
        Assert.That(compilation.Emit(assembly).Diagnostics.Where(found => found.Severity == DiagnosticSeverity.Error), Is.Empty);
        return Assembly.Load(assembly.ToArray()).GetType("Own", throwOnError: true)!;
    }
}
