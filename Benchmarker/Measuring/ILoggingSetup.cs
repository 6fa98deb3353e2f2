namespace Benchmarker.Measuring;

/// <summary>A logging library as a scenario sets it up, writing to a folder.</summary>
internal interface ILoggingSetup
{
    /// <summary>The article's log call. Any thread.</summary>
    void Log(long counter);

    /// <summary>Returns when everything logged is in the files and they are closed.</summary>
    void Close();

    /// <summary>After closing: where the account that it keeps, if any, disagrees with the calls made and the lines found.</summary>
    IEnumerable<string> Discrepancies(long calls, long lines);
}
