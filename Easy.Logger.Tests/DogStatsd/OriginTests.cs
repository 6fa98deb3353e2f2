using Easy.Logger.DogStatsd;
using Easy.Logger.DogStatsd.Configuration;

namespace Easy.Logger.Tests.DogStatsd;

/// <summary>Who sends, on lines of every kind: container, what orchestrators add, cardinality.</summary>
[Category("DogStatsd")]
[NonParallelizable] // the environment is one
internal sealed class OriginTests
{
    private const string Docker = "9d5b23edb1ba181e8910389a99906598d69ac9a0ead109ee55730cc416d95f7f";
    private const string Fargate = "34dc0b5e626f2c5c4c5170e34b10e765-1234567890";
    private const string Garden = "6f265890-5165-7fab-6b52-18d1";

    [TestCase($"12:pids:/docker/{Docker}", Docker, TestName = "{m}(version 1, Docker)")]
    [TestCase($"1:name=systemd:/kubepods/burstable/pod1a2b/cri-containerd-{Docker}.scope", Docker, TestName = "{m}(version 1, Kubernetes)")]
    [TestCase($"0::/system.slice/docker-{Docker}.scope", Docker, TestName = "{m}(version 2, outside of a namespace)")]
    [TestCase($"3:cpu:/ecs/55091c13-b8cf-4801-b527-f4601742204d/{Fargate}", Fargate, TestName = "{m}(Fargate)")]
    [TestCase($"1:name=systemd:/garden/{Garden}", Garden, TestName = "{m}(Cloud Foundry)")]
    [TestCase("0::/", null, TestName = "{m}(version 2, within a namespace)")]
    [TestCase("11:memory:/user.slice/user-0.slice/session-14.scope", null, TestName = "{m}(no container)")]
    public void Find_Cgroup_HasTheContainer(string line, string? expected) =>
        Assert.That(Find(cgroup: $"14:misc:/\n{line}\n"), Is.EqualTo(expected));

    [TestCase($"608 554 8:1 /var/lib/docker/containers/{Docker}/hostname /etc/hostname rw,relatime", Docker, TestName = "{m}(Docker)")]
    [TestCase(
        $"2282 2269 8:1 /var/lib/containerd/io.containerd.grpc.v1.cri/sandboxes/{Docker}/hostname /etc/hostname rw",
        null,
        TestName = "{m}(a pod's sandbox)")]
    [TestCase(
        $"608 554 8:1 /var/lib/docker/containers/{Docker}/resolv.conf /etc/resolv.conf rw,relatime", null, TestName = "{m}(another file)")]
    [TestCase(
        $"258 249 254:1 /docker/volumes/0919c2d87ec8ba99f3c85fdada5fe26eca73b2fce73a5974d6030f30bf91cbaf/_data/lib/containerd/"
        + $"io.containerd.grpc.v1.cri/sandboxes/{Docker}/hostname /etc/hostname rw",
        null,
        TestName = "{m}(a pod's sandbox in a volume)")]
    [TestCase(
        "608 554 8:1 /var/lib/docker/containers/34dc0b5e-626f-2c5c-4c51-70e34b10e765/hostname /etc/hostname rw",
        "34dc0b5e-626f-2c5c-4c51-70e34b10e765",
        TestName = "{m}(a GUID)")]
    public void Find_MountInfo_HasTheContainer(string line, string? expected) =>
        Assert.That(Find(cgroup: "0::/\n", mountinfo: $"1 2 0:1 / / rw\n{line}\n"), Is.EqualTo(expected));

    [TestCase("DD_ENTITY_ID", "pod")]
    [TestCase("DD_ORIGIN_DETECTION_ENABLED", "False")]
    public void Find_EnvironmentSaysOtherwise_IsNone(string name, string value) =>
        Assert.That(Find($"0::/docker/{Docker}", variable: variable => variable == name ? value : null), Is.Null);

    [TestCase("low", "a:1|c|card:low")]
    [TestCase(" ORCHESTRATOR ", "a:1|c|card:orchestrator")]
    [TestCase("2", "a:1|c")]
    [TestCase("much", "a:1|c")]
    [TestCase("low,orchestrator", "a:1|c")]
    public void Cardinality_OfTheEnvironment_IsTheDefault(string value, string expected)
    {
        using InternalMessages messages = new();

        Assert.That(LineWith("DD_CARDINALITY", value, _ => { }), Is.EqualTo(expected));
        Assert.That(
            LineWith("DD_CARDINALITY", value, options => options.Cardinality = DogStatsdCardinality.High), Is.EqualTo("a:1|c|card:high"));
        Assert.That(messages.Naming($"DD_CARDINALITY '{value}'"), Has.Count.EqualTo(expected == "a:1|c" ? 1 : 0));
    }

    /// <summary>The environment is nobody's mistake in the program.</summary>
    [Test]
    public void ExternalData_OfTheEnvironmentIsTooLong_IsReportedAndLeftOut()
    {
        using InternalMessages messages = new();

        Assert.That(LineWith("DD_EXTERNAL_ENV", new string('x', 9_000), options => options.ExternalData = null), Is.EqualTo("a:1|c"));
        Assert.That(messages.Naming("DD_EXTERNAL_ENV has 9000 characters"), Has.Count.EqualTo(1));
    }

    private static string LineWith(string variable, string value, Action<DogStatsdSenderOptions> configure)
    {
        Environment.SetEnvironmentVariable(variable, value);
        try
        {
            using SenderScene scene = new(configure);
            return scene.LineOf(to => to.Counter("a", 1));
        }
        finally
        {
            Environment.SetEnvironmentVariable(variable, null);
        }
    }

    private static string? Find(string cgroup, string? mountinfo = null, Func<string, string?>? variable = null)
    {
        using TempFolder folder = new();
        File.WriteAllText(folder.File("cgroup"), cgroup);
        if (mountinfo is not null)
        {
            File.WriteAllText(folder.File("mountinfo"), mountinfo);
        }

        return ContainerFiles.Find(variable ?? (_ => null), folder.Path);
    }
}
