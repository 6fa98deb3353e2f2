namespace Easy.Logger.Tests.Log4Net;

/// <summary>One scenario of a topic and the lines that came of it. The format is described in <c>Recorded/README.md</c>.</summary>
internal sealed record RecordedCase(string Name, IReadOnlyList<string> Lines)
{
    private const string Heading = "## ";

    /// <summary>The cases of a file in their order. A repeated name gets its number, so that each can be asked for.</summary>
    public static IReadOnlyList<RecordedCase> Read(string path)
    {
        List<RecordedCase> cases = [];
        List<string> lines = [];
        foreach (string line in File.ReadLines(path))
        {
            if (line.StartsWith(Heading, StringComparison.Ordinal))
            {
                lines = [];
                cases.Add(new RecordedCase(Unique(line[Heading.Length..], cases), lines));
            }
            else if (line.Length > 0)
            {
                lines.Add(line);
            }
        }

        return cases;
    }

    private static string Unique(string name, List<RecordedCase> cases)
    {
        string unique = name;
        for (int number = 2; cases.Exists(earlier => earlier.Name == unique); number++)
        {
            unique = $"{name} ({number})";
        }

        return unique;
    }
}
