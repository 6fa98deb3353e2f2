using System.Net;
using LokiServer;

namespace Benchmarker.Soak;

/// <summary>
/// Makes the life of a server hard until it is stopped: requests meet faults by chance, and the server restarts. No fault claims a success
/// that is none. Not thread-safe.
/// </summary>
internal sealed class RandomFaults(ContractServer server, bool isGrpc, Chance chance)
{
    private const int MaxPauseMilliseconds = 400;
    private const int MaxStepMilliseconds = 60;

    private static readonly Func<Fault>[] _both =
    [
        Fault.Reset,
        Fault.CutRequest,
        Fault.Hang,
        Fault.StoreThenHang,
        () => Fault.Status(200, "<form>Sign in</form>", contentType: "text/html"), // of a gateway that wants a login
        () => Fault.Status(500, "internal error"),
        () => Fault.Status(503, "busy"),
        () => Fault.Status(502, "<html></html>", contentType: "text/html"),
        () => Fault.Status(429, "Ingestion rate limit exceeded"),
        () => Fault.Status(429, "Ingestion rate limit exceeded", retryAfter: "1"),
        () => Fault.Status(400, "bad request"),
        () => Fault.Status(401, "no credentials"),
        () => Fault.Status(404, "404 page not found"),
        () => Fault.Status(413, "too large"),
        () => Fault.Redirect("http://127.0.0.1:1/login"),
        () => Fault.HalfAnswer(503),
        () => Fault.CutAnswer(503, stores: false),
        () => Fault.CutAnswer(200, stores: true),
    ];

    private static readonly int[] _grpcStatuses = [.. Enumerable.Range(1, 16), 400, 413, 429, 500, 503, 999];

    private int _faults;
    private int _restarts;

    /// <summary>What happened, for a line of text.</summary>
    public string Summary => $"{_faults} faults, {_restarts} restarts";

    public void Run(CancellationToken stop)
    {
        while (!stop.IsCancellationRequested)
        {
            switch (chance.Below(12))
            {
                case 0:
                    server.Pause();
                    stop.WaitHandle.WaitOne(chance.Below(MaxPauseMilliseconds));
                    server.Resume();
                    _restarts++;
                    break;
                case 1:
                    server.Fault = One();
                    stop.WaitHandle.WaitOne(chance.Below(MaxPauseMilliseconds));
                    server.Fault = null;
                    break;
                case < 8:
                    server.Faults.Enqueue(Enumerable.Range(0, 1 + chance.Below(4)).Select(_ => chance.OneIn(3) ? null : One()));
                    break;
                default:
                    break; // an honest moment
            }

            stop.WaitHandle.WaitOne(chance.Below(MaxStepMilliseconds));
        }
    }

    /// <summary>Ends all faults: the server is as it should be.</summary>
    public void End()
    {
        server.Resume();
        server.Fault = null;
        server.Faults.Clear();
    }

    private Fault One()
    {
        _faults++;
        return isGrpc && chance.OneIn(2)
            ? chance.OneIn(5) ? Fault.Grpc(2, "Ingester is shutting down") : Fault.Grpc(chance.Of(_grpcStatuses), "by chance")
            : chance.Of(_both)();
    }
}

/// <summary>Loses every so many requests and claims that they were delivered: a defect to be found.</summary>
internal sealed class LosingHandler : DelegatingHandler
{
    private const int Every = 5;

    private int _requests;

    public LosingHandler() => InnerHandler = new SocketsHttpHandler { AllowAutoRedirect = false };

    protected override async Task<HttpResponseMessage> SendAsync(HttpRequestMessage request, CancellationToken cancellationToken) =>
        Interlocked.Increment(ref _requests) % Every == 0
            ? new HttpResponseMessage(HttpStatusCode.NoContent)
            : await base.SendAsync(request, cancellationToken).ConfigureAwait(false);
}
