using System.Net.Http.Headers;

namespace Easy.Logger.Loki.Configuration;

/// <summary>Reads files that somebody else may have replaced by something that would block: a pipe, for one.</summary>
internal static class SmallFile
{
    private const int MaxBytes = 1024 * 1024; // a bundle of authorities has some 200 KiB

    /// <summary>The text of a file; empty for what has no length, such as a pipe or a device.</summary>
    /// <exception cref="IOException">It cannot be read, or is larger than 1 MiB.</exception>
    /// <exception cref="UnauthorizedAccessException">It cannot be read.</exception>
    public static string ReadText(string path) => Find(path) is { } file ? File.ReadAllText(file.FullName) : string.Empty;

    /// <inheritdoc cref="ReadText" />
    /// <summary>The bytes of a file; none for what has no length, such as a pipe or a device.</summary>
    public static byte[] ReadBytes(string path) => Find(path) is { } file ? File.ReadAllBytes(file.FullName) : [];

    /// <summary>The header Authorization with the token in a file, which somebody replaces now and then: each request reads it.</summary>
    /// <exception cref="IOException">It cannot be read, or has no token. The try has failed, and the next one reads it again.</exception>
    public static AuthenticationHeaderValue ReadToken(string path)
    {
        string token;
        try
        {
            token = ReadText(Path.Combine(AppContext.BaseDirectory, path)).Trim();
        }
        catch (Exception e)
        {
            throw new IOException($"bearerTokenFile '{path}' cannot be read: {e.Message}", e);
        }

        return token.Length > 0 && RequestOptions.IsValue(token)
            ? new AuthenticationHeaderValue("Bearer", token)
            : throw new IOException($"bearerTokenFile '{path}' has no token that a header may have");
    }

    private static FileInfo? Find(string path)
    {
        FileInfo file = new(path);
#if NET
        file = file.ResolveLinkTarget(returnFinalTarget: true) as FileInfo ?? file; // the length of a link is its own
#endif
        return file.Length switch
        {
            0 => null,
            > MaxBytes => throw new IOException($"'{path}' has more than {MaxBytes / 1024} KiB"),
            _ => file,
        };
    }
}
