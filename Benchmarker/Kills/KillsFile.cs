using System.Globalization;
using Benchmarker.Stress;
using Easy.Logger.Journaling;
using log4net.Appender;
using log4net.Core;

namespace Benchmarker.Kills;

/// <summary>The log: a file that may refuse a batch, and then writes down which events it has refused for good.</summary>
internal sealed class KillsFile(Chance chance, int refusesOneIn, string refused, Action onFirstLine) : FileAppender
{
    private bool _hasWritten;

    /// <inheritdoc />
    protected override void Append(LoggingEvent loggingEvent) => Append([loggingEvent]);

    /// <inheritdoc />
    protected override void Append(LoggingEvent[] loggingEvents)
    {
        if (refusesOneIn > 0 && chance.OneIn(refusesOneIn))
        {
            // A recovered event that is refused stays in the journal.
            System.IO.File.AppendAllLines(refused, loggingEvents.Where(IsNew).Select(one => Head(one.RenderedMessage!)));
            throw new InvalidOperationException("refused");
        }

        base.Append(loggingEvents);
        if (!_hasWritten && loggingEvents.Any(IsNew))
        {
            _hasWritten = true;
            onFirstLine();
        }
    }

    private static bool IsNew(LoggingEvent loggingEvent) => loggingEvent.LoggerName != "Easy.Logger"
        && loggingEvent.LookupProperty(EventSerializer.RecoveredProperty) is null;

    private static string Head(string message) => string.Create(CultureInfo.InvariantCulture, $"{message[..message.LastIndexOf(' ')]} |");
}
