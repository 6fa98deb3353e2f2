namespace Easy.Logger.Tests.Matrix;

/// <summary>What the program does to the appender at that moment.</summary>
internal enum MatrixAction
{
    Flush = 0,
    Close,
    Shutdown,
    Reload,
    RemoveAppender,
    ProcessExit,
}
