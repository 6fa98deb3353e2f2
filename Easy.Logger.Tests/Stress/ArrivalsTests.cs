using Benchmarker.Soak;

namespace Easy.Logger.Tests.Stress;

/// <summary>What the stress runs rely on to see that something is wrong.</summary>
internal sealed class ArrivalsTests
{
    private readonly Arrivals _arrivals = new();

    [Test]
    public void Add_NumbersOfEachNameRise_IsNoFault()
    {
        Add("a 1", "b 1", "a 3", "b 2");

        Assert.Multiple(() =>
        {
            Assert.That(_arrivals.Faults, Is.Empty);
            Assert.That(_arrivals.Count, Is.EqualTo(4));
        });
    }

    [TestCase("a 1")]
    [TestCase("a 2")]
    public void Add_NumberThatDoesNotRise_IsAFault(string text)
    {
        Add("a 2", text);

        Assert.That(_arrivals.Faults, Is.EqualTo(new[] { $"a: {text[2..]} came after 2" }));
    }

    [Test]
    public void Add_SomethingElse_IsAFault()
    {
        Add("nonsense");

        Assert.That(_arrivals.Faults, Has.Count.EqualTo(1));
    }

    [Test]
    public void Add_LossReport_IsCountedApart()
    {
        Add("Easy.Logger appender [x]: 3 event(s) are missing here");

        Assert.Multiple(() =>
        {
            Assert.That(_arrivals.Faults, Is.Empty);
            Assert.That((_arrivals.Count, _arrivals.LossReports), Is.EqualTo((0, 1)));
        });
    }

    private void Add(params string[] texts) => Array.ForEach(texts, text => _arrivals.Add(text));
}
