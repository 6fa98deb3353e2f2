using System.Runtime.CompilerServices;
using Easy.Logger.Extensions.Microsoft.Configuration;
using Easy.Logger.Extensions.Microsoft.Diagnostics;
using Easy.Logger.Extensions.Microsoft.Scopes;
using Easy.Logger.Extensions.Microsoft.State;
using log4net.Core;
using log4net.Repository;
using log4net.Util;
using Microsoft.Extensions.Logging;

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

    /// <summary>Makes the event. Its properties go into those lent, if there are any, otherwise they are its own.</summary>
    public LoggingEvent Make<TState>(
        ILoggerRepository repository,
        string name,
        Level level,
        Type boundary,
        EventId eventId,
        in TState state,
        Exception? exception,
        Func<TState, Exception?, string> formatter,
        PropertyPlan plan,
        PropertiesDictionary? lent,
        CallingThread thread)
    {
        StateReader? reader = null;
        string? message = plan.IsEverything || plan.HasTemplate ? null : TryFormat(in state, exception, formatter);
        if (message is null)
        {
            reader = StateReader.Rent(notices);
            reader.Read(state);
            message = MessageOf(reader, in state, exception, formatter);
        }

        LoggingEvent made = new(boundary, repository, name, level, message, exception);
        if (plan.HasProperties)
        {
            WriteProperties(lent ?? made.Properties, reader, in state, eventId, plan, thread);
        }

        reader?.Return();
        if (lent is not null)
        {
            plan.Use.Lend(made, lent);
        }

        return made;
    }

    /// <summary>
    /// The nearer to the call the stronger: state before inner scope before outer scope, and the provider's own names only where they are
    /// free.
    /// </summary>
    [MethodImpl(MethodImplOptions.NoInlining)] // most calls have none to write
    private void WriteProperties<TState>(
        PropertiesDictionary properties,
        StateReader? reader,
        in TState state,
        EventId eventId,
        PropertyPlan plan,
        CallingThread thread)
    {
        ProviderSettings settings = _settings;
        string? scopeText = settings.IncludeScopes
            && _scopes is { } scopes ? ScopeReader.Read(scopes, properties, notices, plan, thread) : null;
        if (reader is null)
        {
            try
            {
                StatePairs.Write(in state, properties, plan);
            }
            catch (Exception e)
            {
                notices.Report(StateReader.Unreadable, e);
            }
        }
        else
        {
            reader.WriteTo(properties, plan);
        }

        Fill(properties, PropertyNames.MessageTemplate, plan.HasTemplate ? reader?.Template : null);
        Fill(properties, PropertyNames.Scope, scopeText);
        Fill(properties, PropertyNames.EventId, !plan.HasEventId || eventId.Id == 0 ? null : eventId.Id);
        Fill(properties, PropertyNames.EventName, !plan.HasEventName || string.IsNullOrEmpty(eventId.Name) ? null : eventId.Name);
        if (settings.IncludeActivity && (plan.HasTraceId || plan.HasSpanId))
        {
            (string? traceId, string? spanId) = CurrentActivity.Ids;
            Fill(properties, PropertyNames.TraceId, plan.HasTraceId ? traceId : null);
            Fill(properties, PropertyNames.SpanId, plan.HasSpanId ? spanId : null);
        }
    }

    private static void Fill(PropertiesDictionary properties, string name, object? value)
    {
        if (value is not null && !properties.Contains(name))
        {
            properties[name] = value;
        }
    }

    /// <summary>The message of values that cannot change. The state is asked nothing else if all goes well.</summary>
    private static string? TryFormat<TState>(in TState state, Exception? exception, Func<TState, Exception?, string>? formatter)
    {
        try
        {
            return formatter is not null && StatePairs.AreImmutable(in state) ? formatter(state, exception) : null;
        }
        catch (Exception)
        {
            return null; // it fails again, and is reported
        }
    }

    private string MessageOf<TState>(StateReader reader, in TState state, Exception? exception, Func<TState, Exception?, string>? formatter)
    {
        try
        {
            if (formatter is null)
            {
                return state?.ToString() ?? string.Empty;
            }

            return (reader.HasCaptured ? reader.Message(TemplateMessage.FormatOf<TState>(formatter), typeof(TState)) : null)
                ?? formatter(state, exception)
                ?? string.Empty;
        }
        catch (Exception e)
        {
            notices.Report("a message could not be formatted; its event has the template instead", e);
            return $"{reader.Template} [the message could not be formatted: {e.GetType().Name}]".TrimStart();
        }
    }

    /// <summary>Without a lock: a thread that is to be interrupted would throw where it waits for one.</summary>
    private IExternalScopeProvider OwnOrGivenScopes() =>
        _scopes ?? Interlocked.CompareExchange(ref _scopes, new LoggerExternalScopeProvider(), comparand: null) ?? _scopes!;
}
