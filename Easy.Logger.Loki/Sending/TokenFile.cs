using System.Net.Http.Headers;
using Easy.Logger.Loki.Configuration;

namespace Easy.Logger.Loki.Sending;

/// <summary>A file with a token that somebody replaces before it expires. It is read for each request: no change is missed.</summary>
internal sealed class TokenFile(string path)
{
    /// <summary>The header Authorization with the token that the file has now.</summary>
    /// <exception cref="IOException">It cannot be read, or has no token. The try has failed, and the next one reads it again.</exception>
    public AuthenticationHeaderValue Read()
    {
        string token;
        try
        {
            token = SmallFile.ReadText(Path.Combine(AppContext.BaseDirectory, path)).Trim();
        }
        catch (Exception e)
        {
            throw new IOException($"bearerTokenFile '{path}' cannot be read: {e.Message}", e);
        }

        return token.Length > 0 && RequestOptions.IsValue(token)
            ? new AuthenticationHeaderValue("Bearer", token)
            : throw new IOException($"bearerTokenFile '{path}' has no token that a header may have");
    }
}
