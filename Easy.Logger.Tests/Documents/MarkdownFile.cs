using System.Text.RegularExpressions;

namespace Easy.Logger.Tests.Documents;

/// <summary>A document of the repository: its fenced blocks, headings, links and tables.</summary>
internal sealed class MarkdownFile
{
    private static readonly Regex _label = new("^\\s*<!-- config: ([\\w-]+) -->$", RegexOptions.CultureInvariant);
    private static readonly Regex _heading = new("^#{1,6} (.+)$", RegexOptions.CultureInvariant);
    private static readonly Regex _link = new(@"\]\(([^)\s]+)\)", RegexOptions.CultureInvariant);

    private readonly List<CodeBlock> _blocks = [];
    private readonly List<string> _prose = [];

    private MarkdownFile(string name)
    {
        Name = name;
        Read(File.ReadAllLines(Path.Combine(Repository.Root, name)));
    }

    /// <summary>Every document but the change log, whose past entries stay as they are.</summary>
    public static IReadOnlyList<MarkdownFile> All { get; } =
    [
        .. Directory.GetFiles(Repository.Root, "*.md", SearchOption.AllDirectories)
            .Select(path => Path.GetRelativePath(Repository.Root, path).Replace('\\', '/'))
            .Where(name => !name.Split('/').Any(folder => folder is "bin" or "obj" or "TestResults" or "BenchmarkDotNet.Artifacts")
                && name != "CHANGELOG.md")
            .Order(StringComparer.Ordinal)
            .Select(name => new MarkdownFile(name)),
    ];

    /// <summary>The path below the root of the repository.</summary>
    public string Name { get; }

    public IReadOnlyList<CodeBlock> Blocks => _blocks;

    /// <summary>What a link can point to within the document.</summary>
    public IReadOnlyList<string> Anchors =>
        [.. _prose.Select(line => _heading.Match(line)).Where(match => match.Success).Select(match => Slug(match.Groups[1].Value))];

    public IReadOnlyList<string> Links => [.. _prose.SelectMany(line => _link.Matches(line)).Select(match => match.Groups[1].Value)];

    public static MarkdownFile Named(string name) => All.Single(file => file.Name == name);

    /// <summary>The configuration that a document shows under a label.</summary>
    public static CodeBlock Config(string label) => All.SelectMany(file => file.Blocks).Single(block => block.Label == label);

    /// <summary>The cells of the rows of each table whose first heading is this.</summary>
    public IEnumerable<string[]> Rows(string heading)
    {
        bool within = false;
        foreach (string line in _prose)
        {
            within = line.StartsWith('|') && (within || line.StartsWith($"| {heading} |", StringComparison.Ordinal));
            if (within && !line.StartsWith($"| {heading} |", StringComparison.Ordinal) && !line.StartsWith("|-", StringComparison.Ordinal))
            {
                yield return line.Trim('|').Split('|', StringSplitOptions.TrimEntries);
            }
        }
    }

    private void Read(string[] lines)
    {
        string? label = null;
        for (int i = 0; i < lines.Length; i++)
        {
            string line = lines[i];
            if (!line.TrimStart().StartsWith("```", StringComparison.Ordinal))
            {
                _prose.Add(line);
                label =
                    _label.Match(line) is { Success: true } match ? match.Groups[1].Value : string.IsNullOrWhiteSpace(line) ? label : null;
                continue;
            }

            int indent = line.IndexOf('`', StringComparison.Ordinal);
            int end = Array.FindIndex(lines, i + 1, candidate => candidate.Trim() == "```");
            string text =
                string.Join('\n', lines[(i + 1)..end].Select(inner => inner.Length > indent ? inner[indent..] : inner.TrimStart()));
            _blocks.Add(new CodeBlock(Name, i + 1, line.Trim('`', ' '), label, text));
            label = null;
            i = end;
        }
    }

    /// <summary>As the usual renderers make an anchor of a heading.</summary>
    private static string Slug(string heading) =>
        Regex.Replace(string.Concat(heading.Trim().Select(char.ToLowerInvariant)), @"[^\w\- ]", string.Empty, RegexOptions.CultureInvariant)
            .Replace(' ', '-');
}
