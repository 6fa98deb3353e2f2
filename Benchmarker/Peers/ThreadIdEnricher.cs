using Serilog.Core;
using Serilog.Events;

namespace Benchmarker.Peers;

/// <summary>Gives Serilog's events the thread's number, which the other libraries record themselves.</summary>
internal sealed class ThreadIdEnricher : ILogEventEnricher
{
    // As the enricher that is published for this does: making one per event would be the enricher's cost, not Serilog's.
    [ThreadStatic]
    private static LogEventProperty? _property;

    public void Enrich(LogEvent logEvent, ILogEventPropertyFactory propertyFactory) => logEvent.AddPropertyIfAbsent(
        _property ??= new LogEventProperty("ThreadId", new ScalarValue(Environment.CurrentManagedThreadId)));
}
