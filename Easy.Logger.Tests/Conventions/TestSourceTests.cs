using System.Reflection;
using System.Text.RegularExpressions;
using Easy.Logger.Tests.Support;

namespace Easy.Logger.Tests.Conventions;

/// <summary>Tests wait for what happens, never for time to pass.</summary>
internal sealed class TestSourceTests
{
    // Written so that this file does not find itself.
    private static readonly Regex _waitsForTime = new(
        @"\bThread\s*\.\s*Sleep\s*\(|\bTask\s*\.\s*Delay\s*\(|\[\s*(Timeout|MaxTime)\s*\(", RegexOptions.CultureInvariant);

    [TestCase("Thread.Sl" + "eep(5)")]
    [TestCase("await System.Threading.Tasks.Task.De" + "lay(5)")]
    [TestCase("[Time" + "out(100)]")]
    public void Pattern_WaitForTime_IsFound(string code) => Assert.That(_waitsForTime.IsMatch(code), Is.True);

    [Test]
    public void TestSources_All_WaitForNoTime()
    {
        List<string> found = [];
        foreach (string path in Repository.TestSources)
        {
            string[] lines = File.ReadAllLines(path);
            found.AddRange(lines.Where(line => _waitsForTime.IsMatch(line)).Select(line => $"{Path.GetFileName(path)}: {line.Trim()}"));
        }

        Assert.That(found, Is.Empty);
    }

    [Test]
    public void TestSources_All_AreSeen()
    {
        // A fixture is in a file of its name, or in parts of it; a scan that saw too little misses some.
        HashSet<string> seen = [.. Repository.TestSources.Select(path => Path.GetFileName(path).Split('.')[0])];
        string[] fixtures =
        [
            .. typeof(TestSourceTests).Assembly.GetTypes()
                .Where(type => type.GetMethods().Any(IsTest))
                .Select(type => type.Name)
        ];

        Assert.That(fixtures.Except(seen), Is.Empty);
        Assert.That(fixtures, Has.Length.GreaterThanOrEqualTo(20));
        Assert.That(Repository.TestSources, Has.Count.GreaterThanOrEqualTo(50));
        Assert.That(
            Repository.TestSources.Select(path => Path.GetFileName(Path.GetDirectoryName(path))),
            Does.Contain("ExitProbe").And.Contain("Support"));
    }

    [Test]
    public void TestSources_All_AreShort()
    {
        IEnumerable<string> tooLong = Repository.TestSources.Where(path => File.ReadLines(path).Count() > 320).Select(Path.GetFileName)!;

        Assert.That(tooLong, Is.Empty, "split by topic");
    }

    private static bool IsTest(MethodInfo method) =>
        method.IsDefined(typeof(TestAttribute), inherit: true) || method.IsDefined(typeof(TestCaseAttribute), inherit: true);
}
