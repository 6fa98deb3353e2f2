using System.Net;
using System.Net.Http.Headers;
using Easy.Logger.Loki;
using LokiServer;

namespace Easy.Logger.Tests.Loki;

/// <summary>Headers and secrets: what is sent, what is not, and what no message shows.</summary>
[Category("Loki")]
internal sealed class CredentialTests
{
    private const string Secret = "s3cr3t";

    [Test]
    public void Header_ValueThatIsNone_IsLeftOutWithoutShowingIt([Values("a\nX-Other: b", "a\r\nX-Other: b", "a\0b", "ä")] string value)
    {
        using LokiScene scene = Scene(appender => appender.AddHeader(new LokiHeader { Name = "X-Secret", Value = Secret + value }));

        scene.Send("text");

        Assert.That(scene.Lines, Is.EqualTo(["text"]));
        Assert.That(scene.Server.Requests.Single().Headers.Keys, Has.None.EqualTo("X-Other").And.None.EqualTo("X-Secret"));
        Assert.That(scene.Complaints.Single(), Does.Contain("'X-Secret'").And.Not.Contain(Secret));
    }

    [Test]
    public void Header_NameThatIsNone_IsLeftOut(
        [Values("X Zone", "X-Zone:", "X-Zone\n", "X{Zone}", "Content-Type", "Content-Length", "Transfer-Encoding")] string name)
    {
        using LokiScene scene = Scene(appender => appender.AddHeader(new LokiHeader { Name = name, Value = "chunked" }));

        scene.Send("text");

        Assert.That(scene.Lines, Is.EqualTo(["text"]));
        Assert.That(scene.Complaints.Single(), Does.Contain($"'{name}'"));
    }

    /// <summary>As secrets are that an orchestrator mounts.</summary>
    [Test]
    [Demand("L9")]
    public void Secrets_WithALineFeedAtTheEnd_AreTrimmed([Values] LokiEncoding encoding)
    {
        using LokiScene token = Scene(
            appender =>
            {
                appender.BearerToken = Secret + "\n";
                appender.AddHeader(new LokiHeader { Name = "X-Key", Value = Secret + "\r\n" });
            },
            encoding);
        using LokiScene password = Scene(
            appender =>
            {
                appender.Username = "me\n";
                appender.Password = Secret + "\n";
            },
            encoding);

        token.Send("text");
        password.Send("text");

        IReadOnlyDictionary<string, string> headers = token.Server.Requests.Single().Headers;
        Assert.That((headers["Authorization"], headers["X-Key"]), Is.EqualTo(($"Bearer {Secret}", Secret)));
        Assert.That(password.Server.Requests.Single().Headers["Authorization"], Is.EqualTo(Basic("me", Secret)));
        Assert.That((token.Lines.Count, password.Lines.Count), Is.EqualTo((1, 1)));
    }

    [Test]
    public void Token_ThatIsNone_IsNotUsedAndNotShown([Values("a\nb", "ä")] string end)
    {
        using LokiScene scene = Scene(appender => appender.BearerToken = Secret + end);

        scene.Send("text");

        Assert.That(scene.Server.Requests.Single().Headers.Keys, Has.None.EqualTo("Authorization"));
        Assert.That(scene.Complaints.Single(), Does.Contain("bearerToken").And.Not.Contain(Secret));
    }

    [Test]
    public void Url_WithCredentials_TheyAreUsedAndNeverShown([Values] LokiEncoding encoding)
    {
        using ContractServer server = ContractServer.Start();
        UriBuilder url = new(encoding == LokiEncoding.Grpc ? server.GrpcUrl : server.Url) { UserName = "m%40e", Password = Secret + "%3A" };
        using LokiScene scene = Scene(appender => appender.Url = url.ToString(), encoding, server);
        server.Faults.Enqueue(null, Fault.Status(401, "no"));

        scene.Send("text");
        scene.Send("refused");

        Assert.That(server.Requests[0].Headers["Authorization"], Is.EqualTo(Basic("m@e", Secret + ":")));
        Assert.That(scene.Errors.Errors.Single(), Does.Contain("127.0.0.1").And.Not.Contain(Secret));
        Assert.That(scene.Complaints, Is.Empty);
    }

    [Test]
    public void Url_WithCredentialsAndAUsername_TheUsernameIsUsed()
    {
        using ContractServer server = ContractServer.Start();
        using LokiScene scene = Scene(
            appender =>
            {
                appender.Url = new UriBuilder(server.Url) { UserName = "other", Password = "x" }.ToString();
                appender.Username = "me";
                appender.Password = Secret;
            },
            server: server);

        scene.Send("text");

        Assert.That(server.Requests.Single().Headers["Authorization"], Is.EqualTo(Basic("me", Secret)));
    }

    [TestCase($"ftp://me:{Secret}@loki")]
    [TestCase($"http://me:{Secret}@")]
    [TestCase($"me:{Secret}@loki:3100")]
    [TestCase($"http://me:{Secret}@loki:port")]
    [TestCase($"loki:3100/push?api_key={Secret}")]
    public void Url_ThatIsNone_IsShownWithoutCredentials(string url)
    {
        using LokiScene scene = Scene(appender =>
        {
            appender.Url = url;
            appender.Proxy = url.Replace("ftp", "http://", StringComparison.Ordinal);
        });

        Assert.That(scene.Complaints.Single(), Does.Contain("url").And.Not.Contain(Secret));
    }

    [Test]
    public void Proxy_WithAnotherScheme_IsReportedAndNotUsed([Values("proxy:8080", "file:///proxy", "ftp://proxy:8080")] string proxy)
    {
        using LokiScene scene = Scene(appender => appender.Proxy = proxy);

        scene.Send("text");

        Assert.That(scene.Complaints.Single(), Does.Contain($"proxy '{proxy}' is not an address like").And.Contain("https"));
        Assert.That(scene.Lines, Is.EqualTo(["text"]));
    }

    [Test]
    public void Proxy_ForGrpcWithoutTls_IsReportedAndNotUsed()
    {
        using LokiScene scene = Scene(appender => appender.Proxy = $"http://me:{Secret}@127.0.0.1:1", LokiEncoding.Grpc);

        scene.Send("text");

        Assert.That(scene.Complaints.Single(), Does.Contain("proxy").And.Contain("not used: gRPC without TLS").And.Not.Contain(Secret));
        Assert.That(scene.Lines, Is.EqualTo(["text"]));
    }

    /// <summary>As gateways do that show what they were sent.</summary>
    [Test]
    public void Answer_ThatHasTheRequest_IsReportedInOneLineAndWithoutSecrets([Values] LokiEncoding encoding)
    {
        using HttpClient client = new(new EchoingHandler());
        using LokiScene scene = Scene(
            appender =>
            {
                appender.Client = client;
                appender.BearerToken = Secret + "1";
                appender.AddHeader(new LokiHeader { Name = "X-Key", Value = Secret + "2" });
            },
            encoding);

        scene.Send("text");

        Assert.That(
            scene.Errors.Errors.Single(),
            Does.Contain("Bearer ***").And.Contain("X-Key: ***").And.Not.Contain(Secret).And.Not.Contain('\n').And.Not.Contain('\x1B'));
    }

    [Test]
    public void Header_ThatAnOptionHas_IsReportedAndLeftOut()
    {
        using LokiScene scene = Scene(appender =>
        {
            appender.BearerToken = "token";
            appender.Tenant = "shop";
            appender.AddHeader(new LokiHeader { Name = "authorization", Value = $"Basic {Secret}" });
            appender.AddHeader(new LokiHeader { Name = "X-Scope-OrgID", Value = "other" });
        });

        scene.Send("text");

        IReadOnlyDictionary<string, string> headers = scene.Server.Requests.Single().Headers;
        Assert.That((headers["Authorization"], headers["X-Scope-OrgID"]), Is.EqualTo(("Bearer token", "shop")));
        Assert.That(scene.Complaints.Single(), Does.Contain("'authorization' was left out: bearerToken says what it is")
            .And.Contain("'X-Scope-OrgID' was left out: tenant").And.Not.Contain(Secret));
    }

    [Test]
    public void Proxy_WithCredentials_TheyAreUsedAndNeverShown()
    {
        using ContractServer proxy = ContractServer.Start();
        proxy.Faults.Enqueue(Fault.ProxyLogin());
        using LokiScene scene = Scene(appender =>
        {
            appender.Url = "http://loki.invalid:3100";
            appender.Proxy = new UriBuilder(proxy.Url) { UserName = "me", Password = Secret }.ToString();
        });
        proxy.Faults.Enqueue(Fault.Status(400, "stop"));

        scene.Send("text");

        Assert.That(scene.Errors.Errors.Single(), Does.Not.Contain(Secret));
        Assert.That(scene.Complaints, Is.Empty);
        Assert.That(proxy.Requests.Select(request => request.Headers.GetValueOrDefault("Proxy-Authorization")),
            Has.Some.EqualTo(Basic("me", Secret)));
    }

    /// <summary>As handlers do that fetch tokens or write traces.</summary>
    [Test]
    public void Client_WithAHandlerThatIsOnlyAsynchronous_GoesThroughIt([Values] LokiEncoding encoding)
    {
        using TokenHandler handler = new();
        using HttpClient client = new(handler);
        using LokiScene scene = Scene(appender => appender.Client = client, encoding);

        scene.Send("text");

        Assert.That(scene.Lines, Is.EqualTo(["text"]));
        Assert.That(scene.Server.Requests.Single().Headers["Authorization"], Is.EqualTo($"Bearer {Secret}"));
    }

    private static LokiScene Scene(
        Action<LokiAppender> configure, LokiEncoding encoding = LokiEncoding.Json, ContractServer? server = null) => new(
        appender =>
        {
            appender.RetryLimit = 0;
            configure(appender);
        },
        encoding,
        server);

    private static string Basic(string name, string password) =>
        "Basic " + Convert.ToBase64String(System.Text.Encoding.UTF8.GetBytes($"{name}:{password}"));

    private sealed class TokenHandler : DelegatingHandler
    {
        public TokenHandler() => InnerHandler = new SocketsHttpHandler();

        protected override Task<HttpResponseMessage> SendAsync(HttpRequestMessage request, CancellationToken cancellationToken)
        {
            request.Headers.Authorization = new AuthenticationHeaderValue("Bearer", Secret);
            return base.SendAsync(request, cancellationToken);
        }
    }

    [Test]
    public void ProxyAndQuery_WithSecrets_AreInNoMessage([Values("http", "https")] string scheme)
    {
        using LokiScene scene = Scene(appender =>
        {
            appender.Url = $"{scheme}://loki.invalid/?api_key={Secret}";
            appender.Proxy = $"http://me:{Secret}@{appender.Name}.invalid:1";
            appender.RetryLimit = 0;
        });
        using LokiScene refused = Scene(appender =>
        {
            UriBuilder proxy = new(appender.Url!) { UserName = "me", Password = Secret };
            appender.Proxy = proxy.Uri.ToString();
            appender.Url = $"{scheme}://loki.invalid/?api_key={Secret}";
            appender.RetryLimit = 0;
        });
        refused.Server.Fault = Fault.Status(502);

        scene.Send("text");
        refused.Send("text");

        string[] messages = [.. scene.Errors.Errors, .. scene.Complaints, .. refused.Errors.Errors, .. refused.Complaints];
        Assert.That(messages, Has.Length.AtLeast(2).And.None.Contains(Secret));
    }

    /// <summary>Refuses a push, and says what it was, with what would begin another line of a log.</summary>
    private sealed class EchoingHandler : HttpMessageHandler
    {
        protected override Task<HttpResponseMessage> SendAsync(HttpRequestMessage request, CancellationToken cancellationToken)
        {
            bool isGrpc = request.Version.Major == 2;
            string said = $"bad request {request.Headers}\x1B[31m\nERROR";
            HttpResponseMessage response = new(isGrpc ? HttpStatusCode.OK : HttpStatusCode.BadRequest)
            {
                Content = new StringContent(isGrpc ? string.Empty : said),
                RequestMessage = request,
            };
            if (isGrpc)
            {
                response.TrailingHeaders.Add("grpc-status", "3");
                response.TrailingHeaders.Add("grpc-message", Uri.EscapeDataString(said));
            }

            return Task.FromResult(response);
        }
    }
}
