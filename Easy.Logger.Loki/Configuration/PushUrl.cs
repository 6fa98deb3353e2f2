namespace Easy.Logger.Loki.Configuration;

/// <summary>Where pushes go.</summary>
internal static class PushUrl
{
    private const string HttpPath = "loki/api/v1/push";
    private const string GrpcPath = "logproto.Pusher/Push";

    /// <summary>
    /// Adds the path of the push to the address of a server, with or without a path of its own, unless it is there already.
    /// </summary>
    /// <param name="url">What was configured.</param>
    /// <param name="encoding">How events are sent.</param>
    /// <returns><see langword="null" /> when it is no address of a server.</returns>
    public static Uri? Of(string? url, LokiEncoding encoding)
    {
        if (!Uri.TryCreate(url?.Trim(), UriKind.Absolute, out Uri? server)
            || (server.Scheme != Uri.UriSchemeHttp && server.Scheme != Uri.UriSchemeHttps) || server.Host.Length == 0)
        {
            return null;
        }

        string path = encoding == LokiEncoding.Grpc ? GrpcPath : HttpPath;
        string own = server.AbsolutePath.Trim('/');
        bool isThere = own.Equals(path, StringComparison.OrdinalIgnoreCase) || own.EndsWith("/" + path, StringComparison.OrdinalIgnoreCase);
        string pushPath = isThere ? own : own.Length == 0 ? path : $"{own}/{path}";
        return new UriBuilder(server) { Path = pushPath, UserName = string.Empty, Password = string.Empty }.Uri;
    }
}
