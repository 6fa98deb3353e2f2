namespace Easy.Logger.Tests.Matrix;

/// <summary>
/// What waits behind the event that the child is being given: nothing, or as much as there is room for and one call more.
/// </summary>
internal enum QueueFilling
{
    Empty = 0,
    Full,
}
