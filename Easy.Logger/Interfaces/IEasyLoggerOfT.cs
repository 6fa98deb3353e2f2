namespace Easy.Logger.Interfaces;

/// <summary>The logger of a type, for classes that get their logger from a container. All members may be used from any thread.</summary>
/// <typeparam name="T">The type that logs; its full name is the name of the logger.</typeparam>
public interface IEasyLogger<out T> : IEasyLogger
{
}
