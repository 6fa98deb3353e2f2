using log4net.Core;

namespace log4net.Layout.Pattern;

/// <summary>Writes one property, named by the constructor or else by the option; without a name all of them.</summary>
internal sealed class EventPropertyConverter : PatternLayoutConverter
{
    private readonly string? _fixedName;

    internal EventPropertyConverter(string? fixedName) => _fixedName = fixedName;

    protected override void Convert(TextWriter writer, LoggingEvent loggingEvent)
    {
        switch (_fixedName ?? Option)
        {
            case { } name:
                WriteObject(writer, loggingEvent.Repository, loggingEvent.LookupProperty(name));
                break;
            case null:
                WriteDictionary(writer, loggingEvent.Repository, loggingEvent.GetProperties());
                break;
        }
    }
}
