namespace Easy.Logger.DogStatsd.Counting;

/// <summary>What events are counted by.</summary>
/// <param name="Level">The name of the level.</param>
/// <param name="Logger">The name of the logger; <see langword="null" /> when loggers are not distinguished.</param>
internal readonly record struct CountKey(string Level, string? Logger);
