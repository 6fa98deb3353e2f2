using Easy.Logger.Loki;
using LokiServer;

namespace Easy.Logger.Tests.Loki;

/// <summary>Headers and secrets: what is sent and where to, what is not, and what no message shows.</summary>
[Category("Loki")]
internal sealed class CredentialTests : FolderTests
{
    private const string Secret = "s3cr3t";

    private static readonly Sender[] _senders =
    [
        new("token", appender => appender.BearerToken = Secret + "\n", $"Bearer {Secret}"),
        new("token that no header may have", appender => appender.BearerToken = $"{Secret}a\nb", null, "bearerToken is not used"),
        new("token that is no ASCII", appender => appender.BearerToken = $"{Secret}ä", null, "bearerToken is not used"),
        new("name and password", appender => SetName(appender, "me\n", Secret + "\n"), Basic("me", Secret)),
        new("password of the environment", appender => SetName(appender, "me", "${EASY_LOGGER_TEST_PASSWORD}"), Basic("me", "pä:ss")),
        new("address", appender => SetAddress(appender, "m%40e", Secret + "%3A"), Basic("m@e", Secret + ":")),
        new(
            "name beside an address",
            appender =>
            {
                SetAddress(appender, "other", Secret);
                SetName(appender, "me", Secret);
            },
            Basic("me", Secret)),
        new(
            "token beside a name",
            appender =>
            {
                SetName(appender, "me", Secret);
                appender.BearerToken = "token";
            },
            "Bearer token",
            "username 'me' is not used"),
    ];

    /// <summary>Secrets that an orchestrator mounts end with a line feed.</summary>
    [Test]
    [Demand("L9")]
    public void Authorization_OfAnyOption_IsSentAndNeverShown(
        [ValueSource(nameof(_senders))] Sender sender, [Values] LokiEncoding encoding)
    {
        Environment.SetEnvironmentVariable("EASY_LOGGER_TEST_PASSWORD", "pä:ss");
        using LokiScene scene = Scene(sender.Configure, encoding);
        scene.Server.Faults.Enqueue(null, Fault.Status(401, "no"));

        scene.Send("text");
        scene.Send("refused");

        Assert.That(scene.Server.Requests[0].Headers.GetValueOrDefault("Authorization"), Is.EqualTo(sender.Authorization));
        Assert.That(scene.Lines, Is.EqualTo(["text"]));
        Assert.That(scene.Errors.Errors.Single(), Does.Contain("127.0.0.1").And.Not.Contain(Secret));
        Assert.That(scene.Complaints, sender.Complaint is null ? Is.Empty : Has.Exactly(1).Contains(sender.Complaint));
        Assert.That(scene.Complaints, Has.None.Contains(Secret));
    }

    [Test]
    [Demand("L9")]
    public void Headers_ThoseThatARequestCanHave_AreSentAndTheOthersReportedWithoutTheirValues([Values] LokiEncoding encoding)
    {
        string[] wrongNames =
            ["X Zone", "X-Zone:", "X-Zone\n", "X{Zone}", "Content-Type", "Content-Length", "Transfer-Encoding"];
        string[] wrongValues = ["a\nX-Other: b", "a\r\nX-Other: b", "a\0b", "ä"];
        string tenant = new('a', 150);
        using LokiScene scene = Scene(
            appender =>
            {
                appender.BearerToken = "token";
                appender.Tenant = tenant;
                appender.AddHeader(new LokiHeader { Name = "X-Key", Value = Secret + "\r\n" });
                appender.AddHeader(new LokiHeader { Name = "authorization", Value = $"Basic {Secret}" });
                appender.AddHeader(new LokiHeader { Name = "X-Scope-OrgID", Value = Secret });
                Array.ForEach(wrongNames, name => appender.AddHeader(new LokiHeader { Name = name, Value = "chunked" }));
                for (int i = 0; i < wrongValues.Length; i++)
                {
                    appender.AddHeader(new LokiHeader { Name = $"X-Wrong-{i}", Value = Secret + wrongValues[i] });
                }
            },
            encoding);

        scene.Send("text");

        IReadOnlyDictionary<string, string> headers = scene.Server.Requests.Single().Headers;
        Assert.Multiple(() =>
        {
            Assert.That(scene.Lines, Is.EqualTo(["text"]));
            string[] sent = [headers["X-Key"], headers["Authorization"], headers["X-Scope-OrgID"]];
            Assert.That(sent, Is.EqualTo([Secret, "Bearer token", tenant]));
            Assert.That(headers.Keys, Has.None.StartsWith("X-Wrong").And.None.StartsWith("X-Other").And.None.Contains("Zone"));
            string complaint = scene.Complaints.Single();
            Assert.That(complaint, Does.Contain("'authorization' was left out: bearerToken says what it is"));
            Assert.That(complaint, Does.Contain("'X-Scope-OrgID' was left out: tenant").And.Not.Contain(Secret));
            string[] names = [.. wrongNames, .. wrongValues.Select((_, i) => $"X-Wrong-{i}")];
            Assert.That(names.Where(name => !complaint.Contains($"'{name}' was left out", StringComparison.Ordinal)), Is.Empty);
        });
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

    [TestCase("proxy:8080", LokiEncoding.Json, "proxy 'proxy:8080' is not an address like")]
    [TestCase("file:///proxy", LokiEncoding.Json, "proxy 'file:///proxy' is not an address like")]
    [TestCase("ftp://proxy:8080", LokiEncoding.Json, "proxy 'ftp://proxy:8080' is not an address like")]
    [TestCase($"http://me:{Secret}@127.0.0.1:1", LokiEncoding.Grpc, "not used: gRPC without TLS")]
    public void Proxy_ThatCannotBeUsed_IsReportedAndNotUsed(string proxy, LokiEncoding encoding, string complaint)
    {
        using LokiScene scene = Scene(appender => appender.Proxy = proxy, encoding);

        scene.Send("text");

        Assert.That(scene.Complaints.Single(), Does.Contain(complaint).And.Contain("https").And.Not.Contain(Secret));
        Assert.That(scene.Lines, Is.EqualTo(["text"]));
    }

    [Test]
    public void Proxy_WithCredentials_TheyAreUsedAndNeverShown()
    {
        using LokiScene scene = Scene(appender =>
        {
            SetAddress(appender, "me", Secret);
            (appender.Proxy, appender.Url) = (appender.Url, "http://loki.invalid:3100");
        });
        scene.Server.Faults.Enqueue(Fault.ProxyLogin(), Fault.Status(400, "stop"));

        scene.Send("text");

        Assert.That(scene.Errors.Errors.Single(), Does.Not.Contain(Secret));
        Assert.That(scene.Complaints, Is.Empty);
        Assert.That(
            scene.Server.Requests.Select(request => request.Headers.GetValueOrDefault("Proxy-Authorization")),
            Has.Some.EqualTo(Basic("me", Secret)));
    }

    [Test]
    public void ProxyAndQuery_WithSecrets_AreInNoMessage([Values("http", "https")] string scheme, [Values] bool isProxyThere)
    {
        using LokiScene scene = Scene(appender =>
        {
            SetAddress(appender, "me", Secret);
            appender.Proxy = isProxyThere ? appender.Url : $"http://me:{Secret}@{appender.Name}.invalid:1";
            appender.Url = $"{scheme}://loki.invalid/?api_key={Secret}";
        });
        scene.Server.Fault = Fault.Status(502);

        scene.Send("text");

        Assert.That(scene.Errors.Errors, Has.Exactly(1).Items.And.None.Contains(Secret));
        Assert.That(scene.Complaints, Has.None.Contains(Secret));
    }

    /// <summary>As gateways do that show what they were sent.</summary>
    [Test]
    public void Answer_ThatHasTheRequest_IsReportedInOneLineAndWithoutSecrets([Values] LokiEncoding encoding)
    {
        using LokiScene scene = Scene(
            appender =>
            {
                appender.BearerToken = Secret + "1";
                appender.AddHeader(new LokiHeader { Name = "X-Key", Value = Secret + "2" });
            },
            encoding);
        const string Said = $"bad request Authorization: Bearer {Secret}1\r\nX-Key: {Secret}2\r\n\x1B[31m\nERROR";
        scene.Server.Fault = encoding == LokiEncoding.Grpc ? Fault.Grpc(3, Said) : Fault.Status(400, Said);

        scene.Send("text");

        Assert.That(
            scene.Errors.Errors.Single(),
            Does.Contain("Bearer ***").And.Contain("X-Key: ***").And.Not.Contain(Secret).And.Not.Contain('\n').And.Not.Contain('\x1B'));
    }

    /// <summary>
    /// A client of the application that follows one has sent the push before anybody could see it. Of 301 to 303 it makes a GET without a
    /// body, which some page answers with success.
    /// </summary>
    [Test]
    public void Redirect_OfTheServer_CountsAsRefusedAndIsNotFollowed(
        [Values] LokiEncoding encoding, [Values(301, 302, 303, 307, 308)] int status, [Values] bool follows)
    {
        using ContractServer other = ContractServer.Start();
        other.Fault = status < 307 ? Fault.Status(200, "welcome") : null;
        string url = encoding == LokiEncoding.Grpc ? $"{other.GrpcUrl}logproto.Pusher/Push" : $"{other.Url}loki/api/v1/push";
        using HttpClient client = new();
        using LokiScene scene = Scene(
            appender =>
            {
                appender.BearerToken = Secret;
                appender.Client = follows ? client : null;
            },
            encoding);
        scene.Server.Faults.Enqueue(Fault.Redirect(url, status));

        scene.Send("text");

        Assert.That(other.Requests, Has.Count.EqualTo(follows ? 1 : 0));
        Assert.That(scene.Appender.Statistics, Is.EqualTo(new LokiStatistics(1, 0, 1, 0, 0, 0)));
        Assert.That(scene.Errors.Errors.Single(), follows ? Does.Contain("redirect").And.Contain(url) : Does.Contain($"{status}"));
    }

    /// <summary>As secrets are mounted by an orchestrator, too: a link to a folder that is replaced.</summary>
    [Test]
    public void TokenFile_IsThereLaterAndReplaced_EachPushHasTheTokenOfItsTime([Values] LokiEncoding encoding, [Values] bool isLink)
    {
        Assume.That(!isLink || !OperatingSystem.IsWindows());
        if (isLink)
        {
            File.CreateSymbolicLink(Folder.File("token"), "data/token");
        }

        using LokiScene scene = new(appender => appender.BearerTokenFile = Folder.File("token"), encoding);
        using BackgroundCall<bool> sending = scene.Sending("1");
        Eventually.Holds(() => scene.Appender.IsWaiting, "the push waits for its next try");
        Assert.That(scene.Server.Requests, Is.Empty);

        PutToken("first", isLink);
        Assert.That(sending.Result, Is.True);
        PutToken("other", isLink);
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
        using LokiScene scene = Scene(appender => appender.BearerTokenFile = file);

        Eventually.Returns(() => scene.Send("text"), "Send");

        Assert.That(scene.Server.Requests, Is.Empty);
        Assert.That(scene.Errors.Errors.Single(), Does.Contain("bearerTokenFile").And.Contain(file).And.Not.Contain(Secret));
        Assert.That(scene.Appender.Statistics.Dropped, Is.EqualTo(1));
    }

    [Test]
    public void TokenFile_BesideOtherCredentials_IsUsedAndReported()
    {
        PutToken("first", isLink: false);
        using LokiScene scene = Scene(appender =>
        {
            appender.BearerTokenFile = Folder.File("token");
            appender.BearerToken = Secret;
            appender.Username = "me";
        });

        scene.Send("text");

        Assert.That(scene.Server.Requests.Single().Headers["Authorization"], Is.EqualTo("Bearer first"));
        Assert.That(scene.Complaints.Single(), Does.Contain("bearerTokenFile").And.Not.Contain(Secret));
    }

    private static LokiScene Scene(Action<LokiAppender> configure, LokiEncoding encoding = LokiEncoding.Json) => new(
        appender =>
        {
            appender.RetryLimit = 0;
            configure(appender);
        },
        encoding);

    private static void SetName(LokiAppender appender, string name, string password) =>
        (appender.Username, appender.Password) = (name, password);

    private static void SetAddress(LokiAppender appender, string name, string password) =>
        appender.Url = new UriBuilder(appender.Url!) { UserName = name, Password = password }.ToString();

    private static string Basic(string name, string password) =>
        "Basic " + Convert.ToBase64String(System.Text.Encoding.UTF8.GetBytes($"{name}:{password}"));

    private void PutToken(string token, bool isLink)
    {
        if (isLink)
        {
            Directory.CreateDirectory(Folder.File(token));
            File.WriteAllText(Path.Combine(Folder.File(token), "token"), token);
            File.Delete(Folder.File("data"));
            File.CreateSymbolicLink(Folder.File("data"), token);
        }
        else
        {
            File.WriteAllText(Folder.File("next"), token + "\n");
            File.Move(Folder.File("next"), Folder.File("token"), overwrite: true);
        }
    }

    internal sealed record Sender(string Name, Action<LokiAppender> Configure, string? Authorization, string? Complaint = null)
    {
        public override string ToString() => Name;
    }
}
