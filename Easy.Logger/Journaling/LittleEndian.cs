namespace Easy.Logger.Journaling;

/// <summary>Numbers into byte arrays, as <see cref="BitConverter" /> reads them on every machine that .NET runs on.</summary>
internal static class LittleEndian
{
    public static void Write(byte[] bytes, int offset, int value)
    {
        // Asking for the last byte first leaves one check of the bounds instead of four.
        bytes[offset + 3] = (byte)(value >> 24);
        bytes[offset + 2] = (byte)(value >> 16);
        bytes[offset + 1] = (byte)(value >> 8);
        bytes[offset] = (byte)value;
    }

    public static void Write(byte[] bytes, int offset, long value)
    {
        Write(bytes, offset + sizeof(int), (int)(value >> 32));
        Write(bytes, offset, (int)value);
    }
}
