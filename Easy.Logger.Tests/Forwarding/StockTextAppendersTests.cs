using Easy.Logger.Forwarding;
using Easy.Logger.Tests.Support;
using log4net.Appender;
using log4net.Core;
using log4net.Filter;
using log4net.Layout;

namespace Easy.Logger.Tests.Forwarding;

internal sealed class StockTextAppendersTests
{
    private static readonly AppenderSkeleton[] _stock =
        [new TextWriterAppender(), new FileAppender(), new RollingFileAppender(), new ConsoleAppender(), new ExtendedTextAppender()];

    private static readonly AppenderSkeleton[] _foreign =
    [
        new OwnAppendTextAppender(), new OwnFilterEvent(), new OwnThreshold(), new OwnPreAppendCheck(), new OwnLayout(), new OwnFilterHead(),
        new SingleTakingAppender(), new ArrayTakingAppender(), new MemoryAppender(), new DebugAppender(), new TraceAppender(),
        new ManagedColoredConsoleAppender(), new ForwardingAppender(), new BufferingForwardingAppender(),
    ];

    [TestCaseSource(nameof(_stock))]
    public void Includes_StockTextAppender_IsTrue(AppenderSkeleton appender)
    {
        appender.Layout = new SimpleLayout();

        Assert.That(StockTextAppenders.Includes(appender), Is.True);
    }

    [TestCaseSource(nameof(_foreign))]
    public void Includes_AnyOther_IsFalse(AppenderSkeleton appender)
    {
        appender.Layout = new SimpleLayout();

        Assert.That(StockTextAppenders.Includes(appender), Is.False);
    }

    [Test]
    public void Includes_NoLayout_IsFalse() => Assert.That(StockTextAppenders.Includes(new FileAppender()), Is.False);

    [Test]
    public void UnrollsArrays_ByType_TellsWhoLoopsOverSingleEvents()
    {
        Assert.That(StockTextAppenders.UnrollsArrays(new FileAppender()), Is.True);
        Assert.That(StockTextAppenders.UnrollsArrays(new ForwardingAppender()), Is.True);
        Assert.That(StockTextAppenders.UnrollsArrays(new SingleTakingAppender()), Is.True);
        Assert.That(StockTextAppenders.UnrollsArrays(new ArrayTakingAppender()), Is.False);
        Assert.That(StockTextAppenders.UnrollsArrays(new GatedAppender()), Is.False);
    }

    private sealed class OwnFilterEvent : ConsoleAppender
    {
        protected override bool FilterEvent(LoggingEvent loggingEvent) => base.FilterEvent(loggingEvent);
    }

    private sealed class OwnThreshold : ConsoleAppender
    {
        protected override bool IsAsSevereAsThreshold(Level? level) => base.IsAsSevereAsThreshold(level);
    }

    private sealed class OwnPreAppendCheck : TextWriterAppender
    {
        protected override bool PreAppendCheck() => base.PreAppendCheck();
    }

    private sealed class OwnLayout : ConsoleAppender
    {
        public override ILayout? Layout { get; set; }
    }

    private sealed class OwnFilterHead : ConsoleAppender
    {
        public override IFilter? FilterHead => base.FilterHead;
    }
}
