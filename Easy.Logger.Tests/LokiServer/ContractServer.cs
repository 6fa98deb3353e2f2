using LokiServer.Decoding;
using LokiServer.Rules;
using LokiServer.Serving;
using Microsoft.AspNetCore.Http;

namespace LokiServer;

/// <summary>
/// A server on loopback that answers pushes as Loki 3.7 does, on one port for HTTP and one for gRPC, and keeps what it took. It decodes
/// with code of its own and of others, none of it shared with who sends. Any thread.
/// </summary>
internal sealed class ContractServer : IDisposable
{
    private readonly Lock _lock = new(); // the rules run under it, too
    private readonly List<ReceivedRequest> _requests = [];
    private readonly Ingester _ingester;
    private readonly LokiLimits _limits;
    private readonly Listener _listener;
    private volatile Fault? _fault;

    public ContractServer(LokiLimits? limits = null, TimeProvider? time = null, GrpcSide grpcSide = GrpcSide.Ingester)
    {
        _limits = limits ?? new LokiLimits();
        time ??= TimeProvider.System;
        _ingester = new Ingester(_limits);
        Distributor distributor = new(_limits, time, _ingester);
        HttpPort http = new(_limits, distributor);
        GrpcPort grpc = new(_limits, grpcSide, time, distributor, _ingester);
        _listener = new Listener(
            context => context.Request.Path == "/loki/api/v1/query_range"
                ? QueryPort.ServeAsync(context, VisibleTo(context.Request.Headers[PushPort.TenantHeader].ToString()))
                : ServeAsync(context, http),
            context => ServeAsync(context, grpc));
        _listener.Start();
    }

    public Uri Url => _listener.Url;

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
    public IReadOnlyList<StoredEntry> Stored => Locked(() => _ingester.Stored.ToArray());

    /// <summary>The requests that were read to their end, also those that met a fault, as they were answered. A copy.</summary>
    public IReadOnlyList<ReceivedRequest> Requests => Locked(_requests.ToArray);

    /// <summary>Breaks every connection and refuses new ones. What was stored stays.</summary>
    public void Pause() => _listener.Stop();

    public void Resume() => _listener.Start();

    public void Dispose() => _listener.Dispose();

    private IEnumerable<StoredEntry> VisibleTo(string tenant) => Stored.Where(entry => !_limits.RequiresTenant || entry.Tenant == tenant);

    private T Locked<T>(Func<T> call)
    {
        lock (_lock)
        {
            return call();
        }
    }

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

            await (fault?.Until ?? Task.CompletedTask).WaitAsync(context.RequestAborted);
            bool isHonest = fault is null or { Until: not null };
            Answer answer = Locked(() => // both at once, so that who sees the lines sees the request
            {
                _requests.Add(new ReceivedRequest(incoming, streams));
                return refused ?? (isHonest || fault!.Stores ? port.Take(streams, incoming) : default);
            });
            await (isHonest ? port.WriteAsync(context, answer) : MeetAsync(context, fault!));
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

    private static async Task MeetAsync(HttpContext context, Fault fault)
    {
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

internal enum GrpcSide
{
    /// <summary>The ingester, as in a single binary: it checks next to nothing, and reports only the last stream of a request.</summary>
    Ingester,

    /// <summary>A distributor on its own, which checks what the HTTP port checks.</summary>
    Distributor,
}
