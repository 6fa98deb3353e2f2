using Easy.Logger.Loki;
using LokiServer;

namespace Easy.Logger.Tests.Loki;

/// <summary>Headers and secrets: what is sent and where to, what is not, and what no message shows.</summary>
[Category("Loki")]
internal sealed class CredentialTests : FolderTests
{
    private const string Secret = "s3cr3t";

    /// <summary>Secrets that an orchestrator mounts end with a line feed, and gateways show what they were sent.</summary>
    [TestCase("token: s3cr3t\n", "Bearer s3cr3t")]
    [TestCase("token: s3cr3ta\nb", null, "bearerToken is not used")]
    [TestCase("token: s3cr3tä", null, "bearerToken is not used")]
    [TestCase("user: me\n, password: s3cr3t\n", "me:s3cr3t")]
    [TestCase("user: me, password: ${EASY_LOGGER_TEST_PASSWORD}", "me:pä:ss")]
    [TestCase("address: m%40e:s3cr3t%3A", "m@e:s3cr3t:")]
    [TestCase("address: other:s3cr3t, user: me, password: s3cr3t", "me:s3cr3t")]
    [TestCase("user: me, password: s3cr3t, token: my-token", "Bearer my-token", "username 'me' is not used")]
    [TestCase("file: from-file, token: s3cr3t, user: me", "Bearer from-file", "bearerTokenFile")]
    [Demand("L9")]
    public void Authorization_OfAnyOption_IsSentAndNeverShown(string options, string? expected, string? complaint = null)
    {
        Environment.SetEnvironmentVariable("EASY_LOGGER_TEST_PASSWORD", "pä:ss");
        Dictionary<string, string> values = options.Split(", ").Select(option => option.Split(": ", 2)).ToDictionary(
            parts => parts[0], parts => parts[1]);
        PutToken(values.GetValueOrDefault("file", string.Empty));
        foreach (LokiEncoding encoding in Enum.GetValues<LokiEncoding>())
        {
            using LokiScene scene = Scene(encoding, appender =>
            {
                appender.AddHeader(new LokiHeader { Name = "X-Key", Value = "another-key" });
                appender.BearerToken = values.GetValueOrDefault("token");
                appender.BearerTokenFile = values.ContainsKey("file") ? Folder.File("token") : null;
                appender.Username = values.GetValueOrDefault("user");
                appender.Password = values.GetValueOrDefault("password");
                appender.Url = values.TryGetValue("address", out string? user) ? WithUser(appender.Url!, user) : appender.Url;
            });

            scene.Send("text");
            string? sent = scene.Server.Requests[0].Headers.GetValueOrDefault("Authorization");
            string said = $"bad request Authorization: {sent}\r\nX-Key: another-key\r\n\x1B[31m\nERROR";
            scene.Server.Fault = encoding == LokiEncoding.Grpc ? Fault.Grpc(3, said) : Fault.Status(401, said);
            scene.Send("refused");

            Assert.That(sent, Is.EqualTo(expected?.Contains(':') == true ? Basic(expected) : expected), $"{encoding}");
            Assert.That(scene.Lines, Is.EqualTo(["text"]));
            string error = scene.Errors.Errors.Single();
            Assert.That(error, Does.Contain("127.0.0.1").And.Contain(sent is null ? "Authorization:" : $"{sent.Split(' ')[0]} ***"));
            Assert.That(error, Does.Contain("X-Key: ***").And.Not.Contain(Secret).And.Not.Contain('\n').And.Not.Contain('\x1B'));
            Assert.That(scene.Complaints, Has.Count.EqualTo(complaint is null ? 0 : 1).And.All.Contains(complaint ?? ""));
            Assert.That(scene.Complaints, Has.None.Contains(Secret));
        }
    }

    [Test]
    [Demand("L9")]
    public void Headers_ThoseThatARequestCanHave_AreSentAndTheOthersReportedWithoutTheirValues([Values] LokiEncoding encoding)
    {
        string[] wrongNames = ["X Zone", "X-Zone:", "X-Zone\n", "X{Zone}", "Content-Type", "Content-Length", "Transfer-Encoding"];
        string[] wrongValues = ["a\nX-Other: b", "a\r\nX-Other: b", "a\0b", "ä"];
        string tenant = new('a', 150);
        using LokiScene scene = Scene(encoding, appender =>
        {
            appender.BearerToken = "token";
            appender.Tenant = tenant;
            appender.TenantProperty = "tenant";
            appender.AddHeader(new LokiHeader { Name = "X-Key", Value = Secret + "\r\n" });
            appender.AddHeader(new LokiHeader { Name = "authorization", Value = $"Basic {Secret}" });
            appender.AddHeader(new LokiHeader { Name = "X-Scope-OrgID", Value = Secret });
            Array.ForEach(wrongNames, name => appender.AddHeader(new LokiHeader { Name = name, Value = "chunked" }));
            Array.ForEach(wrongValues, value => appender.AddHeader(
                new LokiHeader { Name = $"X-Wrong-{Array.IndexOf(wrongValues, value)}", Value = Secret + value }));
        });

        string?[] tenants = ["one", "two", "one", null, "not/valid"];
        scene.Send(Array.ConvertAll(tenants, own => scene.Event(properties: new() { ["tenant"] = own })));

        Assert.That(
            scene.Server.Requests.Select(request => (request.Headers["X-Scope-OrgID"], request.Entries)),
            Is.EqualTo([("one", 2), ("two", 1), (tenant, 2)]));
        IReadOnlyDictionary<string, string> headers = scene.Server.Requests[0].Headers;
        Assert.That((headers["X-Key"], headers["Authorization"]), Is.EqualTo((Secret, "Bearer token")));
        Assert.That(headers.Keys, Has.None.StartsWith("X-Wrong").And.None.StartsWith("X-Other").And.None.Contains("Zone"));
        Assert.That(scene.Lines, Has.Count.EqualTo(5));
        string complaint = scene.Complaints.Single();
        Assert.That(complaint, Does.Contain("'authorization' was left out: bearerToken says what it is"));
        Assert.That(complaint, Does.Contain("'X-Scope-OrgID' was left out: tenant").And.Not.Contain(Secret));
        string[] names = [.. wrongNames, .. wrongValues.Select((_, i) => $"X-Wrong-{i}")];
        Assert.That(names.Where(name => !complaint.Contains($"'{name}' was left out", StringComparison.Ordinal)), Is.Empty);
    }

    [TestCase("proxy:8080", LokiEncoding.Json, "proxy 'proxy:8080' is not an address like")]
    [TestCase("ftp://proxy:8080", LokiEncoding.Json, "proxy 'ftp://proxy:8080' is not an address like")]
    [TestCase($"http://me:{Secret}@127.0.0.1:1", LokiEncoding.Grpc, "not used: gRPC without TLS")]
    public void Proxy_ThatCannotBeUsed_IsReportedAndNotUsed(string proxy, LokiEncoding encoding, string complaint)
    {
        using LokiScene scene = Scene(encoding, appender => appender.Proxy = proxy);

        scene.Send("text");

        Assert.That(scene.Complaints.Single(), Does.Contain(complaint).And.Contain("https").And.Not.Contain(Secret));
        Assert.That(scene.Lines, Is.EqualTo(["text"]));
    }

    [Test]
    public void ProxyAndQuery_WithSecrets_AreUsedAndInNoMessage([Values("http", "https")] string scheme, [Values] bool isProxyThere)
    {
        using LokiScene scene = Scene(LokiEncoding.Json, appender =>
        {
            appender.Proxy = WithUser(isProxyThere ? appender.Url! : $"http://{appender.Name}.invalid:1", "me:" + Secret);
            appender.Url = $"{scheme}://loki.invalid/?api_key={Secret}";
        });
        scene.Server.Faults.Enqueue(Fault.ProxyLogin());
        scene.Server.Fault = Fault.Status(502);

        scene.Send("text");

        Assert.That(scene.Errors.Errors, Has.Exactly(1).Items.And.None.Contains(Secret));
        Assert.That(scene.Complaints, Is.Empty);
        Assert.That(
            scene.Server.Requests.Select(request => request.Headers.GetValueOrDefault("Proxy-Authorization")),
            isProxyThere ? Has.Some.EqualTo(Basic("me:" + Secret)) : Is.Empty);
    }

    /// <summary>A client that follows one has sent the push before anybody sees it; of 301 to 303 it makes a GET without a body.</summary>
    [Test]
    public void Redirect_OfTheServer_CountsAsRefusedAndIsNotFollowed(
        [Values] LokiEncoding encoding, [Values(301, 302, 303, 307, 308)] int status, [Values] bool follows)
    {
        using ContractServer other = new();
        other.Fault = status < 307 ? Fault.Status(200, "welcome") : null;
        string url = encoding == LokiEncoding.Grpc ? $"{other.GrpcUrl}logproto.Pusher/Push" : $"{other.Url}loki/api/v1/push";
        using HttpClient client = new();
        using LokiScene scene = Scene(encoding, appender =>
        {
            appender.BearerToken = Secret;
            appender.Client = follows ? client : null;
        });
        scene.Server.Faults.Enqueue(Fault.Redirect(url, status));

        scene.Send("text");

        Assert.That(other.Requests, Has.Count.EqualTo(follows ? 1 : 0));
        Assert.That(scene.Appender.Statistics, Is.EqualTo(new LokiStatistics(1, 0, 1, 0, 0, 0)));
        Assert.That(scene.Errors.Errors.Single(), follows ? Does.Contain("redirect").And.Contain(url) : Does.Contain($"{status}"));
    }

    [Test]
    public void TokenFile_IsThereLaterAndReplaced_EachPushHasTheTokenOfItsTime([Values] LokiEncoding encoding)
    {
        using LokiScene scene = new(appender => appender.BearerTokenFile = Folder.File("token"), encoding);
        using BackgroundCall<bool> sending = scene.Sending("1");
        Eventually.Holds(() => scene.Appender.IsWaiting, "the push waits for its next try");
        Assert.That(scene.Server.Requests, Is.Empty);

        PutToken("first");
        Assert.That(sending.Result, Is.True);
        PutToken("other");
        scene.Send("2");

        Assert.That(
            scene.Server.Requests.Select(request => request.Headers["Authorization"]), Is.EqualTo(["Bearer first", "Bearer other"]));
        Assert.That(scene.Lines, Is.EqualTo(["1", "2"]));
    }

    [Test]
    public void TokenFile_WithoutAToken_NothingIsSentAndNothingShown([Values("", Secret + "\nX-Other: b", "a pipe")] string token)
    {
        Assume.That(token != "a pipe" || OperatingSystem.IsLinux());
        File.WriteAllText(Folder.File("token"), token);
        string file = token == "a pipe" ? Folder.MakePipe("pipe") : Folder.File("token");
        using LokiScene scene = Scene(LokiEncoding.Json, appender => appender.BearerTokenFile = file);

        Eventually.Returns(() => scene.Send("text"), "Send");

        Assert.That(scene.Server.Requests, Is.Empty);
        Assert.That(scene.Errors.Errors.Single(), Does.Contain("bearerTokenFile").And.Contain(file).And.Not.Contain(Secret));
        Assert.That(scene.Appender.Statistics.Dropped, Is.EqualTo(1));
    }

    private static LokiScene Scene(LokiEncoding encoding, Action<LokiAppender> configure) => new(encoding: encoding, configure: appender =>
    {
        appender.RetryLimit = 0;
        configure(appender);
    });

    private static string WithUser(string url, string user) => url.Replace("://", $"://{user}@", StringComparison.Ordinal);

    private static string Basic(string user) => "Basic " + Convert.ToBase64String(System.Text.Encoding.UTF8.GetBytes(user));

    private void PutToken(string token) => File.WriteAllText(Folder.File("token"), token + "\n");
}
