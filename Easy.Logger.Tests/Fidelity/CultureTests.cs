using log4net.Filter;
using log4net.Layout.Pattern;

namespace Easy.Logger.Tests.Fidelity;

/// <summary>Text has the values of the moment of the call and the culture of its caller, whoever makes it.</summary>
internal sealed class CultureTests
{
    private static readonly DateTime _date = new(2026, 11, 23, 14, 5, 6, DateTimeKind.Utc);

    private static readonly Dictionary<string, Func<Output>> _outputs = new()
    {
        ["pattern"] = () => Output.Text("%property{number} %property{date} %property %m%n"),
        ["pattern with widths"] = () => Output.Text("%12property{number}|%-8.8property{date}|%m%n"),
        ["XmlLayout"] = () => Output.Text(new XmlLayout()),
        ["XmlLayoutSchemaLog4J"] = () => Output.Text(new XmlLayoutSchemaLog4J()),
        ["own layout"] = () => Output.Text(Output.Layout(
            e => $"{e.LookupProperty("number")} {e.RenderedMessage} {Comparison.Number} {_date:D}\n")),
        ["own layout, writer"] = () => Output.Text(new DelegatingLayout(
            (writer, e) => writer.WriteLine("{0} {1}", e.LookupProperty("number"), _date))),
        ["own converter"] = () => WithConverter(),
        ["own appender"] = () => Output.Own(e => $"{e.LookupProperty("number")} {_date}\n"),
        ["PropertyFilter"] = () => WithFilter(new PropertyFilter { Key = "number", StringToMatch = "1234,5" }),
        ["own filter"] = () => WithFilter(new DelegatingFilter(
            _ => CultureInfo.CurrentCulture.Name == "de-DE" ? FilterDecision.Accept : FilterDecision.Neutral)),
        ["forwarder"] = () => Forwarder(Output.Text("%property{number} %m%n")),
    };

    [TestCaseSource(nameof(Outputs))]
    public void CallersOfDifferentCultures_InOneBatch_EachHaveTheirOwn(string output)
    {
        using Comparison comparison = new(_outputs[output]);
        foreach (string culture in new[] { "de-DE", "en-US", "fr-FR", "de-DE", string.Empty })
        {
            comparison.Enqueue(LogNumbers, culture);
        }

        comparison.Flush();

        comparison.AssertEqual();
    }

    [TestCase(FixFlags.ThreadName)]
    [TestCase(FixFlags.Message)]
    [TestCase(FixFlags.Partial)]
    public void NumbersInMessages_WhateverIsFixed_AreWrittenInTheCultureOfTheCaller(FixFlags fix)
    {
        using Comparison comparison = new(() => Output.Text("%m%n"), appender => appender.Fix = fix);

        comparison.AssertEqualFor(
            log =>
            {
                log.Info(Comparison.Number);
                log.Info(new object[] { Comparison.Number, _date });
            },
            "de-DE");
    }

    [Test]
    public void CultureOfTheWorker_AfterABatch_IsItsOwnAgain()
    {
        List<string> cultures = [];
        GatedAppender child = new() { OnFlush = _ => Note() };
        AsyncBufferingForwardingAppender appender = Comparison.NewAsync(child);
        appender.AddAppender(new SingleTakingAppender { OnAppend = _ => Note() });
        appender.Flush(-1);

        Comparison.OnCaller(() => appender.DoAppend(Some.Event()), "de-DE");
        appender.Flush(-1);
        appender.Close();

        Assert.That(cultures, Is.EqualTo(new[] { cultures[0], "de-DE", cultures[0] }));

        bool Note()
        {
            cultures.Add(CultureInfo.CurrentCulture.Name);
            return true;
        }
    }

    [Test]
    public void PropertyValueThatChangesLater_IsPrintedAsItWasAtTheCall(
        [Values("%property{state} %m%n", "%property %m%n", "xml")] string layout)
    {
        using Comparison comparison = new(() => Output.Text(layout switch
        {
            "xml" => new XmlLayout(),
            _ => new PatternLayout(layout),
        }));

        comparison.AssertEqualFor(log =>
        {
            Mutable state = new() { Text = "old" };
            ThreadContext.Properties["state"] = state;
            log.Info("a");
            state.Text = "middle";
            log.Info("b");
            state.Text = "new";
        });
    }

    [TestCase("de-DE", "")]
    [TestCase("", "de-DE")]
    public void ConverterThatWritesNumbers_GetsTheCultureOfTheWriter_NotOfTheThreadThatAttached(string attaching, string calling)
    {
        Comparison? comparison = null;
        Comparison.OnCaller(() => comparison = new Comparison(WithConverter), attaching);
        using (comparison)
        {
            comparison!.AssertEqualFor(LogNumbers, calling);
        }
    }

    private static string[] Outputs() => [.. _outputs.Keys];

    private static void LogNumbers(ILog log)
    {
        ThreadContext.Properties["number"] = Comparison.Number;
        ThreadContext.Properties["date"] = _date;
        log.Info("text");
        log.Info(Comparison.Number);
        log.InfoFormat("{0:N2} {1:d}", Comparison.Number, _date);
        log.InfoFormat(CultureInfo.CurrentCulture, "{0} {1}", Comparison.Number, _date);
    }

    private static Output WithConverter()
    {
        PatternLayout layout = new();
        layout.AddConverter("number", typeof(NumberConverter));
        layout.ConversionPattern = "%number %8number %m%n";
        return Output.Text(layout);
    }

    private static Output WithFilter(FilterSkeleton filter)
    {
        Output output = Output.Text("%m%n");
        ((AppenderSkeleton)output.Appender).AddFilter(filter);
        ((AppenderSkeleton)output.Appender).AddFilter(new DenyAllFilter());
        return output;
    }

    private static Output Forwarder(Output below) =>
        below with { Appender = Comparison.Attached(new ForwardingAppender(), below.Appender) };

    private sealed class Mutable
    {
        public string Text { get; set; } = string.Empty;

        public override string ToString() => Text;
    }

    private sealed class NumberConverter : PatternLayoutConverter
    {
        protected override void Convert(TextWriter writer, LoggingEvent loggingEvent)
        {
            writer.Write(Comparison.Number);
            writer.Write(' ');
            writer.Write("{0}", _date);
        }
    }
}
