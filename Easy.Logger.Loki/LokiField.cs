using log4net.Layout;

namespace Easy.Logger.Loki;

/// <summary>A name, and where its value comes from: a label of streams, or structured metadata of lines.</summary>
/// <remarks>
/// One of <see cref="Value" />, <see cref="Layout" /> and <see cref="Property" /> is set. Read by
/// <see cref="LokiAppender.ActivateOptions" />; for one thread until then.
/// </remarks>
public sealed class LokiField
{
    /// <summary>
    /// The name; for a <see cref="Property" /> that of the property when not set. Loki takes letters of the alphabet, digits and
    /// underscores, not beginning with a digit: every other character becomes an underscore.
    /// </summary>
    public string? Name { get; set; }

    /// <summary>A text that is the same for every event; <c>${NAME}</c> stands for a variable of the environment. Default none.</summary>
    public string? Value { get; set; }

    /// <summary>A layout that makes the value of each event. Default none.</summary>
    public ILayout? Layout { get; set; }

    /// <summary>
    /// A property of the event. <c>order.*</c> stands for each property that begins so, <c>*</c> for all of them; each is then its own
    /// name. An event that has none has no such label. Default none.
    /// </summary>
    public string? Property { get; set; }
}
