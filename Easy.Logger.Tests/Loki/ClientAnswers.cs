namespace Easy.Logger.Tests.Loki;

/// <summary>Answers the requests of a client itself, and heeds no cancellation, as handlers of an application may.</summary>
/// <param name="answerOf">Returns the answer to a request, by its number, from 1 on.</param>
internal sealed class ClientAnswers(Func<int, Task<HttpStatusCode>> answerOf) : HttpMessageHandler
{
    private int _requests;

    public int Requests => Volatile.Read(ref _requests);

    protected override async Task<HttpResponseMessage> SendAsync(HttpRequestMessage request, CancellationToken cancellationToken) =>
        new(await answerOf(Interlocked.Increment(ref _requests)).ConfigureAwait(false)) { RequestMessage = request };
}
