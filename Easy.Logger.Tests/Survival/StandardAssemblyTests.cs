using System.Runtime.Loader;
using System.Runtime.Versioning;

namespace Easy.Logger.Tests.Survival;

/// <summary>
/// The assembly for netstandard2.0 on .NET, as programs of earlier versions and hosts of plug-ins load it. It is put into the place of the
/// other one, in a copy of the program.
/// </summary>
[Category("Exit")]
internal sealed class StandardAssemblyTests : FolderTests
{
    private TestProgram _program = null!;

    [SetUp]
    public void CopyTheProgram()
    {
        string folder = Folder.File("program");
        _program = TestProgram.ExitProbe.CopyTo(folder);
        File.Delete(Path.Combine(folder, "ExitProbe.deps.json")); // all that lies beside the program may be loaded then
        string framework = Path.GetDirectoryName(TestProgram.MonoProbe.Path)!;
        foreach (string name in new[] { "Easy.Logger.dll", "Microsoft.Bcl.TimeProvider.dll" })
        {
            File.Copy(Path.Combine(framework, name), Path.Combine(folder, name), overwrite: true);
        }
    }

    [TestCase("return", 41, 10_000)]
    [TestCase("hung", 48, 0)]
    public void ProcessEnds_LinesAreQueuedOrTheChildNeverReturns_EndsAndEveryLineIsInTheFile(string scenario, int exitCode, int lines)
    {
        using ProbeRun run = new(_program, scenario, Folder.Path);

        run.AssertEndsWith(exitCode);

        Assert.That(Folder.Lines("exit.log"), Has.Count.EqualTo(lines), run.Transcript);
    }

    [Test]
    [Platform(Exclude = "Win", Reason = "other permissions")]
    [UnsupportedOSPlatform("windows")]
    public void PrivateFiles_OnUnix_AreForTheOwnerOnly()
    {
        AssemblyLoadContext context = new("standard", isCollectible: true);
        Type files = context.LoadFromAssemblyPath(Folder.File("program/Easy.Logger.dll")).GetType("Easy.Logger.Shared.PrivateFiles")!;
        string folder = Folder.File("private");
        string file = Path.Combine(folder, "file");

        files.GetMethod("CreateFolder")!.Invoke(null, [folder]);
        using FileStream stream = (FileStream)files.GetMethod("Create")!.Invoke(null, [file, FileShare.Read])!;

        const UnixFileMode Owner = UnixFileMode.UserRead | UnixFileMode.UserWrite;
        Assert.That(File.GetUnixFileMode(folder), Is.EqualTo(Owner | UnixFileMode.UserExecute));
        Assert.That(File.GetUnixFileMode(file), Is.EqualTo(Owner));
    }
}
