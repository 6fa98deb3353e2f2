using System.Collections.Concurrent;

namespace LokiServer;

/// <summary>
/// Something that a request meets instead of an honest answer, on either port. Immutable: one fault may be met by any number of requests.
/// Without <see cref="Stores" />, nothing of the request is stored.
/// </summary>
internal sealed record Fault
{
    private Fault()
    {
    }

    public enum Ending
    {
        Answered,
        Hanging,
        Broken,
    }

    public int? Code { get; private init; }

    public int? GrpcCode { get; private init; }

    public string Body { get; private init; } = string.Empty;

    public string? ContentType { get; private init; }

    public (string Name, string? Value) Header { get; private init; }

    /// <summary>The server's clock, if it is not that of the machine.</summary>
    public string? Date { get; init; }

    public Ending End { get; private init; }

    /// <summary>Whether the request is taken as without a fault before.</summary>
    public bool Stores { get; private init; }

    public bool IsBeforeTheBody { get; private init; }

    /// <summary>Whether a request of a tenant with such lines meets it; <see langword="null" /> when all do.</summary>
    public Func<string?, IEnumerable<string>, bool>? IsMet { get; private init; }

    /// <summary>What an answer without a fault waits for.</summary>
    public Task? Until { get; private init; }

    /// <summary>A status of HTTP. On the gRPC port it is an answer without a gRPC status, as proxies give it.</summary>
    public static Fault Status(int code, string body = "", string? retryAfter = null, string? contentType = null) =>
        new() { Code = code, Body = body, ContentType = contentType ?? "text/plain; charset=utf-8", Header = ("Retry-After", retryAfter) };

    public static Fault Redirect(string location, int code = 302) => new() { Code = code, Header = ("Location", location) };

    public static Fault ProxyLogin() => new() { Code = 407, Header = ("Proxy-Authenticate", "Basic realm=\"proxy\"") };

    /// <summary>A status of gRPC without a message, in the headers (trailers-only).</summary>
    public static Fault Grpc(int code, string message) => new() { Code = 200, GrpcCode = code, Body = message };

    /// <summary>The request is read and never answered, until the client aborts or the server ends.</summary>
    public static Fault Hang() => new() { End = Ending.Hanging };

    /// <summary>What a client's timeout looks like when everything has arrived.</summary>
    public static Fault StoreThenHang() => Hang() with { Stores = true };

    /// <summary>The status and one half of the body are sent, and then nothing more until the client ends the request.</summary>
    public static Fault HalfAnswer(int code) => new() { Code = code, Body = "x", End = Ending.Hanging };

    /// <summary>The status and one half of the body are sent, and then the connection is broken.</summary>
    public static Fault CutAnswer(int code, bool stores) => HalfAnswer(code) with { Stores = stores, End = Ending.Broken };

    /// <summary>The connection is broken before the body of the request is read, which is not recorded.</summary>
    public static Fault CutRequest() => new() { IsBeforeTheBody = true };

    /// <summary>The connection (over HTTP/2: the stream) is broken when the request is read.</summary>
    public static Fault Reset() => new() { End = Ending.Broken };

    /// <summary>The request is read, and treated as without a fault when the task has ended.</summary>
    public static Fault Held(Task until) => new() { Until = until };

    public static Fault ForTenant(string tenant, Fault fault) => fault with { IsMet = (sender, _) => sender == tenant };

    public static Fault ForLine(string text, Fault fault) =>
        fault with { IsMet = (_, lines) => lines.Any(line => line.Contains(text, StringComparison.Ordinal)) };
}

/// <summary>The faults that the next requests meet, one each, in order. Any thread.</summary>
internal sealed class NextFaults
{
    private readonly ConcurrentQueue<Fault?> _faults = new();

    /// <summary>Adds faults; <see langword="null" /> is a request that meets none.</summary>
    public void Enqueue(params IEnumerable<Fault?> faults)
    {
        foreach (Fault? fault in faults)
        {
            _faults.Enqueue(fault);
        }
    }

    public void Clear() => _faults.Clear();

    public bool TryNext(out Fault? fault) => _faults.TryDequeue(out fault);
}
