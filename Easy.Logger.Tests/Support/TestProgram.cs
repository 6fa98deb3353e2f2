namespace Easy.Logger.Tests.Support;

/// <summary>
/// A console program of the tests: built for the same configuration and framework as they are, in its own folder beside them.
/// </summary>
internal sealed class TestProgram
{
    private readonly string _project;
    private readonly string _assembly;
    private readonly string? _framework;
    private readonly string? _copy;

    private TestProgram(string project, string assembly, string? framework = null, string? copy = null) =>
        (_project, _assembly, _framework, _copy) = (project, assembly, framework, copy);

    /// <summary>Ways a process can end.</summary>
    public static TestProgram ExitProbe { get; } = new("ExitProbe", "ExitProbe.dll");

    /// <summary>Events of every kind for a reader of traces.</summary>
    public static TestProgram EventSourceProbe { get; } = new("EventSourceProbe", "EventSourceProbe.dll");

    /// <summary>The cells of the deadlock matrix.</summary>
    public static TestProgram MatrixProbe { get; } = new("MatrixProbe", "MatrixProbe.dll");

    /// <summary>A program of .NET Framework, run by Mono.</summary>
    public static TestProgram MonoProbe { get; } = new("MonoProbe", "MonoProbe.exe", "net462");

    /// <summary>The benchmark's command line.</summary>
    public static TestProgram Benchmarker { get; } = new("Benchmarker", "Benchmarker.dll");

    public static TestProgram ConsoleSample { get; } = Sample("Console");

    public static TestProgram WebSample { get; } = Sample("Web");

    public static TestProgram NamedInXmlSample { get; } = Sample("NamedInXml", "App");

    /// <summary>What runs it: Mono, or the host that runs the tests, when it says which one it is.</summary>
    public string Host => _framework is null ? Environment.GetEnvironmentVariable("DOTNET_HOST_PATH") ?? "dotnet" : "mono";

    /// <summary>The built assembly.</summary>
    public string Path
    {
        get
        {
            if (_copy is not null)
            {
                return _copy;
            }

            DirectoryInfo output = new(TestContext.CurrentContext.TestDirectory);
            for (DirectoryInfo? folder = output; folder is not null; folder = folder.Parent)
            {
                string path =
                    System.IO.Path.Combine(folder.FullName, _project, "bin", output.Parent!.Name, _framework ?? output.Name, _assembly);
                if (File.Exists(path))
                {
                    return path;
                }
            }

            throw new FileNotFoundException($"{_assembly} was not found from {output.FullName} upwards.");
        }
    }

    /// <summary>A copy in a folder of its own, for what depends on the files beside a program.</summary>
    public TestProgram CopyTo(string folder)
    {
        Directory.CreateDirectory(folder);
        foreach (string file in Directory.GetFiles(System.IO.Path.GetDirectoryName(Path)!))
        {
            File.Copy(file, System.IO.Path.Combine(folder, System.IO.Path.GetFileName(file)));
        }

        return new TestProgram(_project, _assembly, _framework, System.IO.Path.Combine(folder, _assembly));
    }

    private static TestProgram Sample(params string[] folders) =>
        new(System.IO.Path.Combine(["Samples", .. folders]), $"Samples.{string.Join('.', folders)}.dll");
}
