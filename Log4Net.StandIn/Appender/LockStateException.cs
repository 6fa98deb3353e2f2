using log4net.Core;

namespace log4net.Appender;

/// <summary>The file of an appender was used while its locking model had not lent it out.</summary>
internal sealed class LockStateException(string message) : LogException(message);
