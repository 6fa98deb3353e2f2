using System.Reflection;
using Easy.Logger.Extensions.Microsoft;
using Easy.Logger.Extensions.Microsoft.Categories;
using Easy.Logger.Extensions.Microsoft.Configuration;
using Easy.Logger.Extensions.Microsoft.Diagnostics;

namespace Easy.Logger.Tests.Provider;

/// <summary>
/// A log call by a thread that is to be interrupted, while another is in the same place: it must not throw, so it must not wait.
/// </summary>
[Category("Provider")]
internal sealed class InterruptTests
{
    [TestCase("told before")]
    [TestCase("new")]
    public void Tell_InterruptPendingAndEverythingLocked_ThrowsNothing(string what)
    {
        FailureNotices notices = new();
        notices.Report("told before", exception: null);

        AssertNotThrown([notices, .. FieldsOf(notices)], () => notices.Report(what, exception: null));
    }

    [Test]
    public void BeginScope_InterruptPendingAndEverythingLocked_ThrowsNothing()
    {
        FailureNotices notices = new();
        EventMaker events = new(ProviderSettings.Of(new EasyLoggerOptions(), out _), notices);

        AssertNotThrown([events, notices, .. FieldsOf(events)], () => events.BeginScope("scope"));
    }

    /// <summary>Every object that its code could use as a lock.</summary>
    private static IEnumerable<object> FieldsOf(object instance) => instance.GetType()
        .GetFields(BindingFlags.Instance | BindingFlags.NonPublic)
        .Where(field => !field.FieldType.IsValueType)
        .Select(field => field.GetValue(instance))
        .OfType<object>();

    private static void AssertNotThrown(object[] locks, Action call)
    {
        try
        {
            Array.ForEach(locks, Monitor.Enter);
            using BackgroundCall<bool> interrupted = new(() =>
            {
                Thread.CurrentThread.Interrupt();
                call();
                return true;
            });
            Assert.That(interrupted.Result, Is.True);
        }
        finally
        {
            Array.ForEach(locks, Monitor.Exit);
        }
    }
}
