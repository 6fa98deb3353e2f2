using System.Diagnostics;
using LokiServer.Rules;

namespace LokiServer.Serving;

/// <summary>What has come and what was kept, under one lock that the rules run under, too. Any thread.</summary>
internal sealed class ServerCounters(Ingester ingester)
{
    private readonly object _lock = new();
    private readonly List<ReceivedRequest> _requests = [];

    public ReceivedRequest[] Requests
    {
        get
        {
            lock (_lock)
            {
                return [.. _requests];
            }
        }
    }

    public StoredEntry[] Stored
    {
        get
        {
            lock (_lock)
            {
                return ingester.ToArray();
            }
        }
    }

    /// <summary>Takes a push and writes both down at once, so that who sees the lines sees the request.</summary>
    public Answer Take(Func<Answer> take, Func<Answer, ReceivedRequest> request)
    {
        lock (_lock)
        {
            Answer answer = take();
            _requests.Add(request(answer));
            Monitor.PulseAll(_lock);
            return answer;
        }
    }

    /// <exception cref="TimeoutException">They did not come.</exception>
    public void Await(int requests, TimeSpan deadline)
    {
        Stopwatch watch = Stopwatch.StartNew();
        lock (_lock)
        {
            while (_requests.Count < requests)
            {
                TimeSpan left = deadline - watch.Elapsed;
                if (left <= TimeSpan.Zero || !Monitor.Wait(_lock, left))
                {
                    throw new TimeoutException(
                        $"Not in time: {_requests.Count} of {requests} request(s); the last ones: "
                        + string.Join(", ", _requests.TakeLast(5)));
                }
            }
        }
    }
}
