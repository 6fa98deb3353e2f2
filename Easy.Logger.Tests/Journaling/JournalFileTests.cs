using Easy.Logger.Journaling;
using Easy.Logger.Tests.Support;

namespace Easy.Logger.Tests.Journaling;

/// <summary>The file: made whole, locked, and never mistaken for something else.</summary>
internal sealed class JournalFileTests
{
    private const int Capacity = 1024 * 1024;

    private readonly TempFolder _folder = new();

    private string Path => System.IO.Path.Combine(_folder.Path, "below", "app.journal");

    [TearDown]
    public void End() => _folder.Dispose();

    [Test]
    public void Open_NewFileInANewFolder_IsEmptyAndAsLargeAsItWillEverBe()
    {
        using JournalFile file = JournalFile.Open(Path, Capacity);

        Assert.That(new FileInfo(Path).Length, Is.EqualTo(JournalFile.HeaderSize + Capacity));
        Assert.That(JournalScan.Of(file).Records, Is.Empty);
    }

    [Test]
    public void Open_FileOfAnotherSize_KeepsItsSize()
    {
        JournalFile.Open(Path, Capacity).Dispose();

        using JournalFile file = JournalFile.Open(Path, 2 * Capacity);

        Assert.That(file.Capacity, Is.EqualTo(Capacity));
    }

    [Test]
    public void Open_WhileAnotherHasIt_IsRefused()
    {
        using JournalFile file = JournalFile.Open(Path, Capacity);

        Assert.That(() => JournalFile.Open(Path, Capacity), Throws.InstanceOf<IOException>());
    }

    [Test]
    public void Open_SomethingElse_IsRefusedAndLeftAlone()
    {
        string path = _folder.File("notes.txt");
        File.WriteAllText(path, "not a journal at all");

        Assert.That(() => JournalFile.Open(path, Capacity), Throws.TypeOf<InvalidDataException>());
        Assert.That(File.ReadAllText(path), Is.EqualTo("not a journal at all"));
    }

    /// <summary>Whoever made the file was killed before it was ready.</summary>
    [TestCase(0)]
    [TestCase(3)]
    [TestCase(5000)]
    public void Open_OnlyZeros_IsMadeAnew(int length)
    {
        string path = _folder.File("zeros");
        File.WriteAllBytes(path, new byte[length]);

        using JournalFile file = JournalFile.Open(path, Capacity);

        Assert.That(new FileInfo(path).Length, Is.EqualTo(JournalFile.HeaderSize + Capacity));
    }

    [Test]
    public void Scan_HeaderDamaged_IsRefused()
    {
        using JournalFile file = JournalFile.Open(Path, Capacity);
        file.Release = 5;

        Assert.That(() => JournalScan.Of(file), Throws.TypeOf<InvalidDataException>());
    }
}
