using Easy.Logger.Rendering;

namespace Easy.Logger.Tests.Capture;

/// <content>Of most events nothing is kept but the values.</content>
internal sealed partial class CapturedEventTests
{
    [Test]
    public void TryKeepValues_EventWithNothingElse_KeepsAllOfThem([Values] bool readsThread, [Values("text", null)] string? text)
    {
        LoggingEvent loggingEvent = Event(text ?? (object)Call("{0}", 5));

        Assert.That(CapturedEvent.TryKeepValues(loggingEvent, readsThread, new LastCall(), out CapturedEvent values), Is.True);

        Assert.That(
            (values.Event, values.Level, values.LoggerName, values.TimeStampUtc, values.Repository, values.ExceptionString),
            Is.EqualTo(((LoggingEvent?)null, Level.Info, "test", loggingEvent.TimeStampUtc, loggingEvent.Repository, (string?)null)));
        Assert.That(values.ThreadName, Is.EqualTo(readsThread ? loggingEvent.ThreadName : null));
        Assert.That(Text(values), Is.EqualTo(text ?? "5"));
    }

    private static IEnumerable<LoggingEvent> WithMore()
    {
        yield return new LoggingEvent(typeof(Some), null, "test", Level.Info, "text", new InvalidOperationException());
        yield return new LoggingEvent(typeof(Some), null, "test", Level.Info, new System.Text.StringBuilder("text"), null);
        yield return new LoggingEvent(typeof(Some), null, "test", Level.Info, Call("{0:N2}", 5), null);
        yield return new LoggingEvent(typeof(Some), null, "test", Level.Info, message: null, null);
        yield return new LoggingEvent(typeof(Some), null, "test", Level.Info, "text", null) { Fix = FixFlags.Message };
        yield return new LoggingEvent(new LoggingEventData { Message = "text", ExceptionString = "failed" });
        yield return new LoggingEvent(new LoggingEventData { Message = "text", TimeStampUtc = DateTime.Now });
        yield return new OwnEvent();
    }

    [TestCaseSource(nameof(WithMore))]
    public void TryKeepValues_EventHasMore_IsKept(LoggingEvent loggingEvent) =>
        Assert.That(CapturedEvent.TryKeepValues(loggingEvent, readsThread: true, new LastCall(), out _), Is.False);

    [Test]
    public void TryKeepValues_SameCallAgain_SharesWhatIsTheSame()
    {
        LastCall lastCall = new();
        object[] sites = [.. new object[] { Call("{0}", 1), Call("{0}", 2), "text", "other", Call("{0}", 3) }.Select(message =>
        {
            _ = CapturedEvent.TryKeepValues(Event(message), readsThread: true, lastCall, out CapturedEvent values);
            return values.Source;
        })];

        Assert.That(sites[1], Is.SameAs(sites[0]));
        Assert.That(sites[3], Is.SameAs(sites[2]).And.Not.SameAs(sites[1]));
    }

    /// <summary>log4net makes the name for each event anew; here it is made once for each name of the thread.</summary>
    [Test]
    public void TryKeepValues_NameOfTheThread_IsTheOneThatTheEventSays()
    {
        using BackgroundCall<bool> call = new(() =>
        {
            LastCall lastCall = new();
            foreach (string? name in new[] { null, "one", "one", ".NET TP Worker", "two", "one" })
            {
                Thread.CurrentThread.Name = name;
                LoggingEvent closed = Event("text");
                closed.Fix = FixFlags.None;
                LoggingEvent made = new(null, null, new LoggingEventData { Message = "text", ThreadName = "made" }, FixFlags.None);
                foreach (Func<LoggingEvent> create in new Func<LoggingEvent>[] { () => Event("text"), () => closed, () => made })
                {
                    _ = CapturedEvent.TryKeepValues(create(), readsThread: true, lastCall, out CapturedEvent values);
                    Assert.That(lastCall.ThreadNameOf(create()), Is.EqualTo(create().ThreadName), name);
                    string? kept = values.Source is CallSite site ? site.ThreadName : create().ThreadName;
                    Assert.That(kept, Is.EqualTo(create().ThreadName), name);
                }
            }

            return true;
        });
        Assert.That(call.Result, Is.True);
    }

    private sealed class OwnEvent() : LoggingEvent(typeof(Some), null, "test", Level.Info, "text", null);
}
