using System.Runtime.InteropServices;

namespace Easy.Logger.Loki.Spill;

/// <summary>A push as it was encoded. Its bytes are in a buffer that the next one is read into.</summary>
[StructLayout(LayoutKind.Auto)]
internal readonly record struct SpilledPush(int Lines, ReadOnlyMemory<byte> Head, ReadOnlyMemory<byte> Body);
