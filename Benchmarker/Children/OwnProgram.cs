namespace Benchmarker.Children;

/// <summary>How this program starts itself again.</summary>
internal static class OwnProgram
{
    /// <summary>The executable and what precedes its own arguments.</summary>
    public static IReadOnlyList<string> CommandLine
    {
        get
        {
            // Started as "dotnet Benchmarker.dll", the program's own path is that of dotnet.
            string executable = Environment.ProcessPath!;
            string assembly = typeof(Program).Assembly.GetName().Name!;
            return Path.GetFileNameWithoutExtension(executable).Equals(assembly, StringComparison.OrdinalIgnoreCase)
                ? [executable]
                : [executable, Path.Combine(AppContext.BaseDirectory, assembly + ".dll")];
        }
    }
}
