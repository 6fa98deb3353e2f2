using Easy.Logger.Forwarding;
using Easy.Logger.Tests.Support;
using log4net.Appender;
using log4net.Layout;

namespace Easy.Logger.Tests.Forwarding;

/// <summary>Where a file stands that others write to, too. Windows keeps them out by itself.</summary>
[Platform(Exclude = "Win")]
internal sealed class FileEndTests
{
    private readonly TempFolder _folder = new();
    private readonly FileAppender _file;

    public FileEndTests()
    {
        _file = new FileAppender { File = _folder.File("file.log"), Layout = new SimpleLayout() };
        _file.ActivateOptions();
        _file.DoAppend(Some.Event());
    }

    private Stream Stream => _file.LockingModel.AcquireLock()!;

    [TearDown]
    public void DeleteFile()
    {
        _file.Close();
        _folder.Dispose();
    }

    [Test]
    public void Find_OthersHaveWritten_GoesToTheEnd()
    {
        File.AppendAllText(_folder.File("file.log"), "by somebody else");

        FileEnd.Find(_file);

        Assert.That(Stream.Position, Is.EqualTo(new FileInfo(_folder.File("file.log")).Length));
    }

    /// <summary>A stream that was opened to append refuses to go back behind where it began.</summary>
    [Test]
    public void Find_FileWasCutOff_StaysWhereItIs()
    {
        long before = Stream.Position;
        using (FileStream other = new(_folder.File("file.log"), FileMode.Open, FileAccess.Write, FileShare.ReadWrite))
        {
            other.SetLength(0);
        }

        FileEnd.Find(_file);

        Assert.That(before, Is.Positive);
        Assert.That(Stream.Position, Is.EqualTo(before));
    }
}
