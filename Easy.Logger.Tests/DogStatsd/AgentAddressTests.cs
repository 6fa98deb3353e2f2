using Easy.Logger.DogStatsd.Transport;

namespace Easy.Logger.Tests.DogStatsd;

/// <summary>Where packets go, in all the ways to say it.</summary>
[Category("DogStatsd")]
internal sealed class AgentAddressTests
{
    [TestCase("agent", "udp://agent:8125")]
    [TestCase(" agent:9125 ", "udp://agent:9125")]
    [TestCase("udp://agent", "udp://agent:8125")]
    [TestCase("UDP://agent:9125/", "udp://agent:9125")]
    [TestCase("10.1.2.3:9125", "udp://10.1.2.3:9125")]
    [TestCase("::1", "udp://[::1]:8125")]
    [TestCase("[::1]:9125", "udp://[::1]:9125")]
    [TestCase("unix:///var/run/dsd.socket", "unix:///var/run/dsd.socket")]
    [TestCase("unix:/var/run/dsd.socket", "unix:///var/run/dsd.socket")]
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
    [TestCase(null, "agent", null, "udp://agent:8125")]
    [TestCase(null, "agent", "9125", "udp://agent:9125")]
    [TestCase(null, null, "9125", "udp://127.0.0.1:9125")]
    [TestCase(null, "fd00::1", "9125", "udp://[fd00::1]:9125")]
    [TestCase(null, "unix:///dsd", "9125", "unix:///dsd")]
    [TestCase(null, "unixstream:///dsd", "9125", "unixstream:///dsd")]
    [TestCase(null, "/dsd", "9125", "unix:///dsd")]
    [TestCase("unix:///dsd", "agent", "9125", "unix:///dsd")]
    [TestCase("udp://other:1", " ", "", "udp://other:1")]
    [TestCase(null, null, "many", "udp://127.0.0.1:8125", "127.0.0.1:many", TestName = "{m}(nonsense)")]
    public void FromEnvironment_Variables_AreFollowedAndNonsenseIsReported(
        string? url, string? host, string? port, string expected, string? nonsense = null)
    {
        AgentAddress address = AgentAddress.FromEnvironment(Variable, out string? problem);

        Assert.That(address.ToString(), Is.EqualTo(expected));
        Assert.That(problem, Is.EqualTo(nonsense is null
            ? null
            : $"the environment's address '{nonsense}' is none like {AgentAddress.Examples}; 127.0.0.1:8125 is used."));

        string? Variable(string name) => name switch
        {
            "DD_DOGSTATSD_URL" => url,
            "DD_AGENT_HOST" => host,
            "DD_DOGSTATSD_PORT" => port,
            _ => throw new ArgumentOutOfRangeException(nameof(name), name, "unknown"),
        };
    }
}
