namespace Easy.Logger.Tests.Support;

/// <summary>A console program of the tests: built for the same configuration and framework as they are, in its own folder beside them.</summary>
internal sealed class TestProgram
{
    private readonly string _folder;
    private readonly string _assembly;

    private TestProgram(string folder, string assembly)
    {
        _folder = folder;
        _assembly = assembly;
    }

    /// <summary>Ways a process can end.</summary>
    public static TestProgram ExitProbe { get; } = new("ExitProbe", "ExitProbe.dll");

    /// <summary>The cells of the deadlock matrix.</summary>
    public static TestProgram MatrixProbe { get; } = new("MatrixProbe", "MatrixProbe.dll");

    /// <summary>Scenarios on log4net whose results were recorded.</summary>
    public static TestProgram Recorder { get; } = new(System.IO.Path.Combine("Log4Net", "Recorder"), "recorder.dll");

    /// <summary>The built assembly.</summary>
    public string Path
    {
        get
        {
            DirectoryInfo output = new(TestContext.CurrentContext.TestDirectory);
            for (DirectoryInfo? folder = output; folder is not null; folder = folder.Parent)
            {
                string path = System.IO.Path.Combine(folder.FullName, _folder, "bin", output.Parent!.Name, output.Name, _assembly);
                if (File.Exists(path))
                {
                    return path;
                }
            }

            throw new FileNotFoundException($"{_assembly} was not found from {output.FullName} upwards.");
        }
    }
}
