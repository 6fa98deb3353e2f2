using System.Security.Cryptography;
using System.Security.Cryptography.X509Certificates;
using Easy.Logger.Loki;
using Easy.Logger.Loki.Sending;
using LokiServer;

namespace Easy.Logger.Tests.Loki;

/// <summary>Whom the appender trusts, and what it shows, with real TLS.</summary>
[Category("Loki")]
internal sealed class TlsTests : FolderTests
{
    private const string Password = "s3cr3t";

    private readonly TestAuthority _authority = new();
    private ContractServer? _started;

    private ContractServer Server => _started!;

    [SetUp]
    public void Start() => _started = ContractServer.Start();

    [TearDown]
    public void End()
    {
        _started?.Dispose();
        _authority.Dispose();
    }

    [Test]
    public void CertificateAuthority_SignedTheServer_LinesArrive([Values] LokiEncoding encoding, [Values] bool isPem)
    {
        using X509Certificate2 certificate = _authority.Issue("server");
        using TlsFront front = Front(encoding, certificate);
        using LokiScene scene = Scene(encoding, front, appender => appender.CertificateAuthority = AuthorityFile(_authority, isPem));

        scene.Send("text");

        Assert.That(scene.Errors.Errors, Is.Empty);
        Assert.That(scene.Lines, Is.EqualTo(["text"]));
    }

    [Test]
    public void CertificateAuthority_OthersSignedTheServer_NothingIsSent([Values] LokiEncoding encoding, [Values] bool isSet)
    {
        using TestAuthority other = new();
        using X509Certificate2 certificate = _authority.Issue("server");
        using TlsFront front = Front(encoding, certificate);
        using LokiScene scene = Scene(
            encoding, front, appender => appender.CertificateAuthority = isSet ? AuthorityFile(other, isPem: true) : null);

        scene.Send("text");

        Assert.That(Server.Requests, Is.Empty);
        Assert.That(scene.Appender.Statistics, Is.EqualTo(new LokiStatistics(1, 0, 0, 1, 0, 0)));
    }

    [Test]
    public void ClientCertificate_FromAFile_IsShown(
        [Values] LokiEncoding encoding, [Values("pfx", "pem", "encrypted pem", "pem and key")] string kind)
    {
        using X509Certificate2 certificate = _authority.Issue("server");
        using X509Certificate2 client = _authority.Issue("client");
        using TlsFront front = Front(encoding, certificate, _authority.Certificate);
        using LokiScene scene = Scene(
            encoding,
            front,
            appender =>
            {
                appender.CertificateAuthority = AuthorityFile(_authority, isPem: true);
                appender.ClientCertificate = ClientFile(client, kind);
                appender.ClientKey = kind == "pem and key" ? KeyFile(client) : null;
                appender.ClientCertificatePassword = kind is "pfx" or "encrypted pem" ? Password + "\n" : null;
            });

        scene.Send("text");

        Assert.That(scene.Errors.Errors, Is.Empty);
        Assert.That(scene.Lines, Is.EqualTo(["text"]));
        Assert.That(front.Clients, Is.EqualTo(["CN=client"]));
    }

    [Test]
    public void ClientCertificate_FromXml_IsShown()
    {
        using X509Certificate2 certificate = _authority.Issue("server");
        using X509Certificate2 client = _authority.Issue("client");
        using TlsFront front = Front(LokiEncoding.Json, certificate, _authority.Certificate);
        using TestRepository repository = new();
        repository.Configure($"""
            <root><level value="ALL" /><appender-ref ref="Loki" /></root>
            <appender name="Loki" type="Easy.Logger.Loki.LokiAppender, Easy.Logger.Loki">
              <url value="{front.Url}" />
              <certificateAuthority value="{AuthorityFile(_authority, isPem: true)}" />
              <clientCertificate value="{ClientFile(client, "pfx")}" />
              <clientCertificatePassword value="{Password}" />
            </appender>
            """);

        repository.Log("logger").Info("text");
        Eventually.Returns(repository.Hierarchy.Shutdown, "Shutdown");

        Assert.That(Server.Stored.Select(entry => entry.Line), Is.EqualTo(["text"]));
        Assert.That(front.Clients, Is.EqualTo(["CN=client"]));
    }

    [Test]
    public void ClientCertificate_NotGiven_TheServerRefuses()
    {
        using X509Certificate2 certificate = _authority.Issue("server");
        using TlsFront front = Front(LokiEncoding.Json, certificate, _authority.Certificate);
        using LokiScene scene = Scene(
            LokiEncoding.Json, front, appender => appender.CertificateAuthority = AuthorityFile(_authority, true));

        scene.Send("text");

        Assert.That(Server.Requests, Is.Empty);
        Assert.That(scene.Appender.Statistics.Dropped, Is.EqualTo(1));
    }

    [TestCase("clientCertificate", "pfx")]
    [TestCase("clientCertificate", "missing")]
    [TestCase("clientCertificate", "no key")]
    [TestCase("certificateAuthority", "missing")]
    [TestCase("certificateAuthority", "empty")]
    [TestCase("certificateAuthority", "/dev/zero")]
    [TestCase("clientCertificate", "/dev/stdin")]
    public void File_ThatCannotBeRead_IsReportedAndNothingIsSent(string option, string kind)
    {
        Assume.That(kind[0] != '/' || OperatingSystem.IsLinux());
        using X509Certificate2 client = _authority.Issue("client");
        string file = kind switch
        {
            "pfx" => ClientFile(client, "pfx"), // with another password
            "no key" => AuthorityFile(_authority, isPem: true),
            "empty" => Write("empty.pem", "-----BEGIN NOTHING-----"),
            ['/', ..] => kind, // without an end, or with one that never comes
            _ => Folder.File("missing"),
        };
        using LokiScene scene = new(
            appender =>
            {
                appender.ClientCertificate = option == "clientCertificate" ? file : null;
                appender.ClientCertificatePassword = "wrong" + Password;
                appender.CertificateAuthority = option == "certificateAuthority" ? file : null;
            },
            server: Server);

        scene.Send("text");

        Assert.That(scene.Complaints.Single(), Does.Contain(option).And.Contain(file).And.Not.Contain(Password));
        Assert.That(scene.Errors.Errors.Single(), Does.Contain($"has no {option}"));
        Assert.That(scene.Appender.Statistics, Is.EqualTo(new LokiStatistics(1, 0, 0, 1, 0, 0)));
        Assert.That(Server.Requests, Is.Empty);
    }

    [Test]
    public void ClientKey_WithoutACertificate_IsReported()
    {
        using LokiScene scene = new(appender => appender.ClientCertificatePassword = Password, server: Server);

        Assert.That(scene.Complaints.Single(), Does.Contain("there is no clientCertificate").And.Not.Contain(Password));
    }

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

    private TlsFront Front(LokiEncoding encoding, X509Certificate2 certificate, X509Certificate2? clientAuthority = null) =>
        new(encoding == LokiEncoding.Grpc ? Server.GrpcUrl : Server.Url, certificate, clientAuthority);

    private LokiScene Scene(LokiEncoding encoding, TlsFront front, Action<LokiAppender> configure) => new(
        appender =>
        {
            appender.Url = front.Url;
            appender.RetryLimit = 0;
            configure(appender);
        },
        encoding,
        Server);

    private string Write(string name, string text)
    {
        File.WriteAllText(Folder.File(name), text);
        return Folder.File(name);
    }

    private string AuthorityFile(TestAuthority authority, bool isPem)
    {
        if (isPem)
        {
            return Write("ca.pem", authority.Certificate.ExportCertificatePem() + "\n");
        }

        File.WriteAllBytes(Folder.File("ca.crt"), authority.Certificate.RawData);
        return Folder.File("ca.crt");
    }

    private string ClientFile(X509Certificate2 client, string kind)
    {
        string certificate = client.ExportCertificatePem() + "\n";
        using ECDsa key = client.GetECDsaPrivateKey()!;
        switch (kind)
        {
            case "pem":
                return Write("client.pem", certificate + key.ExportPkcs8PrivateKeyPem());
            case "encrypted pem":
                PbeParameters parameters = new(PbeEncryptionAlgorithm.Aes256Cbc, HashAlgorithmName.SHA256, iterationCount: 1_000);
                return Write("client.pem", certificate + key.ExportEncryptedPkcs8PrivateKeyPem(Password, parameters));
            case "pem and key":
                return Write("client.pem", certificate);
            default:
                File.WriteAllBytes(Folder.File("client.pfx"), client.Export(X509ContentType.Pkcs12, Password));
                return Folder.File("client.pfx");
        }
    }

    private string KeyFile(X509Certificate2 client)
    {
        using ECDsa key = client.GetECDsaPrivateKey()!;
        return Write("client.key", key.ExportPkcs8PrivateKeyPem());
    }
}
