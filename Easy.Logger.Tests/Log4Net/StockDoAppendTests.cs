using Easy.Logger.Compatibility;
using Easy.Logger.Tests.Support;
using log4net.Appender;
using log4net.Core;

namespace Easy.Logger.Tests.Log4Net;

internal sealed class StockDoAppendTests
{
    [Test]
    public void UnrollsArrays_ByType_TellsWhoLoopsOverSingleEvents()
    {
        Assert.That(StockDoAppend.UnrollsArrays(new FileAppender()), Is.True);
        Assert.That(StockDoAppend.UnrollsArrays(new ForwardingAppender()), Is.True);
        Assert.That(StockDoAppend.UnrollsArrays(new SingleTakingAppender()), Is.True);
        Assert.That(StockDoAppend.UnrollsArrays(new ArrayTakingAppender()), Is.False);
        Assert.That(StockDoAppend.UnrollsArrays(new OwnDoAppend()), Is.True, "only its way of single events is its own");
        Assert.That(StockDoAppend.UnrollsArrays(new GatedAppender()), Is.False);
    }

    [Test]
    public void IsUsedBy_ByType_TellsWhoseLockIsHeld()
    {
        Assert.That(StockDoAppend.IsUsedBy(new ConsoleAppender()), Is.True);
        Assert.That(StockDoAppend.IsUsedBy(new SingleTakingAppender()), Is.True);
        Assert.That(StockDoAppend.IsUsedBy(new ArrayTakingAppender()), Is.True);
        Assert.That(StockDoAppend.IsUsedBy(new OwnDoAppend()), Is.False);
        Assert.That(StockDoAppend.IsUsedBy(new AsyncBufferingForwardingAppender()), Is.False);
    }

    private sealed class OwnDoAppend : AppenderSkeleton, IAppender
    {
        void IAppender.DoAppend(LoggingEvent loggingEvent) => Append(loggingEvent);

        protected override void Append(LoggingEvent loggingEvent)
        {
        }
    }
}
