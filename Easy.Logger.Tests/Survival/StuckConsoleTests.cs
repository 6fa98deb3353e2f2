using Easy.Logger.Tests.Destinations;

namespace Easy.Logger.Tests.Survival;

/// <summary>
/// A console child, and nobody reads the pipe behind the standard output, as when the log driver of a container stands still. The worker is
/// stuck in its write. On Unix it holds the lock then that writes to standard error need as well, where log4net's internal log goes.
/// </summary>
[Category("Exit")]
[Platform(Exclude = "Win")]
internal sealed class StuckConsoleTests : FolderTests
{
    [TestCase("unread-log", "logged", 120)]
    [TestCase("unread-close", "closed", 121)]
    [TestCase("unread-dispose", "disposed", 122)]
    public void Call_NobodyReadsTheConsole_ReturnsAndTheProcessEnds(string scenario, string mark, int exitCode)
    {
        using PipedProgram program = new(TestProgram.ExitProbe, scenario, Folder.Path);

        Eventually.Holds(() => File.Exists(Folder.File(mark)), $"the program has {mark}");

        program.AwaitEnd(exitCode);
    }

    [Test]
    public void ProcessEnds_NobodyReadsTheConsole_Ends()
    {
        using PipedProgram program = new(TestProgram.ExitProbe, "unread-end", Folder.Path);

        program.AwaitEnd(123);
    }
}
