namespace LokiServer.Serving;

/// <summary>Reads what may turn out to be far larger than what was received.</summary>
internal static class Unpacking
{
    /// <returns><see langword="null" /> when there are more bytes than allowed.</returns>
    /// <exception cref="InvalidDataException">It is not compressed in this way.</exception>
    public static byte[]? Read(Stream stream, long limit)
    {
        using MemoryStream unpacked = new();
        byte[] buffer = new byte[16 * 1024];
        int read;
        while ((read = stream.Read(buffer)) > 0)
        {
            unpacked.Write(buffer, 0, read);
            if (unpacked.Length > limit)
            {
                return null;
            }
        }

        return unpacked.ToArray();
    }
}
