using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.CSharp;
using Microsoft.CodeAnalysis.CSharp.Syntax;

namespace Easy.Logger.Tests.Documents;

/// <summary>Compiles what a document shows, as a reader would have it in a program with the usual usings.</summary>
internal static class CSharpSnippet
{
    private const string Usings =
        """
        global using System;
        global using System.Collections.Generic;
        global using System.Diagnostics;
        global using System.IO;
        global using System.Linq;
        global using System.Threading;
        global using System.Threading.Tasks;
        global using log4net;
        global using log4net.Appender;
        global using log4net.Config;
        global using log4net.Core;
        global using log4net.Layout;
        global using log4net.Util;
        global using Easy.Logger;
        global using Easy.Logger.Diagnostics;
        global using Easy.Logger.DogStatsd;
        global using Easy.Logger.EventSource;
        global using Easy.Logger.Loki;
        global using Easy.Logger.Extensions.Microsoft;
        global using Easy.Logger.Interfaces;
        global using Microsoft.Extensions.DependencyInjection;
        global using Microsoft.Extensions.Hosting;
        global using Microsoft.Extensions.Logging;
        """;

    /// <summary>The assemblies that the tests run on, and those of ASP.NET Core, which is installed beside .NET.</summary>
    public static IReadOnlyList<MetadataReference> References { get; } =
        [.. Assemblies().Select(path => MetadataReference.CreateFromFile(path))];

    /// <summary>What the compiler has against it; nothing when it compiles.</summary>
    public static IReadOnlyList<string> Errors(string code)
    {
        CSharpParseOptions options = new(LanguageVersion.Latest);
        SyntaxTree tree = CSharpSyntaxTree.ParseText(code, options);
        bool program = tree.GetCompilationUnitRoot().Members.OfType<GlobalStatementSyntax>().Any();
        CSharpCompilation compilation = CSharpCompilation.Create(
            "Snippet",
            [tree, CSharpSyntaxTree.ParseText(Usings, options)],
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
