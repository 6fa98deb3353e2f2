using System.Text.Json;

namespace Benchmarker.Children;

/// <summary>One line from a child process to its parent: progress, or the result.</summary>
internal sealed record ChildMessage<TResult>(ChildProgress? Progress, TResult? Result)
    where TResult : class
{
    // Tells our lines from whatever else is written to the same output.
    private const string Prefix = "benchmarker:";

    public void WriteTo(TextWriter output)
    {
        output.WriteLine(Prefix + JsonSerializer.Serialize(this));
        output.Flush();
    }

    public static ChildMessage<TResult>? TryParse(string line) =>
        line.StartsWith(Prefix, StringComparison.Ordinal)
            ? JsonSerializer.Deserialize<ChildMessage<TResult>>(line.AsSpan(Prefix.Length))
            : null;
}
