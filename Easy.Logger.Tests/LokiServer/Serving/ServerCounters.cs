using LokiServer.Rules;

namespace LokiServer.Serving;

/// <summary>What has come and what was kept, under one lock that the rules run under, too. Any thread.</summary>
internal sealed class ServerCounters(Ingester ingester)
{
    private readonly Lock _lock = new();
    private readonly List<ReceivedRequest> _requests = [];

    public ReceivedRequest[] Requests => Locked(_requests.ToArray);

    public StoredEntry[] Stored => Locked(ingester.ToArray);

    /// <summary>Takes a push and writes both down at once, so that who sees the lines sees the request.</summary>
    public Answer Take(Func<Answer> take, Func<Answer, ReceivedRequest> request) => Locked(() =>
    {
        Answer answer = take();
        _requests.Add(request(answer));
        return answer;
    });

    private T Locked<T>(Func<T> call)
    {
        lock (_lock)
        {
            return call();
        }
    }
}
