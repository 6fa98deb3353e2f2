using System.Data;
using log4net.Util;

namespace Easy.Logger.Tests.Fidelity;

/// <summary>Whatever reads the caller's location, user or identity gets it, layout or not, known to us or not.</summary>
internal sealed class LocationTests
{
    private static readonly Dictionary<string, Func<Output>> _outputs = new()
    {
        ["SimpleLayout"] = () => Output.Text(new SimpleLayout()),
        ["ExceptionLayout"] = () => Output.Text(new ExceptionLayout()),
        ["PatternLayout with the exception"] = () => Output.Text(new PatternLayout("%m%n") { IgnoresException = false }),
        ["DynamicPatternLayout with a header"] =
            () => Output.Text(new DynamicPatternLayout("%m%n") { Header = "%appdomain%newline", Footer = "end" }),
        ["XmlLayout"] = () => Output.Text(new XmlLayout(locationInfo: true)),
        ["XmlLayout without location"] = () => Output.Text(new XmlLayout()),
        ["XmlLayoutSchemaLog4J"] = () => Output.Text(new XmlLayoutSchemaLog4J(locationInfo: true)),
        ["DynamicPatternLayout"] = () => Output.Text(new DynamicPatternLayout("%M %m%n")),
        ["DynamicPatternLayout %class %u %property"] = () => Output.Text(new DynamicPatternLayout(Output.EveryPattern)),
        ["subclass of PatternLayout"] = () => Output.Text(new OwnPatternLayout("%M %m%n")),
        ["subclass of PatternLayout %class %u %property"] = () => Output.Text(new OwnPatternLayout(Output.EveryPattern)),
        ["own layout"] = () => Output.Text(Output.Layout(e => $"{e.LocationInformation!.MethodName} {e.RenderedMessage}\n")),
        ["own layout, identity"] = () => Output.Text(Output.Layout(e => $"{e.Identity} {e.UserName} {e.Domain}\n")),
        ["own appender"] = () => Output.Own(e => $"{e.LocationInformation?.MethodName} {e.Identity}\n"),
        ["MemoryAppender"] = () => Remembered(e => $"{e.Identity} {e.UserName} {e.Domain} {e.ThreadName} "
            + $"{e.LocationInformation?.FullInfo} {e.LookupProperty("tenant")} {e.RenderedMessage}\n"),
    };

    [TestCaseSource(nameof(Outputs))]
    public void Output_ThatReadsTheCaller_IsWhatItIsWithoutTheAsyncAppender(string output)
    {
        using Comparison comparison = new(_outputs[output]);

        comparison.AssertEqualFor(log =>
        {
            Located.Info(log, "text");
            log.Error("failed", new InvalidOperationException("outer", new FormatException("inner")));
        });
    }

    /// <summary>log4net's own debug messages are on for the whole process, so no other test runs at the same time.</summary>
    [Test]
    [NonParallelizable]
    public void LocationIsCapturedForCodeOfTheApplication_IsReportedOnceWithWhatMakesItCheaper([Values] bool hasFix)
    {
        using InternalMessages messages = new();
        string name = Some.Name("async");
        AsyncBufferingForwardingAppender appender = new() { Name = name };
        if (hasFix)
        {
            appender.Fix = FixFlags.Partial;
        }

        IReadOnlyList<string> reported;
        LogLog.InternalDebugging = true;
        try
        {
            appender.AddAppender(_outputs["own layout"]().Appender);
            appender.ActivateOptions();
            for (int i = 0; i < 2; i++)
            {
                appender.DoAppend(Some.Event());
                appender.Flush(-1);
            }

            reported = messages.Naming($"[{name}]: each log call captures its caller location");
        }
        finally
        {
            LogLog.InternalDebugging = false;
            appender.Close();
        }

        Assert.That(reported, Has.Count.EqualTo(hasFix ? 0 : 1));
        Assert.That(reported, Has.All.Contain("set fix without LocationInfo").And.All.Contain(nameof(DelegatingLayout)));
    }

    /// <summary>Once with what is captured by itself.</summary>
    [TestCase(null)]
    [TestCase(FixFlags.Message | FixFlags.Domain | FixFlags.UserName | FixFlags.Identity)]
    [Demand("E2")]
    public void DomainUserAndIdentity_AreFixed_AreThoseOfTheCaller(FixFlags? fix)
    {
        using Comparison comparison = new(
            () => Output.Text("%appdomain %username %identity %m%n"),
            fix is { } chosen ? appender => appender.Fix = chosen : null);

        comparison.AssertEqualFor(log => log.Info("a"));

        Assert.That(comparison.Behind.Read(), Does.Match("^\\S+ \\S+ jane a\n"));
    }

    private static string[] Outputs() => [.. _outputs.Keys];

    private static Output Remembered(Func<LoggingEvent, string> text)
    {
        MemoryAppender memory = new();
        return new Output(memory, () => string.Concat(memory.GetEvents().Select(text)));
    }

    private sealed class OwnPatternLayout(string pattern) : PatternLayout(pattern);
}
