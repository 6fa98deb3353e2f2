using Microsoft.Extensions.DependencyInjection;
using Microsoft.Extensions.Hosting;
using Microsoft.Extensions.Logging;

namespace AotProbe;

/// <summary>
/// A program that names nothing of log4net or Easy.Logger in its code: it logs through Microsoft.Extensions.Logging into the folder that it
/// is given, as the XML there says, and log4net makes what that names by reflection.
/// </summary>
internal static class XmlProgram
{
    public static int Main(string[] arguments)
    {
        HostApplicationBuilder builder = Host.CreateApplicationBuilder();
        builder.Logging.ClearProviders();
        builder.Logging.AddFilter("Microsoft", LogLevel.None).AddEasyLogger(Path.Combine(arguments[0], "log4net.config"));
        using IHost host = builder.Build();
        ILogger log = host.Services.GetRequiredService<ILoggerFactory>().CreateLogger("AotProbe.Program");
        using (log.BeginScope(new Dictionary<string, int> { ["request"] = 7 }))
        {
            for (int i = 0; i < 1000; i++)
            {
                Messages.Provider(log, i);
            }
        }

        return 91;
    }
}
