namespace AotProbe;

/// <summary>Native code takes a minute to compile: one program is both, and "from XML" is one more argument.</summary>
internal static class BothPrograms
{
    private static int Main(string[] arguments) => arguments.Length > 1 ? XmlProgram.Main(arguments) : Program.Main(arguments);
}
