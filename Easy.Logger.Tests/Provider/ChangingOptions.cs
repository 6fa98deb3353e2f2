using Easy.Logger.Extensions.Microsoft;
using Microsoft.Extensions.Options;

namespace Easy.Logger.Tests.Provider;

/// <summary>Options that change when a test says so, also when whoever listened has left: a change can be on its way then.</summary>
internal sealed class ChangingOptions(EasyLoggerOptions options) : IOptionsMonitor<EasyLoggerOptions>
{
    private Action<EasyLoggerOptions, string?>? _listener;

    public EasyLoggerOptions CurrentValue => options;

    public EasyLoggerOptions Get(string? name) => options;

    public IDisposable? OnChange(Action<EasyLoggerOptions, string?> listener)
    {
        _listener = listener;
        return null;
    }

    public void Raise(EasyLoggerOptions changed, string? name = null) => _listener!(changed, name ?? Options.DefaultName);
}
