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

    [TestCase("")]
    [TestCase("udp://")]
    [TestCase("unix://")]
    [TestCase("unixstream://")]
    [TestCase("/")]
    [TestCase("agent:0")]
    [TestCase("agent:70000")]
    [TestCase("agent:x")]
    [TestCase("a b")]
    [TestCase("http://agent:8125")]
    [TestCase("agent/path")]
    [TestCase("user@agent")]
    public void Parse_Anything_IsNone(string text) => Assert.That(AgentAddress.Parse(text), Is.Null);

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
    public void FromEnvironment_Variables_AreFollowed(string? url, string? host, string? port, string expected)
    {
        AgentAddress address = AgentAddress.FromEnvironment(Variable, out string? problem);

        Assert.That(address.ToString(), Is.EqualTo(expected));
        Assert.That(problem, Is.Null);

        string? Variable(string name) => name switch
        {
            "DD_DOGSTATSD_URL" => url,
            "DD_AGENT_HOST" => host,
            "DD_DOGSTATSD_PORT" => port,
            _ => throw new ArgumentOutOfRangeException(nameof(name), name, "unknown"),
        };
    }

    [Test]
    public void FromEnvironment_Nonsense_IsTold()
    {
        AgentAddress address = AgentAddress.FromEnvironment(name => name == "DD_DOGSTATSD_PORT" ? "many" : null, out string? problem);

        Assert.That(address.ToString(), Is.EqualTo("udp://127.0.0.1:8125"));
        Assert.That(problem, Does.Contain("127.0.0.1:many").And.Contain("127.0.0.1:8125 is used"));
    }
}
