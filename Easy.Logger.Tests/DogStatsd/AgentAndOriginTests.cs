using Easy.Logger.DogStatsd.Configuration;
using Easy.Logger.DogStatsd.Transport;

namespace Easy.Logger.Tests.DogStatsd;

/// <summary>Where packets go, in all the ways to say it, and who sends: container, external data, cardinality.</summary>
[Category("DogStatsd")]
[NonParallelizable] // the environment is one
internal sealed class AgentAndOriginTests
{
    private const string Docker = "9d5b23edb1ba181e8910389a99906598d69ac9a0ead109ee55730cc416d95f7f";
    private const string Fargate = "34dc0b5e626f2c5c4c5170e34b10e765-1234567890";
    private const string Garden = "6f265890-5165-7fab-6b52-18d1";
    private const string Guid = "34dc0b5e-626f-2c5c-4c51-70e34b10e765";
    private const string Containers = "/var/lib/docker/containers";
    private const string Sandboxes = "/var/lib/containerd/io.containerd.grpc.v1.cri/sandboxes";

    [TestCase("agent", "udp://agent:8125")]
    [TestCase(" agent:9125 ", "udp://agent:9125")]
    [TestCase("udp://agent", "udp://agent:8125")]
    [TestCase("UDP://agent:9125/", "udp://agent:9125")]
    [TestCase("[::1]:9125", "udp://[::1]:9125")]
    [TestCase("unix:///var/run/dsd.socket", "unix:///var/run/dsd.socket")]
    [TestCase("/var/run/dsd.socket", "unix:///var/run/dsd.socket")]
    [TestCase("unixgram:///var/run/dsd.socket", "unixgram:///var/run/dsd.socket")]
    [TestCase("UNIXSTREAM:///var/run/dsd.socket", "unixstream:///var/run/dsd.socket")]
    public void Parse_Address_IsRead(string text, string expected)
    {
        AgentAddress? address = AgentAddress.Parse(text);

        Assert.That(address?.ToString(), Is.EqualTo(expected));
        Assert.That(address!.PacketBytes, Is.EqualTo(expected.StartsWith("unix", StringComparison.Ordinal) ? 8_192 : 1_432));
    }

    [Test]
    public void Parse_Anything_IsNone(
        [Values(
            "", "udp://", "unix://", "unixstream://", "/", "agent:0", "agent:70000", "agent:x", "a b", "http://agent:8125", "agent/path",
            "user@agent")]
        string text) => Assert.That(AgentAddress.Parse(text), Is.Null);

    [TestCase(null, null, null, "udp://127.0.0.1:8125")]
    [TestCase(null, "agent", "9125", "udp://agent:9125")]
    [TestCase(null, "fd00::1", "9125", "udp://[fd00::1]:9125")]
    [TestCase(null, "unix:///dsd", "9125", "unix:///dsd")]
    [TestCase(null, "/dsd", "9125", "unix:///dsd")]
    [TestCase("unix:///dsd", "agent", "9125", "unix:///dsd")]
    [TestCase("udp://other:1", " ", "", "udp://other:1")]
    [TestCase(null, null, "many", "udp://127.0.0.1:8125", "127.0.0.1:many", TestName = "{m}(nonsense)")]
    public void FromEnvironment_Variables_AreFollowedAndNonsenseIsReported(
        string? url, string? host, string? port, string expected, string? nonsense = null)
    {
        Dictionary<string, string?> variables =
            new() { ["DD_DOGSTATSD_URL"] = url, ["DD_AGENT_HOST"] = host, ["DD_DOGSTATSD_PORT"] = port };
        AgentAddress address = AgentAddress.FromEnvironment(name => variables[name], out string? problem);

        Assert.That(address.ToString(), Is.EqualTo(expected));
        Assert.That(problem, Is.EqualTo(nonsense is null
            ? null
            : $"the environment's address '{nonsense}' is none like {AgentAddress.Examples}; 127.0.0.1:8125 is used."));
    }

    [TestCase($"12:pids:/docker/{Docker}", Docker, TestName = "{m}(version 1, Docker)")]
    [TestCase($"1:name=systemd:/kubepods/burstable/pod1a2b/cri-containerd-{Docker}.scope", Docker, TestName = "{m}(version 1, Kubernetes)")]
    [TestCase($"3:cpu:/ecs/55091c13-b8cf-4801-b527-f4601742204d/{Fargate}", Fargate, TestName = "{m}(Fargate)")]
    [TestCase($"1:name=systemd:/garden/{Garden}", Garden, TestName = "{m}(Cloud Foundry)")]
    [TestCase("0::/", null, TestName = "{m}(version 2, within a namespace)")]
    public void Find_Cgroup_HasTheContainer(string line, string? expected) =>
        Assert.That(Find(cgroup: $"14:misc:/\n{line}\n"), Is.EqualTo(expected));

    [TestCase($"608 554 8:1 {Containers}/{Docker}/hostname /etc/hostname rw,relatime", Docker, TestName = "{m}(Docker)")]
    [TestCase($"2282 2269 8:1 {Sandboxes}/{Docker}/hostname /etc/hostname rw", null, TestName = "{m}(a pod's sandbox)")]
    [TestCase($"608 554 8:1 {Containers}/{Guid}/hostname /etc/hostname rw", Guid, TestName = "{m}(a GUID)")]
    public void Find_MountInfo_HasTheContainer(string line, string? expected) =>
        Assert.That(Find(cgroup: "0::/\n", mountinfo: $"1 2 0:1 / / rw\n{line}\n"), Is.EqualTo(expected));

    [TestCase("DD_ENTITY_ID", "pod")]
    [TestCase("DD_ORIGIN_DETECTION_ENABLED", "False")]
    public void Find_EnvironmentSaysOtherwise_IsNone(string name, string value) =>
        Assert.That(Find($"0::/docker/{Docker}", variable: variable => variable == name ? value : null), Is.Null);

    [TestCase("low", "a:1|c|card:low")]
    [TestCase(" ORCHESTRATOR ", "a:1|c|card:orchestrator")]
    [TestCase("2", "a:1|c")]
    [TestCase("low,orchestrator", "a:1|c")]
    public void Cardinality_OfTheEnvironment_IsTheDefault(string value, string expected)
    {
        using InternalMessages messages = new();

        Assert.That(LineWith("DD_CARDINALITY", value, _ => { }), Is.EqualTo(expected));
        Assert.That(
            LineWith("DD_CARDINALITY", value, options => options.Cardinality = DogStatsdCardinality.High), Is.EqualTo("a:1|c|card:high"));
        Assert.That(messages.Naming($"DD_CARDINALITY '{value}'"), Has.Count.EqualTo(expected == "a:1|c" ? 1 : 0));
    }

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
