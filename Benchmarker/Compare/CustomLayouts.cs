using System.Globalization;
using System.Text;
using log4net.Core;
using log4net.Filter;
using log4net.Layout;
using log4net.Layout.Pattern;

namespace Benchmarker.Compare;

/// <summary>A layout of an application.</summary>
internal sealed class CustomLayout(string reads) : LayoutSkeleton
{
    public override void ActivateOptions()
    {
    }

    public override void Format(TextWriter writer, LoggingEvent loggingEvent)
    {
        EventReader.Write(writer, reads, loggingEvent);
        writer.Write('\n');
    }
}

/// <summary>One that keeps its text in a field: two threads at once would mix their lines.</summary>
internal sealed class CustomLayoutWithBuffer(string reads) : LayoutSkeleton
{
    private readonly StringBuilder _text = new();

    public override void ActivateOptions()
    {
    }

    public override void Format(TextWriter writer, LoggingEvent loggingEvent)
    {
        _text.Clear();
        using (StringWriter text = new(_text, CultureInfo.InvariantCulture))
        {
            EventReader.Write(text, reads, loggingEvent);
        }

        _text.Append('\n');
        writer.Write(_text.ToString());
    }
}

/// <summary>As an application derives a layout to add an option.</summary>
internal sealed class CustomPatternLayout : PatternLayout
{
    public string Comment { get; set; } = string.Empty;
}

/// <summary>
/// A converter of an application: reads what the names of log4net's converters do not tell, keeps its text in a field, and writes a number
/// to the writer.
/// </summary>
internal sealed class CustomConverter : PatternLayoutConverter
{
    private readonly StringBuilder _text = new();

    protected override void Convert(TextWriter writer, LoggingEvent loggingEvent)
    {
        _text.Clear().Append(EventReader.Location(loggingEvent)).Append(' ').Append(EventReader.Properties(loggingEvent));
        writer.Write(_text.ToString());
        writer.Write(1234.5);
    }
}

/// <summary>A parameter's layout of an application.</summary>
internal sealed class CustomRawLayout : IRawLayout
{
    public object? Format(LoggingEvent loggingEvent) =>
        $"{loggingEvent.UserName}, {EventReader.Location(loggingEvent)}, {EventReader.Properties(loggingEvent)}";
}

/// <summary>Lets pass what has an even number of characters in the part that it reads.</summary>
internal sealed class CustomFilter(string reads) : FilterSkeleton
{
    public override FilterDecision Decide(LoggingEvent loggingEvent) =>
        EventReader.Read(reads, loggingEvent).Length % 2 == 0 ? FilterDecision.Neutral : FilterDecision.Deny;
}

internal sealed class CustomEvaluator : ITriggeringEventEvaluator
{
    public bool IsTriggeringEvent(LoggingEvent loggingEvent) => loggingEvent.LookupProperty("a") is not null;
}
