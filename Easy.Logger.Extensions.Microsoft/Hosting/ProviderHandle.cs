namespace Easy.Logger.Extensions.Microsoft.Hosting;

/// <summary>Knows the provider of a container once it is made: a provider that nobody uses is never made.</summary>
internal sealed class ProviderHandle
{
    private volatile EasyLoggerProvider? _provider;

    public EasyLoggerProvider? Provider
    {
        get => _provider;
        set => _provider = value;
    }
}
