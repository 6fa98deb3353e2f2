using System.Security.Cryptography;
using System.Security.Cryptography.X509Certificates;

namespace Easy.Logger.Loki.Sending;

/// <summary>Checks a server's certificate against private authorities, for frameworks that cannot be given their roots.</summary>
internal static class PrivateAuthorities
{
    private const string ServerAuthentication = "1.3.6.1.5.5.7.3.1";

    /// <summary>Whether a certificate is for servers, in a whole chain to one of the authorities, which the system need not know.</summary>
    public static bool HaveSigned(X509Certificate2Collection authorities, X509Certificate2 certificate, X509Chain? received)
    {
        using X509Chain chain = new();
        chain.ChainPolicy.RevocationMode = X509RevocationMode.NoCheck;
        chain.ChainPolicy.ApplicationPolicy.Add(new Oid(ServerAuthentication)); // a certificate that names no usage has all
        chain.ChainPolicy.ExtraStore.AddRange(authorities);
        foreach (X509ChainElement element in received?.ChainElements.Cast<X509ChainElement>() ?? [])
        {
            chain.ChainPolicy.ExtraStore.Add(element.Certificate);
        }

        if (!chain.Build(certificate) && chain.ChainStatus.Any(status => status.Status != X509ChainStatusFlags.UntrustedRoot))
        {
            return false;
        }

        byte[] root = chain.ChainElements[chain.ChainElements.Count - 1].Certificate.RawData; // issuer and serial number can be copied
        return authorities.Cast<X509Certificate2>().Any(authority => authority.RawData.SequenceEqual(root));
    }
}
