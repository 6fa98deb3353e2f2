using System.Diagnostics.Tracing;
using Easy.Logger.EventSource;
using Easy.Logger.EventSource.Provider;

namespace Easy.Logger.Tests.EventSource;

/// <summary>Whether an event is looked at at all, and sessions that want some loggers only. Only while no other test listens.</summary>
[Category("EventSource")]
[NonParallelizable]
internal sealed class ListeningTests
{
    [Test]
    public void Append_NobodyListensOrWantsIt_RendersNothing()
    {
        int rendered = 0;
        using AppenderScene scene = new(appender => appender.Layout = new DelegatingLayout((_, _) => rendered++));
        EventKeywords[] others =
            [EasyLoggerEventSource.Keywords.Exception, EasyLoggerEventSource.Keywords.Properties, EasyLoggerEventSource.Keywords.Health];
        foreach (EventKeywords other in others)
        {
            using ProviderListener listener = new(EventLevel.Verbose, other);
            scene.Append("text", Level.Fatal);
            Assert.That((rendered, listener.Of(scene.Logger).Count), Is.EqualTo((0, 0)), $"the keyword is {other}");
        }

        using (ProviderListener listener = new(EventLevel.Warning, EasyLoggerEventSource.Keywords.Message))
        {
            scene.Append("text", Level.Info);
            Assert.That(rendered, Is.Zero, "the level is not wanted");
            scene.Append("text", Level.Warn);
            Assert.That((rendered, listener.Of(scene.Logger).Count), Is.EqualTo((1, 1)));
        }

        Assert.That(EasyLoggerEventSource.Instance.IsEnabled(), Is.False);
        scene.Append("text", Level.Fatal);
        Assert.That(rendered, Is.EqualTo(1), "nobody listens any more");
    }

    [TestCase(EasyLoggerEventSource.Keywords.Message)]
    [TestCase(EasyLoggerEventSource.Keywords.Message | EasyLoggerEventSource.Keywords.Exception)]
    [TestCase(EasyLoggerEventSource.Keywords.Message | EasyLoggerEventSource.Keywords.Properties)]
    public void Append_ExceptionAndProperties_AreWrittenWhenTheSessionWantsThem(EventKeywords wanted)
    {
        using AppenderScene scene = new();
        using ProviderListener listener = new(EventLevel.Verbose, wanted);
        LoggingEvent logged = scene.Event("text", Level.Error, new TimeoutException("too late"));
        logged.Properties["Tenant"] = "north";

        scene.Appender.DoAppend(logged);

        Assert.That(
            listener.Of(scene.Logger).Single().Text("exception"),
            Is.EqualTo(wanted.HasFlag(EasyLoggerEventSource.Keywords.Exception) ? logged.GetExceptionString() : string.Empty));
        Assert.That(
            listener.PropertiesOf(scene.Logger), Has.Count.EqualTo(wanted.HasFlag(EasyLoggerEventSource.Keywords.Properties) ? 1 : 0));
    }

    /// <summary>As a program that was compiled ahead of time has it.</summary>
    [Test]
    public void ActivateOptions_EventSourcesSwitchedOff_IsTold()
    {
        const string Switch = "System.Diagnostics.Tracing.EventSource.IsSupported";
        using InternalMessages messages = new();
        AppContext.SetSwitch(Switch, isEnabled: false);
        try
        {
            using AppenderScene scene = new();
            Assert.That(messages.Naming($"[{scene.Logger}]").Single(), Does.Contain("EventSourceSupport"));
        }
        finally
        {
            AppContext.SetSwitch(Switch, isEnabled: true);
        }
    }

    [TestCase("Shop.Orders:DEBUG;Shop:WARN;*:ERROR", "Shop.Orders", "DEBUG", true)]
    [TestCase("Shop.Orders:DEBUG;Shop:WARN;*:ERROR", "Shop.Orders.Import", "DEBUG", true)]
    [TestCase("Shop.Orders:DEBUG;Shop:WARN;*:ERROR", "Shop.OrdersOfOthers", "INFO", false)]
    [TestCase("Shop:WARN;Shop.Orders:DEBUG", "Shop.Orders", "DEBUG", true)]
    [TestCase("Shop:WARN", "Shop", "WARN", true)]
    [TestCase("Shop:WARN", "Shop", "INFO", false)]
    [TestCase("Shop:WARN", "Other", "FATAL", false)]
    [TestCase("*:ERROR", "Other", "ERROR", true)]
    [TestCase("*:ERROR", null, "WARN", false)]
    [TestCase(" Shop : warn ; ", "Shop", "WARN", true)]
    [TestCase("Shop", "Shop", "TRACE", true)]
    [TestCase("Shop:OFF;*", "Shop", "FATAL", false)]
    public void Passes_Rules_ByTheMostExact(string rules, string? logger, string level, bool expected)
    {
        Level asked =
            new[] { Level.Fatal, Level.Error, Level.Warn, Level.Info, Level.Debug, Level.Trace }.Single(known => known.Name == level);

        Assert.That(LoggerFilter.Parse(rules)!.Passes(logger, asked.Value), Is.EqualTo(expected));
    }

    [Test]
    public void Parse_NoRule_WantsEverything([Values(null, "", ";;", "Shop:LOUD", "Shop:WARN:3")] string? rules) =>
        Assert.That(LoggerFilter.Parse(rules), Is.Null);

    [Test]
    public void Session_WithAFilter_GetsItsLoggersOnlyAndTheNextOneAll()
    {
        using AppenderScene wanted = new();
        using AppenderScene other = new();
        Dictionary<string, string?> arguments = new() { [EasyLoggerEventSource.FilterSpecsArgument] = $"{wanted.Logger}:WARN" };
        using (ProviderListener some = new(EventLevel.Verbose, EasyLoggerEventSource.Keywords.Message, arguments))
        {
            Log();
            Assert.That((some.Of(wanted.Logger).Count, some.Of(other.Logger).Count), Is.EqualTo((1, 0)));
        }

        using ProviderListener all = new(EventLevel.Verbose, EasyLoggerEventSource.Keywords.Message);
        Log();
        Assert.That((all.Of(wanted.Logger).Count, all.Of(other.Logger).Count), Is.EqualTo((2, 2)));

        void Log()
        {
            foreach (AppenderScene scene in new[] { wanted, other })
            {
                scene.Append("text", Level.Info);
                scene.Append("text", Level.Warn);
            }
        }
    }
}
