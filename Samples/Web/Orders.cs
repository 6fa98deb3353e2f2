namespace Samples.Web;

/// <summary>Logs through Microsoft.Extensions.Logging.</summary>
internal sealed partial class Orders
{
    public static string Take(string id, ILogger log)
    {
        using (log.BeginScope(new Dictionary<string, object> { ["order"] = id }))
        {
            Taken(log, id);
        }

        return $"order {id} is taken";
    }

    [LoggerMessage(Level = LogLevel.Information, Message = "order {Id}")]
    private static partial void Taken(ILogger log, string id);
}
