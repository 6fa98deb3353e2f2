namespace Easy.Logger.Extensions.Microsoft.Hosting;

/// <summary>What came of a flush of several appenders; the worse, the greater.</summary>
internal enum FlushResult
{
    Written,

    /// <summary>An appender threw or could not write everything; another flush may do better, or at least does not take long.</summary>
    Incomplete,

    /// <summary>An appender used up its time.</summary>
    TimeUp,
}
