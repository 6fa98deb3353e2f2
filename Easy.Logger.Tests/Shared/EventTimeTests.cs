extern alias core;

using EventTime = core::Easy.Logger.Shared.EventTime;

namespace Easy.Logger.Tests.Shared;

/// <summary>The moment at which log4net takes an event to be logged. Alone, because the time zone is the process's.</summary>
[NonParallelizable]
internal sealed class EventTimeTests
{
    [TestCase(DateTimeKind.Utc, 12 * 60)]
    [TestCase(DateTimeKind.Unspecified, 12 * 60)]
    [TestCase(DateTimeKind.Local, (6 * 60) + 30)]
    public void UtcOf_AnyKind_IsTheMomentThatLog4NetPrints(DateTimeKind kind, int minutes)
    {
        using LocalZone india = new("Asia/Kolkata");
        LoggingEvent logged = new(new LoggingEventData { TimeStampUtc = new DateTime(2026, 11, 28, 12, 0, 0, kind) });

        DateTime time = EventTime.UtcOf(logged);

        Assert.That((time.Kind, time), Is.EqualTo((DateTimeKind.Utc, new DateTime(2026, 11, 28).AddMinutes(minutes))));
        Assert.That(logged.TimeStamp.ToUniversalTime(), Is.EqualTo(time));
    }
}
