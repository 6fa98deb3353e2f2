using System.Diagnostics.CodeAnalysis;

namespace Easy.Logger.Tests.Diagnostics;

internal sealed class FailureReporterTests : IDisposable
{
    private readonly string _name = Some.Name("reporter");
    private readonly InternalMessages _messages = new();
    private readonly ManualTimeProvider _clock = new();
    private readonly FailureReporter _reporter;

    public FailureReporterTests() => _reporter = new FailureReporter(() => _name, _clock);

    /// <summary>Without what each begins with.</summary>
    private IEnumerable<string> Messages => _messages.Naming(_name).Select(
        message => message.Replace($"Easy.Logger appender [{_name}]: ", string.Empty, StringComparison.Ordinal));

    public void Dispose() => _messages.Dispose();

    /// <summary>A child that fails by turns is reported once a minute; what failed in between is in the next total.</summary>
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

        Assert.That(Messages.Count(), Is.EqualTo(2));
        _clock.Advance(TimeSpan.FromMinutes(1));
        _reporter.Failed("source", new IOException("second"));
        _reporter.Worked("source");

        Assert.That(Messages.Count(), Is.EqualTo(4));
        Assert.That(Messages.ElementAt(2), Does.Contain("second"));
        Assert.That(Messages.ElementAt(3), Does.Contain("999999 event(s)"));
    }

    [Test]
    public void Failed_OnAndOn_IsReportedAgainAfterAMinuteAndEachSourceHasEpisodesOfItsOwn()
    {
        _reporter.Failed("first", new IOException("first"));
        _clock.Advance(TimeSpan.FromSeconds(59));
        _reporter.Failed("first", new IOException("too soon"));
        _reporter.Failed("second", new IOException("another"));
        _clock.Advance(TimeSpan.FromSeconds(1));
        _reporter.Failed("first", new IOException("still"));
        _reporter.CountEvents("first", 1);
        _reporter.Worked("second");
        _reporter.Warn("left 3");
        _reporter.Misconfigured("bad value");

        const string Further = "Further failures are counted and reported when it works again.";
        Assert.That(Messages, Is.EqualTo(new[]
        {
            $"log4net:ERROR first failed: IOException: first. {Further}",
            $"log4net:ERROR second failed: IOException: another. {Further}",
            $"log4net:ERROR first failed: IOException: still. {Further}",
            "log4net:WARN second works again after it failed on 0 event(s).",
            "log4net:WARN left 3",
            "log4net:ERROR bad value",
        }));
        _reporter.Failed("first", new IOException(new string('x', 1_000_000)));
        Assert.That(_reporter.LastError, Has.Length.LessThan(5_000));
        _reporter.Failed("first", new UnreadableException());
        Assert.That(_reporter.LastError, Is.EqualTo("first: UnreadableException: (its message cannot be read)"));
    }

    [SuppressMessage("Design", "CA1032", Justification = "Only ever made here, without a message.")]
    private sealed class UnreadableException : Exception
    {
        public override string Message => throw new InvalidOperationException("no message");
    }
}
