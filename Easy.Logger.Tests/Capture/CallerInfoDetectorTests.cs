using System.Reflection.Emit;
using System.Runtime.Loader;
using Easy.Logger.Tests.Documents;
using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.CSharp;

namespace Easy.Logger.Tests.Capture;

/// <summary>Whether code of an application can read the caller location, for assemblies that are made for the test.</summary>
internal sealed class CallerInfoDetectorTests
{
    private const string Elsewhere = "public static class Elsewhere { public static object Of(LoggingEvent e) => e.LocationInformation; }";
    private const string ReadsMessage = "System.Console.Write(e.RenderedMessage + e.ThreadName);";

    [TestCase(ReadsMessage, false)]
    [TestCase("System.Console.Write(e.LocationInformation);", true)]
    [TestCase("System.Console.Write(e.GetLoggingEventData());", true)]
    [TestCase("e.Fix = FixFlags.All;", true)]
    [TestCase("new log4net.Layout.SimpleLayout().Format(System.IO.TextWriter.Null, e);", true)]
    [TestCase("new ConsoleAppender().DoAppend(e);", true)]
    [TestCase("log4net.LogManager.GetLogger(typeof(Own)).Logger.Log(e);", true)]
    [TestCase("new log4net.Filter.DenyAllFilter().Decide(e);", true)]
    [TestCase("new LevelEvaluator().IsTriggeringEvent(e);", true)]
    [TestCase("Handler(e); } public System.Action<LoggingEvent> Handler; void No() {", true)]
    [TestCase("Handler?.Invoke(this, e); } public event System.EventHandler<LoggingEvent> Handler; void No() {", true)]
    [TestCase("Handler(e); } public delegate void Handle(LoggingEvent e); public Handle Handler; void No() {", true)]
    [TestCase("Handler.Handle(e); } public interface IHandler { void Handle(LoggingEvent e); } public IHandler Handler; void No() {", true)]
    [TestCase("To.Do(e, 1); } public interface IHandler { void Do(LoggingEvent e, int n); } public IHandler To; void No() {", true)]
    [TestCase("Any.Of(e); } public abstract class Base { public abstract void Of(LoggingEvent e); } public Base Any; void No() {", true)]
    [TestCase("Handler(e.Level); } public System.Action<Level> Handler; void No() {", false)]
    [TestCase("Run<int>(null); } static void Run<T>(System.Action<T> run) { run?.Invoke(default); } void No() {", false)]
    public void MayRead_OwnCode_IsWhatItRefersTo(string code, bool expected) =>
        Assert.That(MayRead(Compile(code)), Is.EqualTo(expected));

    /// <summary>Another class of the assembly reads the location: only what an event can reach counts.</summary>
    [TestCase(ReadsMessage, false)]
    [TestCase("if (e == null) { return; } System.Console.Write(e.LookupProperty(\"key\")); e.WriteRenderedMessage(System.Console.Out);",
        false)]
    [TestCase("if (e is null) { return; } Mine(1, e); } static void Mine(int n, LoggingEvent e) { System.Console.Write(e.ThreadName); ",
        false)]
    [TestCase("try { System.Console.Write(e?.Level?.Name); } finally { foreach (object p in e.GetProperties()) { } }", false)]
    [TestCase("RenderLoggingEvent(e); } protected override void Append(LoggingEvent[] e) { base.Append(e);", false)]
    [TestCase("switch (e.Level.Value) { case 1: case 2: case 3: return; default: System.Console.Write(1.5); break; }", false)]
    [TestCase("switch (e.Level.Value) { case 1: System.Console.Write(1); break; case 2: System.Console.Write('2'); break; case 3: "
        + "System.Console.Write(true); break; case 4: System.Console.Write(4L); break; }", false)]
    [TestCase("System.Console.Write(\"{0} {1}\", e, 1);", true)]
    [TestCase("Mine(1, 2, 3, e); } static object kept; static void Mine(int a, int b, int c, LoggingEvent e) { kept = e; ", true)]
    [TestCase("Mine(1, 2, e); } object kept; void Mine(int a, int b, LoggingEvent e) { kept = e; ", true)]
    [TestCase("Mine(1, 2, 3, e); } object kept; void Mine(int a, int b, int c, LoggingEvent e) { kept = e; ", true)]
    [TestCase("System.Console.Write(e.LocationInformation);", true)]
    [TestCase("Mine(e); } static void Mine(LoggingEvent e) { System.Console.Write(e.LocationInformation); ", true)]
    [TestCase("Kept = e; } public LoggingEvent Kept; void No() {", true)]
    [TestCase("object local = e; System.Console.Write(local);", true)]
    [TestCase("Kept.Add(e); } public System.Collections.Generic.List<LoggingEvent> Kept; void No() {", true)]
    [TestCase("Kept.Add(e); } public System.Collections.ArrayList Kept; void No() {", true)]
    [TestCase("System.Action show = () => System.Console.Write(e.Level); show();", true)]
    [TestCase("Elsewhere.Of(e);", true)]
    [TestCase("System.Console.Write(Mine(e)); } static LoggingEvent Mine(LoggingEvent e) { return null; ", true)]
    [TestCase("Other.Do(e); } public Own Other; public void Do(LoggingEvent e) { System.Console.Write(e.Level); ", false)]
    [TestCase("e.Properties[\"key\"] = 1;", true)]
    [TestCase("e.Properties.Remove(\"key\");", true)]
    [TestCase("e.GetProperties().Clear();", true)]
    [TestCase("System.Console.Write(new[] { e });", true)]
    [TestCase("ref LoggingEvent other = ref e; System.Console.Write(other.Level);", true)]
    [TestCase("System.Threading.Tasks.Task.Run(async () => { await System.Threading.Tasks.Task.Yield(); var level = e.Level; });", true)]
    public void MayRead_AssemblyReadsItElsewhere_IsWhatAnEventCanReach(string code, bool expected)
    {
        foreach (OptimizationLevel level in Enum.GetValues<OptimizationLevel>())
        {
            Type own = Load(Emit("Application", Own(code) + Elsewhere, level)).GetType("Own", throwOnError: true)!;
            Assert.That(MayRead(own) || CallerInfoDetector.MayWriteProperties(own), Is.EqualTo(expected), $"{level}");
        }
    }

    [TestCase("Mine(e)", "protected", "Kept = e.Level", false)]
    [TestCase("Mine(e)", "protected", "Kept = e.LocationInformation", true)]
    [TestCase("Other.Mine(e)", "public", "Kept = e.Level", true)]
    public void MayRead_BaseClassOfTheApplication_IsWhatBothRead(string calls, string access, string reads, bool expected)
    {
        string code = $$"""
            public class Base : AppenderSkeleton
            {
                public Base Other;
                protected override void Append(LoggingEvent e) => {{calls}};
                {{access}} virtual void Mine(LoggingEvent e) { }
            }
            public sealed class Own : Base { public object Kept; {{access}} override void Mine(LoggingEvent e) => {{reads}}; }
            {{Elsewhere}}
            """;

        Assert.That(MayRead(Load(Emit("Application", code)).GetType("Own", throwOnError: true)!), Is.EqualTo(expected));
    }

    [Test]
    public void OperandSize_OfEveryInstruction_IsThatOfTheRuntime()
    {
        foreach (OpCode code in typeof(OpCodes).GetFields().Select(field => (OpCode)field.GetValue(null)!)
            .Where(code => code.OpCodeType != OpCodeType.Nternal && code.OperandType != OperandType.InlineSwitch))
        {
            (int size, bool isToken) = code.OperandType switch
            {
                OperandType.InlineNone => (0, false),
                OperandType.ShortInlineBrTarget or OperandType.ShortInlineI or OperandType.ShortInlineVar => (1, false),
                OperandType.InlineVar => (2, false),
                OperandType.InlineI8 or OperandType.InlineR => (8, false),
                OperandType.InlineMethod or OperandType.InlineField or OperandType.InlineType or OperandType.InlineTok => (4, true),
                _ => (4, false),
            };
            int value = (ushort)code.Value;
            Assert.That((EventUse.OperandSize(value), EventUse.HasToken(value)), Is.EqualTo((size, isToken)), code.Name);
        }
    }

    [Test]
    public void MayRead_NoMetadata_IsTrue()
    {
        AssemblyBuilder made = AssemblyBuilder.DefineDynamicAssembly(
            new AssemblyName("MadeAtRunTime"), AssemblyBuilderAccess.Run);
        TypeBuilder type =
            made.DefineDynamicModule("module").DefineType("Own", TypeAttributes.Public, typeof(AppenderSkeleton));
        ILGenerator code = type.DefineMethod(
            "Append", MethodAttributes.Family | MethodAttributes.Virtual, typeof(void), [typeof(LoggingEvent)]).GetILGenerator();
        code.Emit(OpCodes.Ldarg_1);
        code.Emit(OpCodes.Callvirt, typeof(LoggingEvent).GetProperty(nameof(LoggingEvent.LocationInformation))!.GetMethod!);
        code.Emit(OpCodes.Pop);
        code.Emit(OpCodes.Ret);

        Assert.That(MayRead(type.CreateType()), Is.True);
    }

    /// <summary>Other code of the assembly reads the stack frames, which are most of the cost.</summary>
    [TestCase("System.Console.Write(e.LocationInformation?.MethodName);", false)]
    [TestCase("var location = e.LocationInformation; System.Console.Write(location.LineNumber + location.FullInfo);", false)]
    [TestCase("System.Console.Write(e.LocationInformation.StackFrames);", true)]
    [TestCase("Elsewhere.Of(e.LocationInformation);", true)]
    [TestCase("new log4net.Layout.SimpleLayout().Format(System.IO.TextWriter.Null, e);", true, Description = "it may print them")]
    [TestCase("new ConsoleAppender().DoAppend(e);", true)]
    public void MayReadStackFrames_ReadsTheLocation_IsWhatItReadsOfIt(string code, bool expected)
    {
        const string elsewhere = "public static class Elsewhere { public static object Of(LocationInfo e) => e.StackFrames; }";
        Type own = Load(Emit("Application", Own(code) + elsewhere)).GetType("Own", throwOnError: true)!;

        Assert.That((MayRead(own), CallerInfoDetector.MayReadStackFrames(own)), Is.EqualTo((true, expected)));
    }

    /// <summary>The type hands its event to another assembly, and that to a third. What is not deployed cannot run, or read it.</summary>
    [Test]
    public void MayRead_AssemblyBehindAnother_IsWhatThoseReadThatAreThere([Values] bool areThere)
    {
        byte[] reader = Emit("Reader", "public static class Reader { public static object Of(LoggingEvent e) => e.LocationInformation; }");
        byte[] between =
            Emit("Between", "public static class Between { public static object Of(LoggingEvent e) => Reader.Of(e); }", reader);
        byte[] own = Emit("Outer",
            "public sealed class Own : AppenderSkeleton { protected override void Append(LoggingEvent e) => Between.Of(e); }", between);
        Assembly loaded = areThere ? Load(own, between, reader) : Load(own);

        Assert.That(MayRead(loaded.GetType("Own", throwOnError: true)!), Is.EqualTo(areThere));
    }

    [TestCase(ReadsMessage, FixFlags.Message | FixFlags.ThreadName)]
    [TestCase("System.Console.Write(e.UserName);", FixFlags.UserName)]
    [TestCase("System.Console.Write(e.Identity);", FixFlags.Identity)]
    [TestCase("System.Console.Write(e.Domain);", FixFlags.Domain)]
    [TestCase("System.Console.Write(e.GetExceptionString());", FixFlags.Exception)]
    [TestCase("System.Console.Write(e.LookupProperty(\"key\"));", FixFlags.Properties)]
    public void Derive_AppenderThatCannotReadIt_KeepsWhatItReads(string code, FixFlags expected)
    {
        IAppender appender = (IAppender)Activator.CreateInstance(Compile(code))!;

        Assert.That(CapturePlanner.Derive([appender], isLossy: false, mayWait: true).Fix, Is.EqualTo(expected));
    }

    private static bool MayRead(Type type) => (CallerInfoDetector.PartsReadBy(type) & FixFlags.LocationInfo) != 0;

    private static Type Compile(string append, string baseType = nameof(AppenderSkeleton)) =>
        Load(Emit("Application", Own(append, baseType))).GetType("Own", throwOnError: true)!;

    private static string Own(string append, string baseType = nameof(AppenderSkeleton)) =>
        $"public sealed class Own : {baseType} {{ protected override void Append(LoggingEvent e) {{ {append} }} }}";

    private static byte[] Emit(string name, string code, params byte[][] references) =>
        Emit(name, code, OptimizationLevel.Debug, references);

    private static byte[] Emit(string name, string code, OptimizationLevel level, params byte[][] references)
    {
        CSharpCompilation compilation = CSharpCompilation.Create(
            name,
            [CSharpSyntaxTree.ParseText("using log4net.Appender; using log4net.Core;" + code)],
            [.. CSharpSnippet.References, .. references.Select(reference => MetadataReference.CreateFromImage(reference))],
            new CSharpCompilationOptions(OutputKind.DynamicallyLinkedLibrary, optimizationLevel: level));
        using MemoryStream assembly = new();
        Assert.That(compilation.Emit(assembly).Diagnostics.Where(found => found.Severity == DiagnosticSeverity.Error), Is.Empty);
        return assembly.ToArray();
    }

    /// <returns>The first; the others are found when it asks for them.</returns>
    private static Assembly Load(params byte[][] assemblies)
    {
        AssemblyLoadContext context = new(name: null);
        context.Resolving += (_, name) => context.Assemblies.FirstOrDefault(assembly => assembly.GetName().Name == name.Name);
        return Array.ConvertAll(assemblies, assembly => context.LoadFromStream(new MemoryStream(assembly)))[0];
    }
}
