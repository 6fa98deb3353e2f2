using System.Security.Cryptography;
using System.Security.Cryptography.X509Certificates;
using Easy.Logger.Loki.Sending;

namespace Easy.Logger.Tests.Loki;

/// <summary>Which servers are trusted where the framework does not check an authority itself.</summary>
[Category("Loki")]
internal sealed class PrivateAuthorityTests
{
    private readonly TestAuthority _authority = new();

    [TearDown]
    public void End() => _authority.Dispose();

    [Test]
    public void HaveSigned_OneOfThemDid_IsTrusted()
    {
        using TestAuthority other = new();
        using X509Certificate2 server = _authority.Issue("server");

        Assert.That(PrivateAuthorities.HaveSigned([other.Certificate, _authority.Certificate], server, received: null), Is.True);
        Assert.That(PrivateAuthorities.HaveSigned([other.Certificate], server, received: null), Is.False);
    }

    /// <summary>Issuer and serial number are those of the authority.</summary>
    [Test]
    public void HaveSigned_RootIsACopyWithAnotherKey_IsNotTrusted()
    {
        using ECDsa key = ECDsa.Create(ECCurve.NamedCurves.nistP256);
        CertificateRequest request = new(_authority.Certificate.SubjectName, key, HashAlgorithmName.SHA256);
        request.CertificateExtensions.Add(new X509BasicConstraintsExtension(true, false, 0, true));
        using X509Certificate2 copy = request.Create(
            _authority.Certificate.SubjectName,
            X509SignatureGenerator.CreateForECDsa(key),
            _authority.Certificate.NotBefore,
            _authority.Certificate.NotAfter,
            _authority.Certificate.SerialNumberBytes.Span);
        Assert.That(copy, Is.EqualTo(_authority.Certificate), "as certificates are compared by default");

        Assert.That(PrivateAuthorities.HaveSigned([_authority.Certificate], copy, received: null), Is.False);
    }

    [TestCase("1.3.6.1.5.5.7.3.1", true)]
    [TestCase("1.3.6.1.5.5.7.3.2", false)]
    public void HaveSigned_UsageIsNamed_IsTrustedForServers(string usage, bool isTrusted)
    {
        using ECDsa key = ECDsa.Create(ECCurve.NamedCurves.nistP256);
        CertificateRequest request = new("CN=server", key, HashAlgorithmName.SHA256);
        request.CertificateExtensions.Add(new X509EnhancedKeyUsageExtension([new Oid(usage)], critical: true));
        using X509Certificate2 server = request.Create(
            _authority.Certificate, _authority.Certificate.NotBefore, _authority.Certificate.NotAfter, [7]);

        Assert.That(PrivateAuthorities.HaveSigned([_authority.Certificate], server, received: null), Is.EqualTo(isTrusted));
    }

    [Test]
    public void HaveSigned_ChainIsPartial_IsNotTrusted()
    {
        using X509Certificate2 server = _authority.Issue("server");

        Assert.That(PrivateAuthorities.HaveSigned([server], server, received: null), Is.False);
    }
}
