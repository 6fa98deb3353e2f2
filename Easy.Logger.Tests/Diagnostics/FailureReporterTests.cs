namespace Easy.Logger.Tests.Diagnostics;

internal sealed class FailureReporterTests : IDisposable
{
    private readonly string _name = Some.Name("reporter");
    private readonly InternalMessages _messages = new();
    private readonly ManualTimeProvider _clock = new();
    private readonly FailureReporter _reporter;

    public FailureReporterTests() => _reporter = new FailureReporter(() => _name, _clock);

    private IReadOnlyList<string> Messages => _messages.Naming(_name);

    public void Dispose() => _messages.Dispose();

    [Test]
    public void Failed_FirstOfAnEpisode_IsReportedAtOnceWithItsCause()
    {
        _reporter.Failed("child 'x'", new IOException("disk full"), "could not write");

        Assert.That(Messages, Has.Count.EqualTo(1));
        Assert.That(
            Messages[0],
            Is.EqualTo(
                $"log4net:ERROR Easy.Logger appender [{_name}]: child 'x' failed: could not write: IOException: disk full."
                + " Further failures are counted and reported when it works again."));
        Assert.That(_reporter.LastError, Is.EqualTo("child 'x': could not write: IOException: disk full"));
    }

    [TestCase(null, null, "source: ")]
    [TestCase(null, "text", "source: text")]
    [TestCase("thrown", null, "source: IOException: thrown")]
    public void Failed_LittleIsKnown_SaysWhatIsKnown(string? thrown, string? message, string expected)
    {
        _reporter.Failed("source", thrown is null ? null : new IOException(thrown), message);

        Assert.That(_reporter.LastError, Is.EqualTo(expected));
        Assert.That(Messages, Has.Count.EqualTo(1));
    }

    [Test]
    public void LastError_MessageOfAnyLength_IsCut()
    {
        _reporter.Failed("source", new IOException(new string('x', 1_000_000)));

        Assert.That(_reporter.LastError, Has.Length.LessThan(5_000));
    }

    /// <summary>A child that fails by turns is told of once a minute; what failed in between is in the next total.</summary>
    [Test]
    [Demand("C7")]
    public void FailsByTurnsAMillionTimes_IsReportedOnceAMinute()
    {
        for (int i = 0; i < 1_000_000; i++)
        {
            _reporter.Failed("source", exception: null, "by turns");
            _reporter.CountEvents("source", 1);
            _reporter.Worked("source");
        }

        Assert.That(Messages, Has.Count.EqualTo(2));
        _clock.Advance(TimeSpan.FromMinutes(1));
        _reporter.Failed("source", new IOException("second"));
        _reporter.Worked("source");

        Assert.That(Messages, Has.Count.EqualTo(4));
        Assert.That(Messages[2], Does.Contain("second"));
        Assert.That(Messages[3], Does.Contain("999999 event(s)"));
    }

    [Test]
    public void Failed_OnAndOn_IsReportedAgainAfterAMinute()
    {
        _reporter.Failed("source", new IOException("first"));
        _clock.Advance(TimeSpan.FromSeconds(59));
        _reporter.Failed("source", new IOException("too soon"));
        _clock.Advance(TimeSpan.FromSeconds(1));
        _reporter.Failed("source", new IOException("still"));

        Assert.That(Messages, Has.Count.EqualTo(2));
        Assert.That(Messages[1], Does.Contain("still"));
    }

    [Test]
    public void Failed_TwoSources_HaveEpisodesOfTheirOwn()
    {
        _reporter.Failed("first", new IOException());
        _reporter.Failed("second", new IOException());
        _reporter.CountEvents("first", 1);
        _reporter.Worked("second");

        Assert.That(Messages, Has.Count.EqualTo(3));
        Assert.That(Messages[2], Does.Contain("second works again").And.Contain("0 event(s)"));
    }

    [Test]
    public void WarnAndMisconfigured_Text_NamesTheAppender()
    {
        _reporter.Warn("left 3");
        _reporter.Misconfigured("bad value");

        Assert.That(
            Messages,
            Is.EqualTo(new[] { $"log4net:WARN Easy.Logger appender [{_name}]: left 3", $"log4net:ERROR Easy.Logger appender [{_name}]: "
                + "bad value" }));
    }
}
