namespace Benchmarker.CommandLine;

/// <summary>What the program reports to the script that started it.</summary>
internal static class ExitCode
{
    public const int Success = 0;

    /// <summary>A scenario lost lines, its ledger does not balance, or its process failed.</summary>
    public const int Failure = 1;

    public const int BadInput = 2;

    /// <summary>Ctrl+C; the number is the custom of shells.</summary>
    public const int Cancelled = 130;
}
