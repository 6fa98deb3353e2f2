namespace log4net.Util.Patterns;

/// <summary>Looks a property up in the contexts as they are while the pattern string is formatted.</summary>
internal sealed class ContextPropertyConverter : PatternConverter
{
    public override void Convert(TextWriter writer, object? state)
    {
        CompositeProperties properties = new(LogicalThreadContext.Properties.Snapshot);
        properties.AddIfAny(ThreadContext.Properties.OfThisThread);
        properties.AddIfAny(GlobalContext.Properties.Snapshot);
        if (Option is { } key)
        {
            WriteObject(writer, null, properties[key]);
        }
        else
        {
            WriteDictionary(writer, null, properties.Flatten());
        }
    }
}
