using LokiServer;

namespace Easy.Logger.Tests.Loki.Server;

/// <summary>Whose lines they are.</summary>
[Category("Loki")]
internal sealed class TenantTests
{
    private readonly ServerScene _scene = new(new LokiLimits { RequiresTenant = true });

    [TearDown]
    public void End() => _scene.Dispose();

    [Test]
    public void Http_NoTenant_IsUnauthorized()
    {
        Assert.That(_scene.Sender.Json(Push.Json(_scene.Now)), Is.EqualTo((401, "no org id\n")));
        Assert.That(_scene.Server.Stored, Is.Empty);
    }

    [Test]
    public void Http_BadTenant_IsRefused([Values("a|b", "a/b", "a b", ".", "..")] string tenant)
    {
        Assert.That(Http(tenant), Is.EqualTo(400));
        Assert.That(_scene.Server.Stored, Is.Empty);
    }

    [TestCase(150, 204)]
    [TestCase(151, 400)]
    public void Http_LongTenant_IsRefused(int length, int status) => Assert.That(Http(new string('t', length)), Is.EqualTo(status));

    [Test]
    public void Http_GoodTenant_IsStored([Values("team-1", "A!-_.*'()z9", "...")] string tenant)
    {
        Assert.That(Http(tenant), Is.EqualTo(204));
        Assert.That(_scene.Server.Stored.Single().Tenant, Is.EqualTo(tenant));
    }

    [Test]
    public void Http_SameLineOfTwoTenants_IsStoredTwice()
    {
        Assert.That((Http("a"), Http("b"), Http("a")), Is.EqualTo((204, 204, 204)));
        Assert.That(_scene.Server.Stored.Select(entry => entry.Tenant), Is.EqualTo(new[] { "a", "b" }));
    }

    [Test]
    public void Http_TenantsNotAskedFor_HeaderIsIgnored()
    {
        using ServerScene open = new();

        Assert.That(open.Sender.Json(Push.Json(open.Now), headers: [("X-Scope-OrgID", "a|b")]).Status, Is.EqualTo(204));
        Assert.That(open.Server.Stored.Single().Tenant, Is.Null);
        Assert.That(open.Server.Requests.Single().Headers["x-scope-orgid"], Is.EqualTo("a|b"));
    }

    [Test]
    public void Grpc_NoTenant_IsUnknown()
    {
        GrpcAnswer answer = _scene.Sender.Grpc(Push.Protobuf(_scene.Now));

        Assert.That((answer.HttpStatus, answer.Status, answer.Message, answer.TrailersOnly), Is.EqualTo((200, 2, "no org id", true)));
        Assert.That(_scene.Server.Stored, Is.Empty);
    }

    [Test]
    public void Grpc_Tenant_IsStored()
    {
        Assert.That(_scene.Sender.Grpc(Push.Protobuf(_scene.Now), [("x-scope-orgid", "team-1")]).Status, Is.Zero);
        Assert.That(_scene.Server.Stored.Single().Tenant, Is.EqualTo("team-1"));
    }

    [Test]
    public void Grpc_TwoTenantsOrABadOne_IsUnknown()
    {
        Assert.That(_scene.Sender.Grpc(Push.Protobuf(_scene.Now), [("x-scope-orgid", "a"), ("x-scope-orgid", "b")]).Status, Is.EqualTo(2));
        Assert.That(_scene.Sender.Grpc(Push.Protobuf(_scene.Now), [("x-scope-orgid", "a/b")]).Status, Is.EqualTo(2));
        Assert.That(_scene.Server.Stored, Is.Empty);
    }

    private int Http(string tenant) => _scene.Sender.Json(Push.Json(_scene.Now), headers: [("X-Scope-OrgID", tenant)]).Status;
}
