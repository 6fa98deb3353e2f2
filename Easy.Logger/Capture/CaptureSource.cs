using Easy.Logger.Compatibility;
using log4net.Appender;
using log4net.Core;
using log4net.Filter;
using log4net.Layout;

namespace Easy.Logger.Capture;

/// <summary>
/// Everything that a plan depends on, as a row of objects: compared before each batch, because nobody reports that a pattern, a layout, a
/// filter or an attached appender was exchanged.
/// </summary>
internal static class CaptureSource
{
    private static readonly object _true = new();
    private static readonly object _false = new();
    private static readonly object _end = new();

    public static IEnumerable<object?> Of(IReadOnlyList<IAppender> appenders)
    {
        List<object?> source = [];
        Collect(appenders, source);
        return source;
    }

    /// <summary>Collects into a list that the caller has emptied, and uses again.</summary>
    public static void Collect(IReadOnlyList<IAppender> appenders, List<object?> source)
    {
        for (int i = 0; i < appenders.Count; i++)
        {
            Add(appenders[i], source);
        }
    }

    private static void Add(IAppender appender, List<object?> source)
    {
        bool isNew = !Contains(source, appender); // containers may refer to each other, and to themselves
        source.Add(appender);
        if (!isNew)
        {
            return;
        }

        if (appender is AppenderSkeleton skeleton)
        {
            Add(skeleton.Layout, source);
            source.Add(skeleton.Threshold);
            for (IFilter? filter = skeleton.FilterHead; filter is not null; filter = filter.Next)
            {
                source.Add(filter);
                Add(filter, source);
            }
        }

        switch (appender)
        {
            case IBatchAppender batch:
                source.Add(Value(batch.Fix));
                foreach (ILayout layout in batch.Layouts)
                {
                    Add(layout, source);
                }

                break;
            case BufferingAppenderSkeleton buffer:
                source.Add(Value(buffer.Fix));
                source.Add(buffer is AsyncBufferingForwardingAppender { ChosenFix: null } ? _true : _false);
                source.Add(buffer.Lossy ? _true : _false);
                source.Add(buffer.BufferSize <= 1 ? _true : _false);
                source.Add(buffer.Evaluator);
                source.Add(buffer.LossyEvaluator);
                break;
            case MemoryAppender memory:
                source.Add(Value(memory.Fix));
                break;
            case FileAppender file:
                source.Add(file.File);
                break;
            case TraceAppender trace:
                Add(trace.Category, source);
                break;
            case DebugAppender debug:
                Add(debug.Category, source);
                break;
            case RemoteSyslogAppender syslog:
                Add(syslog.Identity, source);
                break;
        }

        if (appender is ITraceContextAppender tracing)
        {
            source.Add(tracing.WritesTraceContext ? _true : _false);
        }

        if (appender is IAppenderAttachable container)
        {
            foreach (IAppender child in AppenderTree.Behind(container))
            {
                Add(child, source);
            }

            source.Add(_end);
        }
    }

    private static bool Contains(List<object?> source, IAppender appender)
    {
        for (int i = 0; i < source.Count; i++)
        {
            if (ReferenceEquals(source[i], appender))
            {
                return true;
            }
        }

        return false;
    }

    private static void Add(IFilter filter, List<object?> source)
    {
        switch (filter)
        {
            case PropertyFilter property:
                source.Add(property.Key);
                break;
            case LevelMatchFilter match:
                source.Add(match.LevelToMatch);
                source.Add(match.AcceptOnMatch ? _true : _false);
                break;
            case LevelRangeFilter range:
                source.Add(range.LevelMin);
                source.Add(range.LevelMax);
                source.Add(range.AcceptOnMatch ? _true : _false);
                break;
        }
    }

    private static void Add(ILayout? layout, List<object?> source)
    {
        layout = layout is IReplacementLayout { Replaced: var replaced } ? replaced : layout;
        source.Add(layout);
        if (layout is null)
        {
            return;
        }

        source.Add(layout.IgnoresException ? _true : _false);
        if (layout is PatternLayout pattern && Log4NetMembers.AreAvailable)
        {
            source.Add(Log4NetMembers.HeadOf(pattern));
        }
        else if (layout is XmlLayoutBase xml)
        {
            source.Add(xml.LocationInfo ? _true : _false);
        }
    }

    /// <summary>One object for each value, so that references can be compared.</summary>
    private static object Value(FixFlags flags) => _flags.GetOrAdd(flags, static value => value);

    private static readonly System.Collections.Concurrent.ConcurrentDictionary<FixFlags, object> _flags = new();
}

/// <summary>
/// A layout of ours that is in the place of an appender's own for the time of a batch: whoever looks at the appender means the other one.
/// </summary>
internal interface IReplacementLayout
{
    /// <summary>The appender's own.</summary>
    ILayout Replaced { get; }
}
