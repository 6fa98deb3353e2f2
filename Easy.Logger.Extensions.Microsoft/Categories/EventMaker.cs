using Easy.Logger.Extensions.Microsoft.Configuration;
using Easy.Logger.Extensions.Microsoft.Diagnostics;
using Easy.Logger.Extensions.Microsoft.Scopes;
using Easy.Logger.Extensions.Microsoft.State;
using log4net.Core;
using log4net.Util;
using Microsoft.Extensions.Logging;
using ILog4NetLogger = log4net.Core.ILogger;

namespace Easy.Logger.Extensions.Microsoft.Categories;

/// <summary>
/// Makes a log4net event of a log call, all of it on the caller's thread. Whatever of the call fails, there is an event. Safe for any
/// thread.
/// </summary>
internal sealed class EventMaker(ProviderSettings settings, FailureNotices notices)
{
    private volatile ProviderSettings _settings = settings;
    private volatile IExternalScopeProvider? _scopes;

    public FailureNotices Notices => notices;

    /// <summary>The options in force.</summary>
    public ProviderSettings Settings
    {
        set => _settings = value;
    }

    /// <summary>The scopes of the factory; a provider that is used without one gets its own at the first scope.</summary>
    public IExternalScopeProvider? Scopes
    {
        set => _scopes = value;
    }

    public IDisposable? BeginScope(object state) => _settings.IncludeScopes ? OwnOrGivenScopes().Push(state) : null;

    /// <summary>Makes the event. The properties that are read go into those lent, if there are any, otherwise into its own.</summary>
    public LoggingEvent Make<TState>(
        ILog4NetLogger logger,
        Level level,
        Type boundary,
        EventId eventId,
        TState state,
        Exception? exception,
        Func<TState, Exception?, string> formatter,
        PropertyUse use,
        PropertiesDictionary? lent)
    {
        bool needsReader = use.IsAny || StatePairs.NeedReader(state, use);
        StateReader? reader = needsReader ? StateReader.Rent(notices) : null;
        reader?.Read(state);
        string message = MessageOf(reader, state, exception, formatter);
        LoggingEvent made = new(boundary, logger.Repository, logger.Name, level, message, exception);
        if ((use.IsAny ? made.Properties : lent) is { } properties)
        {
            WriteProperties(properties, reader, eventId, use);
        }

        reader?.Return();
        if (lent is not null)
        {
            use.Lend(made, lent);
        }

        return made;
    }

    /// <summary>
    /// The nearer to the call the stronger: state before inner scope before outer scope, and the provider's own names only where they are
    /// free.
    /// </summary>
    private void WriteProperties(PropertiesDictionary properties, StateReader? reader, EventId eventId, PropertyUse use)
    {
        ProviderSettings settings = _settings;
        string? scopeText = settings.IncludeScopes && _scopes is { } scopes ? ScopeReader.Read(scopes, properties, notices, use) : null;
        reader?.WriteTo(properties, use);
        Fill(properties, PropertyNames.MessageTemplate, reader?.Template, use);
        Fill(properties, PropertyNames.Scope, scopeText, use);
        if (eventId.Id != 0 && use.Reads(PropertyNames.EventId))
        {
            Fill(properties, PropertyNames.EventId, eventId.Id, use);
        }

        Fill(properties, PropertyNames.EventName, string.IsNullOrEmpty(eventId.Name) ? null : eventId.Name, use);
        if (settings.IncludeActivity && (use.Reads(PropertyNames.TraceId) || use.Reads(PropertyNames.SpanId)))
        {
            (string? traceId, string? spanId) = CurrentActivity.Ids;
            Fill(properties, PropertyNames.TraceId, traceId, use);
            Fill(properties, PropertyNames.SpanId, spanId, use);
        }
    }

    private static void Fill(PropertiesDictionary properties, string name, object? value, PropertyUse use)
    {
        if (value is not null && use.Reads(name) && !properties.Contains(name))
        {
            properties[name] = value;
        }
    }

    private string MessageOf<TState>(StateReader? reader, TState state, Exception? exception, Func<TState, Exception?, string>? formatter)
    {
        try
        {
            if (formatter is null)
            {
                return state?.ToString() ?? string.Empty;
            }

            return (reader is { HasCaptured: true } ? reader.Message(TemplateMessage.FormatOf<TState>(formatter)) : null) ?? formatter(state, exception)
                ?? string.Empty;
        }
        catch (Exception e)
        {
            notices.Tell("a message could not be formatted; its event has the template instead", e);
            return $"{reader?.Template ?? StatePairs.TemplateOf(state)} [the message could not be formatted: {e.GetType().Name}]".TrimStart();
        }
    }

    /// <summary>Without a lock: a thread that is to be interrupted would throw where it waits for one.</summary>
    private IExternalScopeProvider OwnOrGivenScopes() =>
        _scopes ?? Interlocked.CompareExchange(ref _scopes, new LoggerExternalScopeProvider(), comparand: null) ?? _scopes!;
}
