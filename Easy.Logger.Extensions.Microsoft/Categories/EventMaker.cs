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

    public LoggingEvent Make<TState>(
        ILog4NetLogger logger, Level level, Type boundary, EventId eventId, TState state, Exception? exception, Func<TState, Exception?, string> formatter)
    {
        StateReader reader = StateReader.Rent(notices);
        reader.Read(state);
        string message = MessageOf(reader, state, exception, formatter);
        LoggingEvent made = new(boundary, logger.Repository, logger.Name, level, message, exception);

        // The nearer to the call the stronger: state before inner scope before outer scope, and the provider's own names only where they
        // are free.
        PropertiesDictionary properties = made.Properties;
        string? scopeText = _settings.IncludeScopes && _scopes is { } scopes ? ScopeReader.Read(scopes, properties, notices) : null;
        reader.WriteTo(properties);
        string? template = reader.Template;
        reader.Return();
        Fill(properties, PropertyNames.MessageTemplate, template);
        Fill(properties, PropertyNames.Scope, scopeText);
        Fill(properties, PropertyNames.EventId, eventId.Id == 0 ? null : eventId.Id);
        Fill(properties, PropertyNames.EventName, string.IsNullOrEmpty(eventId.Name) ? null : eventId.Name);
        if (_settings.IncludeActivity)
        {
            (string? traceId, string? spanId) = CurrentActivity.Ids;
            Fill(properties, PropertyNames.TraceId, traceId);
            Fill(properties, PropertyNames.SpanId, spanId);
        }

        return made;
    }

    private static void Fill(PropertiesDictionary properties, string name, object? value)
    {
        if (value is not null && !properties.Contains(name))
        {
            properties[name] = value;
        }
    }

    private string MessageOf<TState>(StateReader reader, TState state, Exception? exception, Func<TState, Exception?, string>? formatter)
    {
        try
        {
            if (formatter is null)
            {
                return state?.ToString() ?? string.Empty;
            }

            return (reader.HasCaptured ? reader.Message(TemplateMessage.FormatOf<TState>(formatter)) : null) ?? formatter(state, exception)
                ?? string.Empty;
        }
        catch (Exception e)
        {
            notices.Tell("a message could not be formatted; its event has the template instead", e);
            return $"{reader.Template} [the message could not be formatted: {e.GetType().Name}]".TrimStart();
        }
    }

    /// <summary>Without a lock: a thread that is to be interrupted would throw where it waits for one.</summary>
    private IExternalScopeProvider OwnOrGivenScopes() =>
        _scopes ?? Interlocked.CompareExchange(ref _scopes, new LoggerExternalScopeProvider(), comparand: null) ?? _scopes!;
}
