namespace Easy.Logger.Tests.Conventions;

/// <summary>Tests wait for what happens, never for time to pass.</summary>
internal sealed class TestSourceTests
{
    // Written so that this file does not find itself.
    private static readonly Regex _waitsForTime = new(
        @"\bThread\s*\.\s*Sleep\s*\(|\bTask\s*\.\s*Delay\s*\(|\[\s*(Timeout|MaxTime)\s*\(", RegexOptions.CultureInvariant);

    [Test]
    public void TestSources_All_WaitForNoTime()
    {
        IEnumerable<string> found =
            from path in Repository.TestSources
            from line in File.ReadLines(path)
            where _waitsForTime.IsMatch(line)
            select $"{Path.GetFileName(path)}: {line.Trim()}";

        Assert.That(_waitsForTime.IsMatch("Thread.Sl" + "eep(5)"), Is.True);
        Assert.That(Repository.TestSources, Has.Count.GreaterThanOrEqualTo(50));
        Assert.That(found, Is.Empty);
    }

    [Test]
    public void TestSources_All_AreShort()
    {
        IEnumerable<string> tooLong = Repository.TestSources.Where(path => File.ReadLines(path).Count() > 320).Select(Path.GetFileName)!;

        Assert.That(tooLong, Is.Empty, "split by topic");
    }
}
