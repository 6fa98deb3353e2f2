namespace LokiServer;

/// <summary>
/// Something that a request meets instead of an honest answer, on either port. Immutable: one fault may be met by any number of requests.
/// </summary>
public sealed record Fault
{
    private Fault()
    {
    }

    /// <summary>How it ends.</summary>
    internal enum Ending
    {
        Answered,
        Hanging,
        Broken,
    }

    internal int? Code { get; private init; }

    internal int? GrpcCode { get; private init; }

    internal string Body { get; private init; } = string.Empty;

    internal string? ContentType { get; private init; }

    internal (string Name, string? Value) Header { get; private init; }

    /// <summary>The server's clock, if it is not that of the machine.</summary>
    public string? Date { get; init; }

    internal Ending End { get; private init; }

    /// <summary>Whether the request is taken as without a fault before.</summary>
    internal bool Stores { get; private init; }

    internal bool IsBeforeTheBody { get; private init; }

    /// <summary>Whether a request of a tenant with such lines meets it; <see langword="null" /> when all do.</summary>
    internal Func<string?, IEnumerable<string>, bool>? IsMet { get; private init; }

    /// <summary>What an answer without a fault waits for.</summary>
    internal Task? Until { get; private init; }

    /// <summary>A status of HTTP; nothing is stored. On the gRPC port it is an answer without a gRPC status, as proxies give it.</summary>
    public static Fault Status(int code, string body = "", string? retryAfter = null, string? contentType = null) =>
        new() { Code = code, Body = body, ContentType = contentType ?? "text/plain; charset=utf-8", Header = ("Retry-After", retryAfter) };

    /// <summary>A redirect; nothing is stored.</summary>
    public static Fault Redirect(string location, int code = 302) => new() { Code = code, Header = ("Location", location) };

    /// <summary>What a proxy answers that wants a name and a password; nothing is stored.</summary>
    public static Fault ProxyLogin() => new() { Code = 407, Header = ("Proxy-Authenticate", "Basic realm=\"proxy\"") };

    /// <summary>The page of a proxy that wants a login: status 200 and HTML. Nothing is stored.</summary>
    public static Fault LoginPage() =>
        Status(200, "<!DOCTYPE html><html><body><form>Sign in</form></body></html>", contentType: "text/html; charset=utf-8");

    /// <summary>A status of gRPC without a message, in the headers (trailers-only); nothing is stored.</summary>
    public static Fault Grpc(int code, string message) => new() { Code = 200, GrpcCode = code, Body = message };

    /// <summary>The request is read and never answered, until the client aborts or the server ends; nothing is stored.</summary>
    public static Fault Hang() => new() { End = Ending.Hanging };

    /// <summary>
    /// The request is taken as without a fault, and never answered: what a client's timeout looks like when everything has arrived.
    /// </summary>
    public static Fault StoreThenHang() => Hang() with { Stores = true };

    /// <summary>
    /// The status and one half of the body are sent, and then nothing more until the client ends the request; nothing is stored.
    /// </summary>
    public static Fault HalfAnswer(int code) => new() { Code = code, Body = "x", End = Ending.Hanging };

    /// <summary>The status and one half of the body are sent, and then the connection is broken.</summary>
    /// <param name="code">The status.</param>
    /// <param name="stores">Whether the request is taken as without a fault before.</param>
    public static Fault CutAnswer(int code, bool stores) => HalfAnswer(code) with { Stores = stores, End = Ending.Broken };

    /// <summary>The connection is broken before the body of the request is read; nothing is stored or recorded.</summary>
    public static Fault CutRequest() => new() { IsBeforeTheBody = true };

    /// <summary>What an ingester answers over gRPC during an orderly shutdown: an error of Go that has no status of its own.</summary>
    public static Fault ShuttingDown() => Grpc(2, "Ingester is shutting down");

    /// <summary>The connection (over HTTP/2: the stream) is broken when the request is read; nothing is stored.</summary>
    public static Fault Reset() => new() { End = Ending.Broken };

    /// <summary>The request is read, and treated as without a fault when the task has ended.</summary>
    public static Fault Held(Task until) => new() { Until = until };

    /// <summary>A fault for one tenant; the requests of others meet none.</summary>
    public static Fault ForTenant(string tenant, Fault fault) => fault with { IsMet = (sender, _) => sender == tenant };

    /// <summary>A fault for requests with a line that contains a text; others meet none.</summary>
    public static Fault ForLine(string text, Fault fault) =>
        fault with { IsMet = (_, lines) => lines.Any(line => line.Contains(text, StringComparison.Ordinal)) };
}
