using Easy.Logger.Forwarding;
using Easy.Logger.Tests.Support;
using log4net.Appender;
using log4net.Core;
using log4net.Filter;
using log4net.Layout;
using log4net.Layout.Pattern;

namespace Easy.Logger.Tests.Forwarding;

internal sealed class AutomaticFixTests
{
    private const FixFlags Least = FixFlags.Message | FixFlags.ThreadName | FixFlags.Exception;

    [Test]
    public void For_NoAppender_IsTheLeast() => Assert.That(AutomaticFix.For([]), Is.EqualTo(Least));

    [TestCase("message")]
    [TestCase("m")]
    [TestCase("newline")]
    [TestCase("n")]
    [TestCase("level")]
    [TestCase("p")]
    [TestCase("logger")]
    [TestCase("c")]
    [TestCase("thread")]
    [TestCase("t")]
    [TestCase("date")]
    [TestCase("d")]
    [TestCase("utcdate")]
    [TestCase("utcDate")]
    [TestCase("UtcDate")]
    [TestCase("timestamp")]
    [TestCase("r")]
    [TestCase("exception")]
    [TestCase("appdomain", FixFlags.Domain)]
    [TestCase("a", FixFlags.Domain)]
    [TestCase("identity", FixFlags.Identity)]
    [TestCase("u", FixFlags.Identity)]
    [TestCase("username", FixFlags.UserName)]
    [TestCase("w", FixFlags.UserName)]
    [TestCase("property", FixFlags.Properties)]
    [TestCase("properties", FixFlags.Properties)]
    [TestCase("P", FixFlags.Properties)]
    [TestCase("mdc", FixFlags.Properties)]
    [TestCase("X", FixFlags.Properties)]
    [TestCase("ndc", FixFlags.Properties)]
    [TestCase("x", FixFlags.Properties)]
    [TestCase("class", FixFlags.LocationInfo)]
    [TestCase("C", FixFlags.LocationInfo)]
    [TestCase("type", FixFlags.LocationInfo)]
    [TestCase("file", FixFlags.LocationInfo)]
    [TestCase("F", FixFlags.LocationInfo)]
    [TestCase("line", FixFlags.LocationInfo)]
    [TestCase("L", FixFlags.LocationInfo)]
    [TestCase("location", FixFlags.LocationInfo)]
    [TestCase("l", FixFlags.LocationInfo)]
    [TestCase("method", FixFlags.LocationInfo)]
    [TestCase("M", FixFlags.LocationInfo)]
    [TestCase("stacktrace", FixFlags.LocationInfo)]
    [TestCase("stacktracedetail", FixFlags.LocationInfo)]
    public void For_PatternName_IsWhatItPrints(string name, FixFlags more = FixFlags.None)
    {
        Assert.That(For($"%{name}"), Is.EqualTo(Least | more));
        Assert.That(For($"text %-5.20{name}{{option}} text"), Is.EqualTo(Least | more));
    }

    [Test]
    public void For_SeveralNames_IsAllOfThem() =>
        Assert.That(For("%date [%thread] %property{x} %C{1} - %message%newline"), Is.EqualTo(Least | FixFlags.Properties | FixFlags.LocationInfo));

    [TestCase("")]
    [TestCase("no converter")]
    [TestCase("100%")]
    [TestCase("100%% sure")]
    [TestCase("%%location of %%username")]
    [TestCase("%5")]
    public void For_PatternWithoutAName_IsTheLeast(string pattern) => Assert.That(For(pattern), Is.EqualTo(Least));

    [TestCase("%zone")]
    [TestCase("%q{x}")]
    public void For_NameNobodyKnows_IsTheLeast(string pattern) => Assert.That(For(pattern), Is.EqualTo(Least), "log4net prints it as text");

    [TestCase("tenant")]
    [TestCase("message")]
    [TestCase("zone")]
    public void For_ConverterOfTheApplication_FixesWhatItMayRead(string name)
    {
        PatternLayout layout = new();
        layout.AddConverter(name, typeof(TenantConverter));
        layout.ConversionPattern = $"%{name} %message%newline";
        layout.ActivateOptions();

        Assert.That(For(layout) & FixFlags.Properties, Is.EqualTo(FixFlags.Properties));
    }

    [Test]
    public void For_OtherStockLayouts_IsTheLeast()
    {
        Assert.That(For(new SimpleLayout()), Is.EqualTo(Least));
        Assert.That(For(new ExceptionLayout()), Is.EqualTo(Least));
    }

    [Test]
    public void For_LayoutOfTheApplication_IsPartial() => Assert.That(For(new DelegatingLayout((_, _) => { })), Is.EqualTo(FixFlags.Partial));

    [Test]
    public void For_SubclassOfPatternLayout_IsPartial() => Assert.That(For(new OwnPatternLayout("%message")), Is.EqualTo(FixFlags.Partial));

    [Test]
    public void For_AttachedChild_LooksThroughTheBatchLayout()
    {
        ConsoleAppender child = new() { Layout = new PatternLayout("%message") };
        AsyncBufferingForwardingAppender appender = new(new ManualTimeProvider());

        appender.AddAppender(child);

        Assert.That(child.Layout, Is.InstanceOf<BatchLayout>());
        Assert.That(appender.Fix, Is.EqualTo(Least));
    }

    [Test]
    public void For_AppenderThatCannotBeSeenThrough_IsPartial()
    {
        Assert.That(AutomaticFix.For([new GatedAppender()]), Is.EqualTo(FixFlags.Partial));
        Assert.That(AutomaticFix.For([new SingleTakingAppender { Layout = new SimpleLayout() }]), Is.EqualTo(FixFlags.Partial));
        Assert.That(AutomaticFix.For([new MemoryAppender()]), Is.EqualTo(FixFlags.Partial));
    }

    [Test]
    public void For_StockFilters_IsTheLeast()
    {
        ConsoleAppender child = new() { Layout = new SimpleLayout() };
        child.AddFilter(new LevelMatchFilter());
        child.AddFilter(new LevelRangeFilter());
        child.AddFilter(new LoggerMatchFilter());
        child.AddFilter(new StringMatchFilter());
        child.AddFilter(new DenyAllFilter());

        Assert.That(AutomaticFix.For([child]), Is.EqualTo(Least));
    }

    [Test]
    public void For_FiltersThatReadMore_IsPartial()
    {
        foreach (IFilter filter in new IFilter[] { new PropertyFilter(), new MdcFilter(), new NdcFilter(), new DelegatingFilter(_ => FilterDecision.Neutral) })
        {
            ConsoleAppender child = new() { Layout = new SimpleLayout() };
            child.AddFilter(new LevelMatchFilter());
            child.AddFilter(filter);

            Assert.That(AutomaticFix.For([child]), Is.EqualTo(FixFlags.Partial), filter.GetType().Name);
        }
    }

    [Test]
    public void For_Containers_IsWhatTheirChildrenNeed()
    {
        ForwardingAppender inner = new();
        inner.AddAppender(Console("%property{x}"));
        ForwardingAppender outer = new();
        outer.AddAppender(inner);
        outer.AddAppender(Console("%username"));

        Assert.That(AutomaticFix.For([outer, Console("%message")]), Is.EqualTo(Least | FixFlags.Properties | FixFlags.UserName));
    }

    [Test]
    public void For_FilterOnAContainer_Counts()
    {
        ForwardingAppender forwarder = new();
        forwarder.AddFilter(new PropertyFilter());

        Assert.That(AutomaticFix.For([forwarder]), Is.EqualTo(FixFlags.Partial));
    }

    [Test]
    public void For_BufferBehindUs_IsItsOwnFixToo()
    {
        BufferingForwardingAppender buffer = new() { Fix = FixFlags.Identity };
        buffer.AddAppender(Console("%appdomain"));

        Assert.That(AutomaticFix.For([buffer]), Is.EqualTo(Least | FixFlags.Identity | FixFlags.Domain));
    }

    private static FixFlags For(string pattern) => For(new PatternLayout(pattern));

    private static FixFlags For(ILayout layout) => AutomaticFix.For([new ConsoleAppender { Layout = layout }]);

    private static ConsoleAppender Console(string pattern) => new() { Layout = new PatternLayout(pattern) };

    private sealed class OwnPatternLayout(string pattern) : PatternLayout(pattern);

    private sealed class TenantConverter : PatternLayoutConverter
    {
        protected override void Convert(TextWriter writer, LoggingEvent loggingEvent) => writer.Write(loggingEvent.LookupProperty("tenant"));
    }
}
