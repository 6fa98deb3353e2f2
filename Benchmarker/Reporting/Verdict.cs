namespace Benchmarker.Reporting;

/// <summary>One promise that a command has checked, as a line of its output.</summary>
internal static class Verdict
{
    /// <param name="holds">Whether it is kept.</param>
    /// <param name="what">What was measured and what was promised, without a full stop.</param>
    /// <returns><paramref name="holds" />.</returns>
    public static bool Report(bool holds, string what)
    {
        Console.WriteLine($"{(holds ? "Holds" : "DOES NOT HOLD")}: {what}.");
        return holds;
    }
}
