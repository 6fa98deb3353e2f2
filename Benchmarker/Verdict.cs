namespace Benchmarker;

/// <summary>What the program reports to the script that started it.</summary>
internal static class ExitCode
{
    public const int Success = 0;

    /// <summary>A promise does not hold: a line is lost, the counters do not balance, or a process failed.</summary>
    public const int Failure = 1;

    public const int BadInput = 2;

    /// <summary>Ctrl+C; the number is the custom of shells.</summary>
    public const int Cancelled = 130;

    public static int Of(bool holds) => holds ? Success : Failure;

    /// <summary>Says what is wrong with the command line.</summary>
    public static int Refuse(string message)
    {
        Console.Error.WriteLine(message);
        Console.Error.WriteLine("Try --help.");
        return BadInput;
    }
}

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

    /// <returns>Whether all of them hold.</returns>
    public static bool Report(IEnumerable<(bool Holds, string What)> promises) =>
        promises.Select(promise => Report(promise.Holds, promise.What)).ToArray().All(holds => holds);
}
