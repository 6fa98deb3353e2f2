namespace Easy.Logger.Loki.Spill;

/// <summary>Somebody else has a folder.</summary>
/// <param name="message">Who.</param>
/// <param name="innerException">How it was found out.</param>
[System.Diagnostics.CodeAnalysis.SuppressMessage("Design", "CA1032", Justification = "It never leaves the package.")]
internal sealed class FolderInUseException(string message, Exception innerException) : IOException(message, innerException);
