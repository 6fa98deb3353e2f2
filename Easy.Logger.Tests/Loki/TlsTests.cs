using System.Net.Security;
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
    private readonly TestAuthority _other = new();

    [TearDown]
    public void End()
    {
        _authority.Dispose();
        _other.Dispose();
    }

    [TestCase("pem", "none", false, true)]
    [TestCase("binary", "none", false, true)]
    [TestCase("binary", "pfx", true, true)]
    [TestCase("pem", "pem", true, true)]
    [TestCase("pem", "encrypted pem", true, true)]
    [TestCase("pem", "pem and key", true, true)]
    [TestCase("none", "none", false, false)]
    [TestCase("another", "none", false, false)]
    [TestCase("pem", "none", true, false)]
    public void Certificates_OfAuthorityAndClient_LinesArriveIfEachSideTrustsTheOther(
        string authority, string kind, bool serverAsks, bool arrives)
    {
        foreach (LokiEncoding encoding in Enum.GetValues<LokiEncoding>())
        {
            using ContractServer server = new();
            using X509Certificate2 client = _authority.Issue("client");
            using Relay front = Front(encoding == LokiEncoding.Grpc ? server.GrpcUrl : server.Url, serverAsks);
            using LokiScene scene = new(encoding: encoding, server: server, configure: appender =>
            {
                appender.Url = front.Url.ToString();
                appender.RetryLimit = 0;
                appender.CertificateAuthority = authority == "none" ? null
                    : AuthorityFile(authority == "another" ? _other : _authority, isPem: authority != "binary");
                appender.ClientCertificate = kind == "none" ? null : ClientFile(client, kind);
                appender.ClientKey = kind == "pem and key" ? ClientFile(client, "key") : null;
                appender.ClientCertificatePassword = kind is "pfx" or "encrypted pem" ? Password + "\n" : null;
            });

            scene.Send("text");

            Assert.That(scene.Errors.Errors, Has.Count.EqualTo(arrives ? 0 : 1), $"{encoding}");
            Assert.That(scene.Lines, Has.Count.EqualTo(arrives ? 1 : 0));
            Assert.That(server.Requests, Has.Count.EqualTo(arrives ? 1 : 0));
            Assert.That(scene.Appender.Statistics, Is.EqualTo(new LokiStatistics(1, arrives ? 1 : 0, 0, arrives ? 0 : 1, 0, 0)));
            Assert.That(!arrives || front.Clients.Single() == (serverAsks ? "CN=client" : string.Empty), Is.True, "the client's name");
        }
    }

    [Test]
    public void Xml_EveryElement_IsTaken()
    {
        using X509Certificate2 client = _authority.Issue("client");
        using ContractServer server = new();
        using Relay front = Front(server.Url, asksForCertificate: true);
        using TestRepository repository = new();
        using InternalMessages messages = new();

        repository.Configure(
            $$"""
            <appender name="Loki" type="Easy.Logger.Loki.LokiAppender, Easy.Logger.Loki">
              <url value="{{front.Url}}" />
              <encoding value="protobuf" />
              <compression value="gzip" />
              <label><name value="app" /><value value="shop" /></label>
              <label><name value="zone" />
                <layout type="log4net.Layout.PatternLayout"><conversionPattern value="%property{zone}" /></layout></label>
              <metadata><property value="order.*" /></metadata>
              <levelName><level value="WARN" /><name value="careful" /></levelName>
              <header><name value="X-Test" /><value value="1" /></header>
              <layout type="log4net.Layout.PatternLayout"><conversionPattern value="[%logger] %message%newline" /></layout>
              <certificateAuthority value="{{AuthorityFile(_authority, isPem: true)}}" />
              <clientCertificate value="{{ClientFile(client, "pfx")}}" />
              <clientCertificatePassword value="{{Password}}" />
            </appender>
            <appender name="Async" type="Easy.Logger.AsyncBufferingForwardingAppender, Easy.Logger"><appender-ref ref="Loki" /></appender>
            <root><level value="ALL" /><appender-ref ref="Async" /></root>
            """);
        LoggingEvent loggingEvent = new(typeof(TlsTests), repository.Hierarchy, "Shop", Level.Warn, "text", exception: null);
        loggingEvent.Properties["zone"] = "north";
        loggingEvent.Properties["order.id"] = 7;
        loggingEvent.Properties["unused"] = "x";
        repository.Log().Logger.Log(loggingEvent);
        Eventually.Returns(repository.Hierarchy.Shutdown, "Shutdown");

        StoredEntry entry = server.Stored.Single();
        Assert.That(entry.Line, Is.EqualTo("[Shop] text"));
        Assert.That(
            entry.Labels,
            Is.EquivalentTo(new Dictionary<string, string> { ["app"] = "shop", ["zone"] = "north", ["level"] = "careful" }));
        Assert.That(entry.Metadata, Is.EquivalentTo(new Dictionary<string, string> { ["order_id"] = "7" }));
        Assert.That(server.Requests.Single().Headers["X-Test"], Is.EqualTo("1"));
        Assert.That(front.Clients, Is.EqualTo(["CN=client"]));
        Assert.That(messages.Naming("[Loki]"), Is.Empty);
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
            "empty" => Write("empty.pem", "-----BEGIN NOTHING-----"u8),
            ['/', ..] => kind, // without an end, or with one that never comes
            _ => Folder.File("missing"),
        };
        using LokiScene scene = new(appender =>
        {
            appender.ClientCertificate = option == "clientCertificate" ? file : null;
            appender.ClientCertificatePassword = "wrong" + Password;
            appender.CertificateAuthority = option == "certificateAuthority" ? file : null;
        });

        scene.Send("text");

        Assert.That(scene.Complaints.Single(), Does.Contain(option).And.Contain(file).And.Not.Contain(Password));
        Assert.That(scene.Errors.Errors.Single(), Does.Contain($"has no {option}"));
        Assert.That(scene.Appender.Statistics, Is.EqualTo(new LokiStatistics(1, 0, 0, 1, 0, 0)));
        Assert.That(scene.Server.Requests, Is.Empty);
    }

    [Test]
    public void HaveSigned_OnlyForServersAndInAWholeChain_IsTrusted()
    {
        using TestAuthority copy = new(like: _authority);
        using X509Certificate2 server = _authority.Issue("server");
        using X509Certificate2 serverOnly = _authority.Issue("server", "1.3.6.1.5.5.7.3.1");
        using X509Certificate2 clientOnly = _authority.Issue("client", "1.3.6.1.5.5.7.3.2");
        X509Certificate2 authority = _authority.Certificate;
        Assert.That(copy.Certificate, Is.EqualTo(authority), "as certificates are compared by default");

        Assert.That(PrivateAuthorities.HaveSigned([_other.Certificate, authority], server, null), Is.True, "one of them did");
        Assert.That(PrivateAuthorities.HaveSigned([_other.Certificate], server, null), Is.False, "another one");
        Assert.That(PrivateAuthorities.HaveSigned([authority], serverOnly, null), Is.True, "for servers");
        Assert.That(PrivateAuthorities.HaveSigned([authority], clientOnly, null), Is.False, "not for servers");
        Assert.That(PrivateAuthorities.HaveSigned([server], server, null), Is.False, "a part of a chain");
        Assert.That(PrivateAuthorities.HaveSigned([authority], copy.Certificate, null), Is.False, "a copy with another key");
    }

    private Relay Front(Uri server, bool asksForCertificate) => new(
        server,
        new SslServerAuthenticationOptions
        {
            ServerCertificate = _authority.Issue("server"),
            ClientCertificateRequired = asksForCertificate,
            ApplicationProtocols = [SslApplicationProtocol.Http2, SslApplicationProtocol.Http11],
            CertificateChainPolicy = new X509ChainPolicy
            {
                TrustMode = X509ChainTrustMode.CustomRootTrust,
                RevocationMode = X509RevocationMode.NoCheck,
                CustomTrustStore = { _authority.Certificate },
            },
        });

    private string Write(string name, ReadOnlySpan<byte> bytes)
    {
        File.WriteAllBytes(Folder.File(name), bytes);
        return Folder.File(name);
    }

    private string AuthorityFile(TestAuthority authority, bool isPem) => Write(
        "authority", isPem ? Encoding.ASCII.GetBytes(authority.Certificate.ExportCertificatePem() + "\n") : authority.Certificate.RawData);

    private string ClientFile(X509Certificate2 client, string kind)
    {
        string certificate = client.ExportCertificatePem() + "\n";
        using ECDsa key = client.GetECDsaPrivateKey()!;
        PbeParameters parameters = new(PbeEncryptionAlgorithm.Aes256Cbc, HashAlgorithmName.SHA256, iterationCount: 1_000);
        return Write($"client {kind}", kind == "pfx" ? client.Export(X509ContentType.Pkcs12, Password) : Encoding.ASCII.GetBytes(kind switch
        {
            "pem" => certificate + key.ExportPkcs8PrivateKeyPem(),
            "encrypted pem" => certificate + key.ExportEncryptedPkcs8PrivateKeyPem(Password, parameters),
            "key" => key.ExportPkcs8PrivateKeyPem(),
            _ => certificate,
        }));
    }

    /// <summary>An authority that nobody trusts by default, and the certificates that it signs.</summary>
    private sealed class TestAuthority : IDisposable
    {
        private const string Name = "CN=test authority";

        private readonly ECDsa _key = ECDsa.Create(ECCurve.NamedCurves.nistP256);

        /// <param name="like">One whose serial number this one has, too; the name is the same for all.</param>
        public TestAuthority(TestAuthority? like = null)
        {
            CertificateRequest request = new(Name, _key, HashAlgorithmName.SHA256);
            request.CertificateExtensions.Add(new X509BasicConstraintsExtension(true, false, 0, true));
            request.CertificateExtensions.Add(new X509SubjectKeyIdentifierExtension(request.PublicKey, false));
            Certificate = Sign(request, like?.Certificate.SerialNumberBytes.ToArray());
        }

        public X509Certificate2 Certificate { get; }

        /// <summary>A certificate with its key, for a server on this machine or for a client.</summary>
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

            using X509Certificate2 signed = Sign(request);
            using X509Certificate2 whole = signed.CopyWithPrivateKey(key);
            return X509CertificateLoader.LoadPkcs12(
                whole.Export(X509ContentType.Pkcs12), password: null, X509KeyStorageFlags.Exportable); // Windows wants the key in a store
        }

        public void Dispose()
        {
            Certificate.Dispose();
            _key.Dispose();
        }

        private X509Certificate2 Sign(CertificateRequest request, byte[]? serial = null) => request.Create(
            new X500DistinguishedName(Name),
            X509SignatureGenerator.CreateForECDsa(_key),
            DateTimeOffset.UtcNow.AddDays(-1),
            DateTimeOffset.UtcNow.AddDays(20),
            serial ?? RandomNumberGenerator.GetBytes(8));
    }
}
