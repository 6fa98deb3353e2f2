namespace LokiServer;

/// <summary>
/// Something that a request meets instead of an honest answer, on either port. Immutable: one fault may be met by any number of requests.
/// </summary>
public abstract record Fault
{
    private protected Fault()
    {
    }

    /// <summary>A status of HTTP; nothing is stored. On the gRPC port it is an answer without a gRPC status, as proxies give it.</summary>
    public static Fault Status(int code, string body = "", string? retryAfter = null, string? contentType = null) =>
        new AnswerFault(code, body, contentType ?? "text/plain; charset=utf-8", Header("Retry-After", retryAfter));

    /// <summary>A redirect; nothing is stored.</summary>
    public static Fault Redirect(string location, int code = 302) =>
        new AnswerFault(code, string.Empty, null, Header("Location", location));

    /// <summary>What a proxy answers that wants a name and a password; nothing is stored.</summary>
    public static Fault ProxyLogin() => new AnswerFault(407, string.Empty, null, Header("Proxy-Authenticate", "Basic realm=\"proxy\""));

    /// <summary>The page of a proxy that wants a login: status 200 and HTML. Nothing is stored.</summary>
    public static Fault LoginPage() =>
        new AnswerFault(200, "<!DOCTYPE html><html><body><form>Sign in</form></body></html>", "text/html; charset=utf-8", []);

    /// <summary>A status of gRPC without a message, in the headers (trailers-only); nothing is stored.</summary>
    public static Fault Grpc(int code, string message) => new GrpcFault(code, message);

    /// <summary>The request is read and never answered, until the client gives up or the server ends; nothing is stored.</summary>
    public static Fault Hang() => new HangFault(Stores: false);

    /// <summary>
    /// The request is taken as without a fault, and never answered: what a client's timeout looks like when everything has arrived.
    /// </summary>
    public static Fault StoreThenHang() => new HangFault(Stores: true);

    /// <summary>
    /// The status and one half of the body are sent, and then nothing more until the client ends the request; nothing is stored.
    /// </summary>
    public static Fault HalfAnswer(int code) => new HalfAnswerFault(code, Stores: false, Breaks: false);

    /// <summary>The status and one half of the body are sent, and then the connection is broken.</summary>
    /// <param name="code">The status.</param>
    /// <param name="stores">Whether the request is taken as without a fault before.</param>
    public static Fault CutAnswer(int code, bool stores) => new HalfAnswerFault(code, stores, Breaks: true);

    /// <summary>The connection is broken before the body of the request is read; nothing is stored or recorded.</summary>
    public static Fault CutRequest() => new CutRequestFault();

    /// <summary>What an ingester answers over gRPC during an orderly shutdown: an error of Go that has no status of its own.</summary>
    public static Fault ShuttingDown() => Grpc(2, "Ingester is shutting down");

    /// <summary>The connection (over HTTP/2: the stream) is broken when the request is read; nothing is stored.</summary>
    public static Fault Reset() => new ResetFault();

    /// <summary>The request is read, and treated as without a fault when the task has ended.</summary>
    public static Fault Held(Task until) => new DelayFault(until.WaitAsync);

    /// <summary>A fault for one tenant; the requests of others meet none.</summary>
    public static Fault ForTenant(string tenant, Fault fault) =>
        new SelectedFault((sender, _) => sender == tenant, fault);

    /// <summary>A fault for requests with a line that contains a text; others meet none.</summary>
    public static Fault ForLine(string text, Fault fault) =>
        new SelectedFault((_, lines) => lines.Any(line => line.Contains(text, StringComparison.Ordinal)), fault);

    private static KeyValuePair<string, string>[] Header(string name, string? value) => value is null ? [] : [new(name, value)];

    internal sealed record AnswerFault(int Code, string Body, string? ContentType, KeyValuePair<string, string>[] Headers) : Fault;

    internal sealed record GrpcFault(int Code, string Message) : Fault;

    internal sealed record HalfAnswerFault(int Code, bool Stores, bool Breaks) : Fault;

    internal sealed record CutRequestFault : Fault;

    internal sealed record HangFault(bool Stores) : Fault;

    internal sealed record SelectedFault(Func<string?, IEnumerable<string>, bool> IsMet, Fault Fault) : Fault;

    internal sealed record ResetFault : Fault;

    internal sealed record DelayFault(Func<CancellationToken, Task> WaitAsync) : Fault;
}
