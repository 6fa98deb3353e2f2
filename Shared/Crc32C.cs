#if NET
using System.Numerics;
#endif

namespace Easy.Logger.Shared;

/// <summary>CRC-32C, the checksum of iSCSI and ext4: by the processor's own instruction where there is one.</summary>
internal static class Crc32C
{
    /// <summary>The state before the first byte.</summary>
    public const uint Start = uint.MaxValue;

#if NET
    public static uint Append(uint crc, byte[] bytes, int offset, int count)
    {
        int end = offset + count;
        for (; offset <= end - sizeof(ulong); offset += sizeof(ulong))
        {
            crc = BitOperations.Crc32C(crc, BitConverter.ToUInt64(bytes, offset));
        }

        for (; offset < end; offset++)
        {
            crc = BitOperations.Crc32C(crc, bytes[offset]);
        }

        return crc;
    }
#else
    private const uint ReversedPolynomial = 0x82F63B78;

    private static readonly uint[] _table = [.. Enumerable.Range(0, 256).Select(Entry)];

    public static uint Append(uint crc, byte[] bytes, int offset, int count)
    {
        for (int end = offset + count; offset < end; offset++)
        {
            crc = (crc >> 8) ^ _table[(byte)(crc ^ bytes[offset])];
        }

        return crc;
    }

    private static uint Entry(int value)
    {
        uint entry = (uint)value;
        for (int bit = 0; bit < 8; bit++)
        {
            entry = (entry & 1) == 0 ? entry >> 1 : (entry >> 1) ^ ReversedPolynomial;
        }

        return entry;
    }
#endif
}
