using Benchmarker.Soak;

namespace Easy.Logger.Tests.Stress;

/// <summary>What the stress runs rely on to see that something is wrong.</summary>
internal sealed class ArrivalsTests
{
    private readonly Arrivals _arrivals = new();

    [Test]
    public void Add_NumbersOfEachNameRise_IsNoFaultAndLossReportsAreCountedApart()
    {
        Add("a 1", "b 1", "a 3", "Easy.Logger appender [x]: 3 event(s) are missing here", "b 2");

        Assert.That(_arrivals.Faults, Is.Empty);
        Assert.That((_arrivals.Count, _arrivals.LossReports), Is.EqualTo((4, 1)));
    }

    [TestCase("a 1", "a: 1 came after 2")]
    [TestCase("a 2", "a: 2 came after 2")]
    [TestCase("nonsense", "'nonsense' is not what was logged")]
    public void Add_SomethingElse_IsAFault(string text, string fault)
    {
        Add("a 2", text);

        Assert.That(_arrivals.Faults, Is.EqualTo(new[] { fault }));
    }

    private void Add(params string[] texts) => Array.ForEach(texts, text => _arrivals.Add(text));
}
