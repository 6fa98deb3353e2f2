namespace Easy.Logger.Tests.Support;

/// <summary>Tests with a folder of their own, which is gone after each.</summary>
internal abstract class FolderTests
{
    protected TempFolder Folder { get; } = new();

    [TearDown]
    public void RemoveFolder() => Folder.Dispose();
}
