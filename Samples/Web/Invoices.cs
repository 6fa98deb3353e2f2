using Easy.Logger.Interfaces;

namespace Samples.Web;

/// <summary>Logs through the facade.</summary>
internal sealed class Invoices
{
    public static string Send(string id, IEasyLogger log)
    {
        log.InfoFormat("invoice {0}", id);
        return $"invoice {id} is sent";
    }
}
