using System.Text.Json;
using Benchmarker.Measuring;

namespace Benchmarker.Children;

/// <summary>One line from a scenario's process to its parent: progress, or the result.</summary>
internal sealed record ChildMessage(ChildProgress? Progress, Measurement? Result)
{
    // Tells our lines from whatever else is written to the same output.
    private const string Prefix = "benchmarker:";

    public void WriteTo(TextWriter output)
    {
        output.WriteLine(Prefix + JsonSerializer.Serialize(this));
        output.Flush();
    }

    public static ChildMessage? TryParse(string line) =>
        line.StartsWith(Prefix, StringComparison.Ordinal) ? JsonSerializer.Deserialize<ChildMessage>(line.AsSpan(Prefix.Length)) : null;
}
