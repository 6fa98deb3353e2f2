namespace Easy.Logger.Tests.Documents;

/// <summary>A fenced block of a document: its first line, what stands behind the fence, and the name that a comment gives it.</summary>
internal sealed record CodeBlock(string File, int Line, string Language, string? Label, string Text)
{
    /// <inheritdoc />
    public override string ToString() => $"{File}:{Line}";
}

/// <summary>A document of the repository: its fenced blocks, headings, links and tables.</summary>
internal sealed class MarkdownFile
{
    private static readonly Regex _block = new(
        @"^(?: *<!-- config: (?<label>[\w-]+) -->\s+)?(?<indent> *)```(?<language>[^\n]*)\n(?<text>.*?)^ *```$",
        RegexOptions.CultureInvariant | RegexOptions.Multiline | RegexOptions.Singleline);

    private static readonly Regex _heading = new("^#{1,6} (.+)$", RegexOptions.CultureInvariant | RegexOptions.Multiline);
    private static readonly Regex _link = new(@"\]\(([^)\s]+)\)", RegexOptions.CultureInvariant);

    private readonly string _prose;

    private MarkdownFile(string name)
    {
        Name = name;
        string text = File.ReadAllText(Path.Combine(Repository.Root, name));
        Blocks = [.. _block.Matches(text).Select(match => BlockOf(match, text[..match.Groups["language"].Index]))];
        _prose = _block.Replace(text, string.Empty);
    }

    /// <summary>Every document but the change log, whose past entries stay as they are.</summary>
    public static IReadOnlyList<MarkdownFile> All { get; } =
    [
        .. Directory.GetFiles(Repository.Root, "*.md", SearchOption.AllDirectories)
            .Select(NameOf)
            .Where(name => !name.Split('/').Any(folder => folder is "bin" or "obj" or "TestResults" or "BenchmarkDotNet.Artifacts")
                && name != "CHANGELOG.md")
            .Order(StringComparer.Ordinal)
            .Select(name => new MarkdownFile(name)),
    ];

    public string Name { get; }

    public IReadOnlyList<CodeBlock> Blocks { get; }

    public IEnumerable<string> Anchors => _heading.Matches(_prose).Select(match => Slug(match.Groups[1].Value));

    public IEnumerable<string> Links => _link.Matches(_prose).Select(match => match.Groups[1].Value);

    public static string NameOf(string path) => Path.GetRelativePath(Repository.Root, path).Replace('\\', '/');

    public static MarkdownFile Named(string name) => All.Single(file => file.Name == name);

    public static CodeBlock Config(string label) => All.SelectMany(file => file.Blocks).Single(block => block.Label == label);

    /// <summary>The cells of the rows of each table whose first heading is this.</summary>
    public IEnumerable<string[]> Rows(string heading) =>
        Regex.Matches(_prose, $@"^\| {heading} \|.*\n\|-.*\n(\|.*\n)+", RegexOptions.Multiline | RegexOptions.CultureInvariant)
            .SelectMany(table => table.Groups[1].Captures)
            .Select(row => row.Value.Trim('|', '\n').Split('|', StringSplitOptions.TrimEntries));

    private CodeBlock BlockOf(Match match, string before)
    {
        string text = Regex.Replace(match.Groups["text"].Value, $"^{match.Groups["indent"].Value}", string.Empty, RegexOptions.Multiline);
        string? label = match.Groups["label"] is { Success: true, Value: var value } ? value : null;
        return new CodeBlock(Name, before.Count(character => character == '\n') + 1, match.Groups["language"].Value.Trim(), label, text);
    }

    private static string Slug(string heading) =>
        Regex.Replace(string.Concat(heading.Trim().Select(char.ToLowerInvariant)), @"[^\w\- ]", string.Empty, RegexOptions.CultureInvariant)
            .Replace(' ', '-');
}
