using Easy.Logger.Loki;
using LokiServer;

namespace Easy.Logger.Tests.Loki;

/// <summary>Redirects take neither lines nor credentials elsewhere; tokens that somebody replaces.</summary>
[Category("Loki")]
internal sealed class RedirectTests : FolderTests
{
    private const string Secret = "s3cr3t";

    [Test]
    public void Redirect_OfTheServer_IsNotFollowed([Values] LokiEncoding encoding, [Values(301, 302, 303, 307, 308)] int status)
    {
        using ContractServer other = ContractServer.Start();
        using LokiScene scene = new(appender => appender.BearerToken = Secret, encoding);
        scene.Server.Faults.Enqueue(Fault.Redirect(PushUrlOf(other, encoding), status));

        scene.Send("text");

        Assert.That(other.Requests, Is.Empty);
        Assert.That(scene.Appender.Statistics, Is.EqualTo(new LokiStatistics(1, 0, 1, 0, 0, 0)));
    }

    /// <summary>
    /// Its handler has sent the push before anybody could see it. Of 302 it makes a GET without a body, which some page answers with
    /// success.
    /// </summary>
    [Test]
    public void Redirect_AClientOfTheApplicationFollowsIt_CountsAsRefused(
        [Values] LokiEncoding encoding, [Values(302, 307, 308)] int status)
    {
        using ContractServer other = ContractServer.Start();
        other.Fault = status == 302 ? Fault.Status(200, "welcome") : null;
        using HttpClient client = new();
        using LokiScene scene = new(appender => appender.Client = client, encoding);
        scene.Server.Faults.Enqueue(Fault.Redirect(PushUrlOf(other, encoding), status));

        scene.Send("text");

        Assert.That(other.Requests, Has.Count.EqualTo(1));
        Assert.That(scene.Appender.Statistics, Is.EqualTo(new LokiStatistics(1, 0, 1, 0, 0, 0)));
        Assert.That(scene.Errors.Errors.Single(), Does.Contain("redirect").And.Contain(PushUrlOf(other, encoding)));
    }

    [Test]
    public void TokenFile_IsReplaced_TheNextPushHasTheNewToken([Values] LokiEncoding encoding)
    {
        using LokiScene scene = WithTokenFile(encoding, "first\n");

        scene.Send("1");
        File.WriteAllText(Folder.File("next"), "other\n");
        File.Move(Folder.File("next"), Folder.File("token"), overwrite: true);
        scene.Send("2");

        Assert.That(
            scene.Server.Requests.Select(request => request.Headers["Authorization"]), Is.EqualTo(["Bearer first", "Bearer other"]));
    }

    /// <summary>As secrets are mounted by an orchestrator: a link to a folder that is replaced.</summary>
    [Test]
    [Platform("Unix")]
    public void TokenFile_LinkIsReplaced_TheNextPushHasTheNewToken()
    {
        foreach (string version in new[] { "first", "other" })
        {
            Directory.CreateDirectory(Folder.File(version));
            File.WriteAllText(Path.Combine(Folder.File(version), "token"), version);
        }

        File.CreateSymbolicLink(Folder.File("data"), "first");
        File.CreateSymbolicLink(Folder.File("token"), "data/token");
        using LokiScene scene = new(appender => appender.BearerTokenFile = Folder.File("token"));

        scene.Send("1");
        File.Delete(Folder.File("data"));
        File.CreateSymbolicLink(Folder.File("data"), "other");
        scene.Send("2");

        Assert.That(
            scene.Server.Requests.Select(request => request.Headers["Authorization"]), Is.EqualTo(["Bearer first", "Bearer other"]));
    }

    [Test]
    public void TokenFile_IsThereLater_PushesAreTriedAgain([Values] LokiEncoding encoding)
    {
        using LokiScene scene = WithTokenFile(encoding, token: null);
        using BackgroundCall<bool> sending = scene.Sending("text");
        Eventually.Holds(() => scene.Appender.IsWaiting, "the push waits for its next try");
        Assert.That(scene.Server.Requests, Is.Empty);

        File.WriteAllText(Folder.File("token"), Secret);

        Assert.That(sending.Result, Is.True);
        Assert.That(scene.Server.Requests.Single().Headers["Authorization"], Is.EqualTo($"Bearer {Secret}"));
        Assert.That(scene.Lines, Is.EqualTo(["text"]));
    }

    [Test]
    public void TokenFile_WithoutAToken_NothingIsSentAndNothingShown([Values("", Secret + "\nX-Other: b")] string token)
    {
        using LokiScene scene = WithTokenFile(LokiEncoding.Json, token, appender => appender.RetryLimit = 0);

        scene.Send("text");

        Assert.That(scene.Server.Requests, Is.Empty);
        Assert.That(scene.Errors.Errors.Single(), Does.Contain("bearerTokenFile").And.Not.Contain(Secret));
        Assert.That(scene.Appender.Statistics.Dropped, Is.EqualTo(1));
    }

    [Test]
    public void TokenFile_BesideOtherCredentials_IsUsedAndReported()
    {
        using LokiScene scene = WithTokenFile(LokiEncoding.Json, "first", appender =>
        {
            appender.BearerToken = Secret;
            appender.Username = "me";
        });

        scene.Send("text");

        Assert.That(scene.Server.Requests.Single().Headers["Authorization"], Is.EqualTo("Bearer first"));
        Assert.That(scene.Complaints.Single(), Does.Contain("bearerTokenFile").And.Not.Contain(Secret));
    }

    private static string PushUrlOf(ContractServer server, LokiEncoding encoding) =>
        encoding == LokiEncoding.Grpc ? $"{server.GrpcUrl}logproto.Pusher/Push" : $"{server.Url}loki/api/v1/push";

    private LokiScene WithTokenFile(LokiEncoding encoding, string? token, Action<LokiAppender>? configure = null)
    {
        if (token is not null)
        {
            File.WriteAllText(Folder.File("token"), token);
        }

        return new LokiScene(
            appender =>
            {
                appender.BearerTokenFile = Folder.File("token");
                configure?.Invoke(appender);
            },
            encoding);
    }
}
