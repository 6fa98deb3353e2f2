using System.Net;
using System.Security.Cryptography;
using System.Security.Cryptography.X509Certificates;

namespace Easy.Logger.Tests.Loki;

/// <summary>An authority that nobody trusts by default, and the certificates that it signs.</summary>
internal sealed class TestAuthority : IDisposable
{
    private static readonly DateTimeOffset _begin = DateTimeOffset.UtcNow.AddDays(-1);

    private readonly ECDsa _key = ECDsa.Create(ECCurve.NamedCurves.nistP256);

    public TestAuthority()
    {
        CertificateRequest request = new("CN=test authority", _key, HashAlgorithmName.SHA256);
        request.CertificateExtensions.Add(new X509BasicConstraintsExtension(true, false, 0, true));
        request.CertificateExtensions.Add(new X509SubjectKeyIdentifierExtension(request.PublicKey, false));
        Certificate = request.CreateSelfSigned(_begin, _begin.AddDays(30));
    }

    public X509Certificate2 Certificate { get; }

    /// <summary>A certificate with its key, for a server on this machine or for a client.</summary>
    public X509Certificate2 Issue(string name)
    {
        using ECDsa key = ECDsa.Create(ECCurve.NamedCurves.nistP256);
        CertificateRequest request = new($"CN={name}", key, HashAlgorithmName.SHA256);
        SubjectAlternativeNameBuilder names = new();
        names.AddDnsName("localhost");
        names.AddIpAddress(IPAddress.Loopback);
        request.CertificateExtensions.Add(names.Build());
        request.CertificateExtensions.Add(X509AuthorityKeyIdentifierExtension.CreateFromCertificate(Certificate, true, false));
        using X509Certificate2 signed = request.Create(Certificate, _begin, _begin.AddDays(20), RandomNumberGenerator.GetBytes(8));
        using X509Certificate2 whole = signed.CopyWithPrivateKey(key);
        return X509CertificateLoader.LoadPkcs12(
            whole.Export(X509ContentType.Pkcs12), password: null, X509KeyStorageFlags.Exportable); // Windows wants the key in a store
    }

    public void Dispose()
    {
        Certificate.Dispose();
        _key.Dispose();
    }
}
