using log4net.Filter;

namespace Easy.Logger.Tests.Fidelity;

/// <summary>Attaching and detaching an appender changes nothing of it, and gives it nothing that was logged before.</summary>
internal sealed class AttachTests
{
    [Test]
    public void FilterChain_WhileTheAppenderIsAttachedAndDetached_IsNotTakenApart()
    {
        Output output = Output.Text("%m%n");
        AppenderSkeleton child = (AppenderSkeleton)output.Appender;
        WatchedFilter[] filters = [new(FilterDecision.Deny), new(FilterDecision.Deny)];
        Array.ForEach(filters, child.AddFilter);
        Array.ForEach(filters, filter => filter.IsLinked = () => child.DoAppend(Some.Event("denied")));

        AsyncBufferingForwardingAppender appender = Comparison.NewAsync(child);
        appender.DoAppend(Some.Event("denied, through the async appender"));
        appender.Flush(-1);
        appender.RemoveAppender(child);
        appender.Close();

        Assert.That(output.Read(), Is.Empty, "events that got past the filters");
    }

    [Test]
    public void AppenderAttachedWhileEventsAreQueued_GetsLaterEventsOnly_WithAllThatItPrints([Values] bool withText)
    {
        using TestRepository repository = new();
        using TestRepository direct = new();
        Output first = Output.Text("%m%n");
        Output second = Output.Text(Output.EveryPattern);
        Output expected = Output.Text(Output.EveryPattern);
        AsyncBufferingForwardingAppender appender = Comparison.NewAsync(first.Appender);
        repository.Attach(appender);
        direct.Attach(expected.Appender);
        Comparison.OnCaller(() =>
        {
            LogNumbers(repository.Log());
            appender.Flush(-1); // from now on it is known what the first one needs
            LogNumbers(repository.Log());

            appender.AddAppender(withText ? second.Appender : Comparison.Attached(new ForwardingAppender(), second.Appender));

            foreach (ILog log in new[] { repository.Log(), direct.Log() })
            {
                LogNumbers(log);
                Located.Info(log, "located");
            }
        });
        appender.Flush(-1);

        Assert.That(first.Read(), Is.EqualTo("0\n1\n0\n1\n0\n1\nlocated\n"));
        Assert.That(WithoutPlace(second.Read()), Is.EqualTo(WithoutPlace(expected.Read())));
        Assert.That(second.Read(), Does.Contain(".Info:"));
    }

    [Test]
    public void AppenderDetachedWhileEventsAreQueued_GetsWhatWasLoggedBefore([Values] bool comesBack)
    {
        using TestRepository repository = new();
        Output first = Output.Text("%m%n");
        Output second = Output.Text("%m%n");
        AsyncBufferingForwardingAppender appender = Comparison.NewAsync(first.Appender);
        appender.AddAppender(second.Appender);
        repository.Attach(appender);
        LogNumbers(repository.Log());

        appender.RemoveAppender(first.Appender);
        repository.Log().Info("without it");
        if (comesBack)
        {
            appender.AddAppender(first.Appender);
            repository.Log().Info("with it");
        }

        Assert.That(appender.Flush(-1), Is.True);
        Assert.That(first.Read(), Is.EqualTo("0\n1\n" + (comesBack ? "with it\n" : string.Empty)));
        Assert.That(second.Read(), Is.EqualTo("0\n1\nwithout it\n" + (comesBack ? "with it\n" : string.Empty)));
        Assert.That(appender.Statistics.Failed + appender.Statistics.Dropped, Is.Zero);
    }

    [Test]
    public void AppenderDetachedAndClosedWhileEventsAreQueued_WhatItDidNotGetIsCounted()
    {
        using TestRepository repository = new();
        Output first = Output.Text("%m%n");
        AsyncBufferingForwardingAppender appender = Comparison.NewAsync(first.Appender);
        appender.AddAppender(Output.Text("%m%n").Appender);
        repository.Attach(appender);
        LogNumbers(repository.Log());

        appender.RemoveAppender(first.Appender)!.Close();

        Assert.That(appender.Flush(-1), Is.False);
        Assert.That(appender.Statistics.Failed, Is.EqualTo(2));
    }

    [Test]
    public void RemoveAllAppenders_EventsAreQueued_AreForwardedBeforeTheAppendersAreClosed()
    {
        using TestRepository repository = new();
        Output output = Output.Text("%m%n");
        AsyncBufferingForwardingAppender appender = Comparison.NewAsync(output.Appender);
        repository.Attach(appender);
        LogNumbers(repository.Log());

        appender.RemoveAllAppenders();

        Assert.That(output.Read(), Is.EqualTo("0\n1\n"));
        Assert.That(appender.Statistics.Forwarded, Is.EqualTo(2));
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
