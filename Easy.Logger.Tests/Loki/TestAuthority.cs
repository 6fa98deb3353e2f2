using System.Net;
using System.Security.Cryptography;
using System.Security.Cryptography.X509Certificates;

namespace Easy.Logger.Tests.Loki;

/// <summary>An authority that nobody trusts by default, and the certificates that it signs.</summary>
internal sealed class TestAuthority : IDisposable
{
    private readonly ECDsa _key = ECDsa.Create(ECCurve.NamedCurves.nistP256);

    /// <param name="like">One whose serial number this one has, too; the name is the same for all.</param>
    public TestAuthority(TestAuthority? like = null)
    {
        CertificateRequest request = new("CN=test authority", _key, HashAlgorithmName.SHA256);
        request.CertificateExtensions.Add(new X509BasicConstraintsExtension(true, false, 0, true));
        request.CertificateExtensions.Add(new X509SubjectKeyIdentifierExtension(request.PublicKey, false));
        Certificate = Sign(request, request.SubjectName, like?.Certificate.SerialNumberBytes.ToArray());
    }

    /// <summary>Without its key.</summary>
    public X509Certificate2 Certificate { get; }

    /// <summary>A certificate with its key, for a server on this machine or for a client.</summary>
    /// <param name="name">Whose it is.</param>
    /// <param name="usage">What alone it may be used for.</param>
    public X509Certificate2 Issue(string name, string? usage = null)
    {
        using ECDsa key = ECDsa.Create(ECCurve.NamedCurves.nistP256);
        CertificateRequest request = new($"CN={name}", key, HashAlgorithmName.SHA256);
        SubjectAlternativeNameBuilder names = new();
        names.AddDnsName("localhost");
        names.AddIpAddress(IPAddress.Loopback);
        request.CertificateExtensions.Add(names.Build());
        request.CertificateExtensions.Add(X509AuthorityKeyIdentifierExtension.CreateFromCertificate(Certificate, true, false));
        if (usage is not null)
        {
            request.CertificateExtensions.Add(new X509EnhancedKeyUsageExtension([new Oid(usage)], critical: true));
        }

        using X509Certificate2 signed = Sign(request, Certificate.SubjectName);
        using X509Certificate2 whole = signed.CopyWithPrivateKey(key);
        return X509CertificateLoader.LoadPkcs12(
            whole.Export(X509ContentType.Pkcs12), password: null, X509KeyStorageFlags.Exportable); // Windows wants the key in a store
    }

    public void Dispose()
    {
        Certificate.Dispose();
        _key.Dispose();
    }

    private X509Certificate2 Sign(CertificateRequest request, X500DistinguishedName issuer, byte[]? serialNumber = null) => request.Create(
        issuer,
        X509SignatureGenerator.CreateForECDsa(_key),
        DateTimeOffset.UtcNow.AddDays(-1),
        DateTimeOffset.UtcNow.AddDays(20),
        serialNumber ?? RandomNumberGenerator.GetBytes(8));
}
