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

    [Test]
    public void ProcessEnds_LinesAreQueued_EveryLineIsInTheFile()
    {
        using ProbeRun run = new(_program, "return", Folder.Path);

        run.AssertEndsWith(41);

        Assert.That(Folder.Lines("exit.log"), Has.Count.EqualTo(10_000), run.Transcript);
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

    [TestCase("hung", 48)]
    [TestCase("hung-exit", 49)]
    [TestCase("hung-blocked", 65)]
    public void ProcessEnds_ChildNeverReturns_Ends(string scenario, int exitCode)
    {
        using ProbeRun run = new(_program, scenario, Folder.Path);

        run.AssertEndsWith(exitCode);
    }
}
