using log4net.Filter;

namespace Easy.Logger.Tests.Fidelity;

/// <summary>Attaching and detaching an appender changes nothing of it, and gives it nothing that was logged before.</summary>
internal sealed class AttachTests
{
    private readonly TestRepository _repository = new();
    private readonly Output _first = Output.Text("%m%n");
    private readonly AsyncBufferingForwardingAppender _appender;

    public AttachTests()
    {
        _appender = Comparison.NewAsync(_first.Appender);
        _repository.Attach(_appender);
    }

    [TearDown]
    public void End() => _repository.Dispose();

    [Test]
    public void FilterChain_WhileTheAppenderIsAttachedAndDetached_IsNotTakenApart()
    {
        Output output = Output.Text("%m%n");
        AppenderSkeleton child = (AppenderSkeleton)output.Appender;
        WatchedFilter[] filters = [new(FilterDecision.Deny), new(FilterDecision.Deny)];
        Array.ForEach(filters, child.AddFilter);
        Array.ForEach(filters, filter => filter.IsLinked = () => child.DoAppend(Some.Event("denied")));

        _appender.AddAppender(child);
        _appender.DoAppend(Some.Event("denied, through the async appender"));
        _appender.Flush(-1);
        _appender.RemoveAppender(child);
        _appender.Close();

        Assert.That(output.Read(), Is.Empty, "events that got past the filters");
    }

    [Test]
    public void AppenderAttachedWhileEventsAreQueued_GetsLaterEventsOnly_WithAllThatItPrints([Values] bool withText)
    {
        using TestRepository direct = new();
        Output second = Output.Text(Output.EveryPattern);
        Output expected = Output.Text(Output.EveryPattern);
        direct.Attach(expected.Appender);
        Comparison.OnCaller(() =>
        {
            LogNumbers(_repository.Log());
            _appender.Flush(-1); // from now on it is known what the first one needs
            LogNumbers(_repository.Log());

            _appender.AddAppender(withText ? second.Appender : Comparison.Attached(new ForwardingAppender(), second.Appender));

            foreach (ILog log in new[] { _repository.Log(), direct.Log() })
            {
                LogNumbers(log);
                Located.Info(log, "located");
            }
        });
        _appender.Flush(-1);

        Assert.That(_first.Read(), Is.EqualTo("0\n1\n0\n1\n0\n1\nlocated\n"));
        Assert.That(WithoutPlace(second.Read()), Is.EqualTo(WithoutPlace(expected.Read())));
        Assert.That(second.Read(), Does.Contain(".Info:"));
    }

    [Test]
    public void AppenderDetachedWhileEventsAreQueued_GetsWhatWasLoggedBefore([Values] bool comesBack)
    {
        Output second = Output.Text("%m%n");
        _appender.AddAppender(second.Appender);
        LogNumbers(_repository.Log());

        _appender.RemoveAppender(_first.Appender);
        _repository.Log().Info("without it");
        if (comesBack)
        {
            _appender.AddAppender(_first.Appender);
            _repository.Log().Info("with it");
        }

        Assert.That(_appender.Flush(-1), Is.True);
        Assert.That(_first.Read(), Is.EqualTo("0\n1\n" + (comesBack ? "with it\n" : string.Empty)));
        Assert.That(second.Read(), Is.EqualTo("0\n1\nwithout it\n" + (comesBack ? "with it\n" : string.Empty)));
        Assert.That(_appender.Statistics.Failed + _appender.Statistics.Dropped, Is.Zero);
    }

    [Test]
    public void AppenderDetachedAndClosedWhileEventsAreQueued_WhatItDidNotGetIsCounted()
    {
        _appender.AddAppender(Output.Text("%m%n").Appender);
        LogNumbers(_repository.Log());

        _appender.RemoveAppender(_first.Appender)!.Close();

        Assert.That(_appender.Flush(-1), Is.False);
        Assert.That(_appender.Statistics.Failed, Is.EqualTo(2));
    }

    [Test]
    public void RemoveAllAppenders_EventsAreQueued_AreForwardedBeforeTheAppendersAreClosed()
    {
        LogNumbers(_repository.Log());

        _appender.RemoveAllAppenders();

        Assert.That(_first.Read(), Is.EqualTo("0\n1\n"));
        Assert.That(_appender.Statistics.Forwarded, Is.EqualTo(2));
    }

    /// <summary>Where LogImpl was called from depends on the JIT compiler; the located line is compared whole.</summary>
    private static string[] WithoutPlace(string text) =>
    [
        .. text.Split('\n')
            .Select(line => line.Contains("|located|", StringComparison.Ordinal) ? line : string.Join('|', line.Split('|').Skip(1))),
    ];

    private static void LogNumbers(ILog log)
    {
        log.InfoFormat("{0}", 0);
        log.Info("1");
    }
}
