using LokiServer.Decoding;
using LokiServer.Rules;
using LokiServer.Serving;
using Microsoft.AspNetCore.Http;

namespace LokiServer;

/// <summary>
/// A server on loopback that answers pushes as Loki 3.7 does, on one port for HTTP and one for gRPC, and keeps what it took. It decodes
/// with code of its own and of others, none of it shared with who sends. Any thread.
/// </summary>
public sealed class ContractServer : IDisposable
{
    private static readonly TimeSpan _patience = TimeSpan.FromSeconds(30);

    private readonly ServerCounters _counters;
    private readonly Listener _listener;
    private volatile Fault? _fault;

    private ContractServer(LokiLimits limits, TimeProvider time, GrpcSide grpcSide, FixedPlace? place)
    {
        Ingester ingester = new(limits, place?.Data);
        Distributor distributor = new(limits, time, ingester);
        _counters = new ServerCounters(ingester);
        HttpPort http = new(limits, distributor);
        GrpcPort grpc = new(limits, grpcSide, time, distributor, ingester);
        _listener = new Listener(
            context => context.Request.Path == "/loki/api/v1/query_range"
                ? QueryPort.ServeAsync(context, VisibleTo(context, limits))
                : context.Request.Path == "/ready" ? Task.CompletedTask
                : ServeAsync(context, http),
            context => ServeAsync(context, grpc),
            place: place);
        _listener.Start();
    }

    /// <summary>The base address for HTTP, without <c>/loki/api/v1/push</c>.</summary>
    public Uri Url => _listener.Url;

    /// <summary>The address for gRPC: HTTP/2 without TLS.</summary>
    public Uri GrpcUrl => _listener.GrpcUrl;

    /// <summary>What the next requests meet, one each; before <see cref="Fault" />.</summary>
    public NextFaults Faults { get; } = new();

    /// <summary>What every request meets until it is set to <see langword="null" />.</summary>
    public Fault? Fault
    {
        get => _fault;
        set => _fault = value;
    }

    /// <summary>The lines that were taken, in the order in which they came. A copy.</summary>
    public IReadOnlyList<StoredEntry> Stored => _counters.Stored;

    /// <summary>
    /// The requests that were read to their end, those that met a fault included, in the order in which they were answered. A copy.
    /// </summary>
    public IReadOnlyList<ReceivedRequest> Requests => _counters.Requests;

    /// <summary>Starts a server.</summary>
    /// <param name="limits">What it refuses; by default what Loki refuses by default.</param>
    /// <param name="time">Its clock, by which lines are too old or too new; by default the system's.</param>
    /// <param name="grpcSide">Which part of Loki has the gRPC port.</param>
    /// <param name="place">Ports and a file for one that is killed and started again; by default free ports, and memory.</param>
    public static ContractServer Start(
        LokiLimits? limits = null,
        TimeProvider? time = null,
        GrpcSide grpcSide = GrpcSide.Ingester,
        FixedPlace? place = null) =>
        new(limits ?? new LokiLimits(), time ?? TimeProvider.System, grpcSide, place);

    /// <summary>Breaks every connection and refuses new ones. What was stored stays.</summary>
    public void Pause() => _listener.Stop();

    /// <summary>Listens again, on the same ports.</summary>
    public void Resume() => _listener.Start();

    /// <summary>Waits until so many requests were read.</summary>
    /// <param name="count">At least so many, from the beginning.</param>
    /// <exception cref="TimeoutException">They did not come within 30 seconds.</exception>
    public void WaitForRequests(int count)
    {
        if (!SpinWait.SpinUntil(() => Requests.Count >= count, _patience))
        {
            throw new TimeoutException($"Not in time: {Requests.Count} of {count} request(s): {string.Join(", ", Requests.TakeLast(5))}");
        }
    }

    /// <summary>Breaks every connection and gives the ports back.</summary>
    public void Dispose() => _listener.Dispose();

    private IEnumerable<StoredEntry> VisibleTo(HttpContext context, LokiLimits limits) => limits.RequiresTenant
        ? Stored.Where(entry => entry.Tenant == context.Request.Headers[PushPort.TenantHeader].ToString())
        : Stored;

    private static ReceivedRequest Describe(
        Incoming incoming, IReadOnlyList<PushedStream> streams, int? status, int? grpcStatus, string answer) => new(
            incoming.Path,
            incoming.Protocol,
            incoming.Headers,
            incoming.Body.Length,
            PushSize.Of(streams),
            streams.Count,
            streams.Sum(stream => stream.Entries.Count),
            status,
            grpcStatus,
            answer);

    private async Task ServeAsync(HttpContext context, PushPort port)
    {
        try
        {
            Fault? fault = Faults.TryNext(out Fault? next) ? next : Fault;
            if (fault is { IsBeforeTheBody: true })
            {
                context.Abort();
                return;
            }

            Incoming incoming = await Incoming.ReadAsync(context);
            (IReadOnlyList<PushedStream> streams, Answer? refused) = Read(incoming, port);
            if (fault?.IsMet is { } isMet
                && !isMet(
                    incoming.Headers.GetValueOrDefault(PushPort.TenantHeader),
                    streams.SelectMany(stream => stream.Entries.Select(entry => entry.Line))))
            {
                fault = null;
            }

            if (fault is { Until: null })
            {
                await MeetAsync(context, fault, incoming, streams, port);
                return;
            }

            await (fault?.Until ?? Task.CompletedTask).WaitAsync(context.RequestAborted);
            await port.WriteAsync(context, _counters.Take(
                () => refused ?? port.Take(streams, incoming),
                answer => Describe(incoming, streams, port.StatusOf(answer).Status, port.StatusOf(answer).GrpcStatus, answer.Text)));
        }
        catch (Exception e) when (e is IOException or OperationCanceledException)
        {
            context.Abort(); // the client is gone
        }
    }

    private static (IReadOnlyList<PushedStream> Streams, Answer? Refused) Read(Incoming incoming, PushPort port)
    {
        try
        {
            return (port.Read(incoming), null);
        }
        catch (PushException e)
        {
            return ([], new Answer(e.Status, e.Message));
        }
    }

    private async Task MeetAsync(HttpContext context, Fault fault, Incoming incoming, IReadOnlyList<PushedStream> streams, PushPort port)
    {
        _counters.Take(
            () => fault.Stores ? port.Take(streams, incoming) : default,
            _ => Describe(incoming, streams, fault.Code, fault.GrpcCode, fault.Body));
        if (fault.GrpcCode is { } grpcCode)
        {
            await GrpcPort.WriteAsync(context, grpcCode, fault.Body);
            return;
        }

        if (fault.Code is { } code)
        {
            context.Response.StatusCode = code;
            context.Response.ContentType = fault.ContentType;
            if (fault.Header.Value is { } value)
            {
                context.Response.Headers[fault.Header.Name] = value;
            }

            context.Response.Headers.Date = fault.Date;
            context.Response.ContentLength = fault.End == Fault.Ending.Answered ? null : fault.Body.Length + 1; // more than comes
            await context.Response.WriteAsync(fault.Body, context.RequestAborted);
            await context.Response.Body.FlushAsync(context.RequestAborted);
        }

        if (fault.End == Fault.Ending.Hanging)
        {
            await new TaskCompletionSource().Task.WaitAsync(context.RequestAborted);
        }
        else if (fault.End == Fault.Ending.Broken)
        {
            context.Abort();
        }
    }
}

/// <summary>Which part of Loki answers on the gRPC port.</summary>
public enum GrpcSide
{
    /// <summary>The ingester, as in a single binary: it checks next to nothing, and reports only the last stream of a request.</summary>
    Ingester,

    /// <summary>A distributor on its own, which checks what the HTTP port checks.</summary>
    Distributor,
}

/// <summary>Where a server is when it is started again.</summary>
/// <param name="HttpPort">The port for HTTP.</param>
/// <param name="GrpcPort">The port for gRPC.</param>
/// <param name="Data">A file with what it took, each line before it is answered.</param>
public sealed record FixedPlace(int HttpPort, int GrpcPort, string Data);
