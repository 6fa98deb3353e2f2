using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.CSharp;
using Microsoft.CodeAnalysis.CSharp.Syntax;

namespace Easy.Logger.Tests.Documents;

/// <summary>Compiles what a document shows, as a reader would have it in a program with the usual usings.</summary>
internal static class CSharpSnippet
{
    private static readonly string[] _namespaces =
    [
        "System", "System.Collections.Generic", "System.Diagnostics", "System.IO", "System.Linq", "System.Threading",
        "System.Threading.Tasks", "log4net", "log4net.Appender", "log4net.Config", "log4net.Core", "log4net.Layout", "log4net.Util",
        "Easy.Logger", "Easy.Logger.Diagnostics", "Easy.Logger.DogStatsd", "Easy.Logger.EventSource", "Easy.Logger.Loki",
        "Easy.Logger.Extensions.Microsoft", "Easy.Logger.Interfaces", "Microsoft.Extensions.DependencyInjection",
        "Microsoft.Extensions.Hosting", "Microsoft.Extensions.Logging",
    ];

    /// <summary>The assemblies that the tests run on, and those of ASP.NET Core, which is installed beside .NET.</summary>
    public static IReadOnlyList<MetadataReference> References { get; } =
        [.. Assemblies().Select(path => MetadataReference.CreateFromFile(path))];

    public static IReadOnlyList<string> Errors(string code)
    {
        CSharpParseOptions options = new(LanguageVersion.Latest);
        SyntaxTree tree = CSharpSyntaxTree.ParseText(code, options);
        bool program = tree.GetCompilationUnitRoot().Members.OfType<GlobalStatementSyntax>().Any();
        string usings = string.Concat(_namespaces.Select(name => $"global using {name};\n"));
        CSharpCompilation compilation = CSharpCompilation.Create(
            "Snippet",
            [tree, CSharpSyntaxTree.ParseText(usings, options)],
            References,
            new CSharpCompilationOptions(
                program ? OutputKind.ConsoleApplication : OutputKind.DynamicallyLinkedLibrary,
                nullableContextOptions: NullableContextOptions.Enable));
        return [.. compilation.GetDiagnostics().Where(found => found.Severity >= DiagnosticSeverity.Warning && !IsAboutUsings(found))
            .Select(found => found.ToString())];
    }

    /// <summary>A snippet that repeats one of the usings, or of a file whose other usings it does not need.</summary>
    private static bool IsAboutUsings(Diagnostic found) => found.Id is "CS8933" or "CS8019" or "CS0105";

    private static IEnumerable<string> Assemblies()
    {
        string runtime = Path.GetDirectoryName(typeof(object).Assembly.Location)!;
        string web = Path.Combine(runtime, "..", "..", "Microsoft.AspNetCore.App", Path.GetFileName(runtime));
        string[] own = ((string)AppContext.GetData("TRUSTED_PLATFORM_ASSEMBLIES")!).Split(Path.PathSeparator);
        return own.Concat(Directory.GetFiles(web, "*.dll")).DistinctBy(Path.GetFileName);
    }
}
