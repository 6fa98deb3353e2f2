using System.Text.RegularExpressions;
using Easy.Logger.Tests.Support;

namespace Easy.Logger.Tests.Survival;

/// <summary>
/// The documents agree on what a child that hangs or is slow means for the others of the same async appender: they wait for it.
/// </summary>
[Category("Documents")]
internal sealed class DocumentedWaitTests
{
    private const RegexOptions Options = RegexOptions.CultureInvariant | RegexOptions.IgnoreCase;

    private static readonly Regex _stuckChild = new("hang|never returns|slow|stuck", Options);
    private static readonly Regex _others = new("(from|for|on|to) the others|the other (children|appenders)", Options);
    private static readonly Regex _wait = new("wait|in turn|of its own|its own wrapper", Options);

    [TestCase("README.md")]
    [TestCase("docs/guarantees.md")]
    public void Document_StuckChildAndTheOthers_SaysThatTheyWait(string document)
    {
        string[] sentences = Regex.Split(string.Join(' ', File.ReadAllLines(Path.Combine(Repository.Root, document))), @"(?<=[.:])\s|\|");
        string[] about = [.. sentences.Where(sentence => _stuckChild.IsMatch(sentence) && _others.IsMatch(sentence))];

        Assert.That(about.Where(sentence => !_wait.IsMatch(sentence)), Is.Empty, "they do not go on unaffected");
    }

    [TestCase("README.md", "same async appender wait for it")]
    [TestCase("docs/guarantees.md", "served in turn")]
    public void Document_ChildrenOfOneAppender_AreSaidToWait(string document, string words) =>
        Assert.That(File.ReadAllText(Path.Combine(Repository.Root, document)), Does.Contain(words));
}
