using System.Diagnostics.Tracing;
using Easy.Logger.EventSource;
using Easy.Logger.EventSource.Provider;

namespace Easy.Logger.Tests.EventSource;

/// <summary>Sessions that want some loggers only.</summary>
[Category("EventSource")]
[NonParallelizable] // what one session asks for is in force for all
internal sealed class LoggerFilterTests
{
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

    [TestCase(null)]
    [TestCase("")]
    [TestCase(";;")]
    [TestCase("Shop:LOUD")]
    [TestCase("Shop:WARN:3")]
    public void Parse_NoRule_WantsEverything(string? rules) => Assert.That(LoggerFilter.Parse(rules), Is.Null);

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
