using System.Diagnostics.CodeAnalysis;
using System.Net;

namespace Benchmarker.LokiFaults;

/// <summary>Loses every so many requests and claims that they were delivered: a defect to be found.</summary>
internal sealed class LosingHandler : DelegatingHandler
{
    private const int Every = 20;

    private int _requests;

    public LosingHandler() => InnerHandler = new SocketsHttpHandler { AllowAutoRedirect = false };

    [SuppressMessage("Reliability", "CA2000", Justification = "The caller disposes of it.")]
    protected override async Task<HttpResponseMessage> SendAsync(HttpRequestMessage request, CancellationToken cancellationToken) =>
        Interlocked.Increment(ref _requests) % Every == 0
            ? new HttpResponseMessage(HttpStatusCode.NoContent)
            : await base.SendAsync(request, cancellationToken).ConfigureAwait(false);
}
