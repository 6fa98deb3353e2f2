using Easy.Logger;
using Easy.Logger.Extensions.Microsoft;
using Easy.Logger.Extensions.Microsoft.Configuration;
using Easy.Logger.Extensions.Microsoft.Hosting;
using Easy.Logger.Interfaces;
using Microsoft.Extensions.DependencyInjection;
using Microsoft.Extensions.DependencyInjection.Extensions;
using Microsoft.Extensions.Hosting;
using Microsoft.Extensions.Logging.Configuration;
using Microsoft.Extensions.Options;

namespace Microsoft.Extensions.Logging;

/// <summary>Adds log4net, through Easy.Logger, to a logging builder. Safe for any thread that has a builder of its own.</summary>
/// <remarks>
/// Each of the methods registers an <see cref="EasyLoggerProvider" />, an <see cref="EasyLoggerHealthCheck" /> for those who ask for it,
/// <c>IEasyLogger&lt;T&gt;</c> on the same repository, and a hosted service that
/// has everything written when the host stops. Called more than once they register nothing more, and the options of all calls apply, the
/// last one strongest.
/// </remarks>
public static class EasyLoggerExtensions
{
    /// <summary>Adds the provider with its default options: <c>log4net.config</c> in the application's folder, unless log4net is configured
    /// already.</summary>
    /// <param name="builder">The builder.</param>
    /// <returns>The same builder.</returns>
    /// <exception cref="ArgumentNullException"><paramref name="builder" /> is <see langword="null" />.</exception>
    public static ILoggingBuilder AddEasyLogger(this ILoggingBuilder builder)
    {
        IServiceCollection services = builder?.Services ?? throw new ArgumentNullException(nameof(builder));
        builder.AddConfiguration();
        services.TryAddEnumerable(ServiceDescriptor.Singleton<IConfigureOptions<EasyLoggerOptions>, SectionOptions>());
        services.TryAddEnumerable(ServiceDescriptor.Singleton<
            IOptionsChangeTokenSource<EasyLoggerOptions>, LoggerProviderOptionsChangeTokenSource<EasyLoggerOptions, EasyLoggerProvider>>());
        services.TryAddSingleton<ProviderHandle>();
        services.TryAddSingleton(provider => provider.GetRequiredService<ProviderHandle>().Provider =
            EasyLoggerProvider.Follow(provider.GetRequiredService<IOptionsMonitor<EasyLoggerOptions>>()));
        services.TryAddSingleton(provider =>
            new EasyLoggerHealthCheck(() => provider.GetServices<ILoggerProvider>().OfType<EasyLoggerProvider>().FirstOrDefault()));
        services.TryAddEnumerable(
            ServiceDescriptor.Singleton<ILoggerProvider, EasyLoggerProvider>(
                provider => provider.GetRequiredService<EasyLoggerProvider>()));
        services.TryAddEnumerable(ServiceDescriptor.Singleton<IHostedService, FlushAtStop>(
            provider => new FlushAtStop(provider.GetRequiredService<ProviderHandle>())));
        services.TryAddSingleton(provider => provider.GetRequiredService<EasyLoggerProvider>().Repository);
        services.TryAddSingleton(typeof(IEasyLogger<>), typeof(Log4NetLogger<>));
        return builder;
    }

    /// <summary>Adds the provider with a log4net configuration.</summary>
    /// <param name="builder">The builder.</param>
    /// <param name="configuration">
    /// The path of the configuration file; a relative one begins at the application's folder. The file is read when the provider is made,
    /// which throws when there is no such file.
    /// </param>
    /// <returns>The same builder.</returns>
    /// <exception cref="ArgumentNullException">An argument is <see langword="null" />.</exception>
    /// <exception cref="ArgumentException"><paramref name="configuration" /> is empty.</exception>
    public static ILoggingBuilder AddEasyLogger(this ILoggingBuilder builder, string configuration) =>
        builder.AddEasyLogger(new FileInfo(configuration));

    /// <summary>Adds the provider with a log4net configuration.</summary>
    /// <param name="builder">The builder.</param>
    /// <param name="configuration">The configuration file; a relative path begins at the application's folder. It is read when the provider
    /// is made, which throws when there is no such file.</param>
    /// <returns>The same builder.</returns>
    /// <exception cref="ArgumentNullException">An argument is <see langword="null" />.</exception>
    public static ILoggingBuilder AddEasyLogger(this ILoggingBuilder builder, FileInfo configuration)
    {
        if (configuration is null)
        {
            throw new ArgumentNullException(nameof(configuration));
        }

        return builder.AddEasyLogger(options => options.Configuration = configuration);
    }

    /// <summary>Adds the provider with options.</summary>
    /// <param name="builder">The builder.</param>
    /// <param name="configure">Sets the options. It runs when the provider is made.</param>
    /// <returns>The same builder.</returns>
    /// <exception cref="ArgumentNullException">An argument is <see langword="null" />.</exception>
    public static ILoggingBuilder AddEasyLogger(this ILoggingBuilder builder, Action<EasyLoggerOptions> configure)
    {
        if (configure is null)
        {
            throw new ArgumentNullException(nameof(configure));
        }

        builder.AddEasyLogger();
        builder.Services.Configure(configure);
        return builder;
    }
}
