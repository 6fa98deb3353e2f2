namespace log4net.Repository.Hierarchy;

/// <summary>What the standard factory makes; the type's name is recorded.</summary>
internal sealed class LoggerImpl(string name) : Logger(name);
