namespace Easy.Logger.Tests.Matrix;

/// <summary>What a child, its layout or a message does while it is asked to write.</summary>
internal enum ChildBehaviour
{
    LogsInAppend = 0,
    BlocksForever,
    Throws,
    LayoutLogs,
    MessageLogs,
    CallsFlush,
    CallsShutdown,
}
