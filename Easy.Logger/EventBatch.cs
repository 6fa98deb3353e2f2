using System.Diagnostics.CodeAnalysis;
using System.Globalization;
using Easy.Logger.Forwarding;
using Easy.Logger.Rendering;
using log4net.Core;
using log4net.Layout;

namespace Easy.Logger;

/// <summary>Events that a forwarder hands to an <see cref="IBatchAppender" />, with the texts that may not be in them. For one thread, and for the time of the call.</summary>
[SuppressMessage("Design", "CA1001", Justification = "RenderedText is a writer over an array and holds nothing to release.")]
[SuppressMessage("Naming", "CA1711", Justification = "A batch is what a forwarder hands over.")]
public sealed class EventBatch
{
    private const int TextCapacity = 256;

    private readonly List<LayoutRenderer> _renderers = [];
    private readonly List<ILayout> _layouts = [];
    private LoggingEvent[] _events;
    private BatchMessages? _messages;
    private RenderedText? _text;

    /// <summary>Makes a batch of events that come from elsewhere.</summary>
    /// <param name="loggingEvents">The events, in their order; not copied.</param>
    /// <exception cref="ArgumentNullException"><paramref name="loggingEvents" /> is <see langword="null" />.</exception>
    public EventBatch(LoggingEvent[] loggingEvents) => _events = loggingEvents ?? throw new ArgumentNullException(nameof(loggingEvents));

    internal EventBatch()
        : this([])
    {
    }

    /// <summary>How many events there are.</summary>
    public int Count => _events.Length;

    /// <summary>Whether the forwarder's own code writes what every one of the layouts writes.</summary>
    internal bool IsCompiled => _renderers.TrueForAll(renderer => renderer.IsCompiled);

    /// <summary>An event. What it says of its message may not be true: that is for <see cref="WriteMessage" /> to write.</summary>
    /// <param name="index">Its place in the batch.</param>
    /// <returns>The event.</returns>
    public LoggingEvent this[int index] => _events[index];

    /// <summary>Writes the message of an event.</summary>
    /// <param name="index">Its place in the batch.</param>
    /// <param name="writer">Where to.</param>
    /// <exception cref="ArgumentNullException"><paramref name="writer" /> is <see langword="null" />.</exception>
    public void WriteMessage(int index, TextWriter writer)
    {
        if (writer is null)
        {
            throw new ArgumentNullException(nameof(writer));
        }

        DeferredMessage message = MessageOf(index);
        if (message.IsNone)
        {
            _events[index].WriteRenderedMessage(writer);
        }
        else
        {
            RenderedText text = Text();
            message.WriteTo(text, _events[index]);
            text.CopyTo(writer, 0, text.Length);
        }
    }

    /// <summary>Writes what a layout makes of an event, or throws what it throws.</summary>
    /// <param name="index">Its place in the batch.</param>
    /// <param name="layout">The layout.</param>
    /// <param name="writer">Where to.</param>
    /// <exception cref="ArgumentNullException"><paramref name="layout" /> or <paramref name="writer" /> is <see langword="null" />.</exception>
    public void Format(int index, ILayout layout, TextWriter writer)
    {
        if (layout is null)
        {
            throw new ArgumentNullException(nameof(layout));
        }

        if (writer is null)
        {
            throw new ArgumentNullException(nameof(writer));
        }

        int known = _layouts.IndexOf(layout);
        if (known >= 0 && _renderers[known] is { IsCompiled: true } renderer)
        {
            RenderedText text = Text();
            renderer.Format(text, _events[index], MessageOf(index));
            text.CopyTo(writer, 0, text.Length);
        }
        else
        {
            _messages?.Fix(index, _events[index]);
            layout.Format(writer, _events[index]);
        }
    }

    /// <summary>Worker only: begins the next batch.</summary>
    /// <param name="loggingEvents">The events.</param>
    /// <param name="messages">Messages that are not in their events.</param>
    /// <param name="layouts">The layouts that will be asked for.</param>
    /// <returns>Whether one of them, or its pattern, is another one than with the batch before.</returns>
    internal bool Begin(LoggingEvent[] loggingEvents, BatchMessages messages, IReadOnlyList<ILayout> layouts)
    {
        _events = loggingEvents;
        _messages = messages;
        bool hasChanged = _layouts.Count != layouts.Count;
        _layouts.Clear();
        _layouts.AddRange(layouts);
        while (_renderers.Count < layouts.Count)
        {
            _renderers.Add(new LayoutRenderer());
        }

        _renderers.RemoveRange(layouts.Count, _renderers.Count - layouts.Count);
        for (int i = 0; i < layouts.Count; i++)
        {
            hasChanged |= _renderers[i].Begin(layouts[i]);
        }

        return hasChanged;
    }

    /// <summary>Worker only: the call is over.</summary>
    internal void End()
    {
        _events = [];
        _messages = null;
    }

    private DeferredMessage MessageOf(int index) => _messages is { } messages ? messages[index] : default;

    private RenderedText Text()
    {
        _text ??= new RenderedText(CultureInfo.InvariantCulture, TextCapacity);
        _text.Clear();
        return _text;
    }
}
