namespace LokiServer.Rules;

internal sealed class TokenBucket(int perSecond, int burst, TimeProvider time)
{
    private double _tokens = burst;
    private long _since = time.GetTimestamp();

    public bool TryTake(long tokens)
    {
        long now = time.GetTimestamp();
        _tokens = Math.Min(burst, _tokens + (time.GetElapsedTime(_since, now).TotalSeconds * perSecond));
        _since = now;
        if (tokens > _tokens)
        {
            return false;
        }

        _tokens -= tokens;
        return true;
    }
}
