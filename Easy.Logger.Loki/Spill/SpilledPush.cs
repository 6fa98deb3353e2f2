using System.Runtime.InteropServices;

namespace Easy.Logger.Loki.Spill;

/// <summary>A push as it was stored. Its bytes may be in a buffer that the next one is read into.</summary>
/// <param name="Lines">Its lines that have not been answered: the last ones in it.</param>
/// <param name="Head">What its owner knows of it.</param>
/// <param name="Body">The lines.</param>
/// <param name="Lane">The lane that it is sent from.</param>
/// <param name="Number">Its place in the order in which pushes were stored.</param>
[StructLayout(LayoutKind.Auto)]
internal readonly record struct SpilledPush(int Lines, ReadOnlyMemory<byte> Head, ReadOnlyMemory<byte> Body, string Lane, long Number);
