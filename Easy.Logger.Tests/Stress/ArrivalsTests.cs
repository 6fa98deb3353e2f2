using Benchmarker.Soak;

namespace Easy.Logger.Tests.Stress;

/// <summary>What the stress runs rely on to see that something is wrong.</summary>
internal sealed class ArrivalsTests
{
    [TestCase("a 1", "a: 1 came after 2")]
    [TestCase("a 2", "a: 2 came after 2")]
    [TestCase("nonsense", "'nonsense' is not what was logged")]
    public void Add_SomethingElse_IsAFault(string text, string fault)
    {
        Arrivals arrivals = new();
        arrivals.Add("a 2");
        arrivals.Add(text);

        Assert.That(arrivals.Faults, Is.EqualTo(new[] { fault }));
    }
}
