using System.Collections;
using System.Configuration;
using System.Net;
using System.Reflection;
using System.Xml;
using log4net.Repository;
using log4net.Util;

namespace log4net.Config;

public static class XmlConfigurator
{
    private const string SectionName = "log4net";
    private const int OpenAttempts = 5;
    private const int OpenPauseMs = 250;

    public static ICollection Configure() => Configure(LogManager.GetRepository(Assembly.GetCallingAssembly()));

    // Without a repository the messages are returned only, not kept on it.
    public static ICollection Configure(FileInfo configFile)
    {
        ILoggerRepository repository = LogManager.GetRepository(Assembly.GetCallingAssembly());
        return ConfigurationRun.Collect(() => ApplyFile(repository, configFile));
    }

    public static ICollection Configure(Stream configStream) => Configure(LogManager.GetRepository(Assembly.GetCallingAssembly()), configStream);
    public static ICollection Configure(Uri configUri) => Configure(LogManager.GetRepository(Assembly.GetCallingAssembly()), configUri);
    public static ICollection Configure(XmlElement element) => Configure(LogManager.GetRepository(Assembly.GetCallingAssembly()), element);
    public static ICollection Configure(ILoggerRepository repository) => ConfigurationRun.On(repository, () => ApplySection(repository));

    public static ICollection Configure(ILoggerRepository repository, FileInfo configFile)
        => ConfigurationRun.On(repository, () => ApplyFile(repository, configFile));

    public static ICollection Configure(ILoggerRepository repository, Stream configStream)
        => ConfigurationRun.On(repository, () => ApplyStream(repository, configStream));

    public static ICollection Configure(ILoggerRepository repository, Uri configUri) => ConfigurationRun.On(repository, () => ApplyUri(repository, configUri));

    public static ICollection Configure(ILoggerRepository repository, XmlElement element)
        => ConfigurationRun.On(repository, () => ApplyElement(repository, element));

    public static ICollection ConfigureAndWatch(FileInfo configFile) => ConfigureAndWatch(LogManager.GetRepository(Assembly.GetCallingAssembly()), configFile);

    public static ICollection ConfigureAndWatch(ILoggerRepository repository, FileInfo configFile) => ConfigurationRun.On(repository, () =>
    {
        if (configFile is not null)
        {
            // First the watcher: a change during the first reading is not missed.
            ConfigFileWatcher.Start(repository, configFile.FullName);
        }
        ApplyFile(repository, configFile);
    });

    private static void ApplySection(ILoggerRepository repository)
    {
        try
        {
            if (ConfigurationManager.GetSection(SectionName) is XmlElement element)
            {
                ApplyElement(repository, element);
                return;
            }
            Fail($"The configuration of the application has no section [{SectionName}] that is XML.");
        }
        catch (ConfigurationException e)
        {
            Fail("The configuration of the application is not readable.", e);
        }
    }

    private static void ApplyFile(ILoggerRepository repository, FileInfo? file)
    {
        if (file is null)
        {
            Fail("No configuration file was given.");
        }
        else if (!File.Exists(file.FullName))
        {
            LogLog.Debug(typeof(XmlConfigurator), $"Configuration file [{file.FullName}] does not exist, nothing is changed.");
        }
        else if (Open(file.FullName) is { } stream)
        {
            using (stream)
            {
                ApplyStream(repository, stream);
            }
        }
    }

    private static void ApplyUri(ILoggerRepository repository, Uri? uri)
    {
        if (uri is null)
        {
            Fail("No configuration address was given.");
            return;
        }
        if (uri.IsFile)
        {
            ApplyFile(repository, new FileInfo(uri.LocalPath));
            return;
        }
        try
        {
            WebRequest request = WebRequest.Create(uri);
            request.Credentials = CredentialCache.DefaultCredentials;
            using WebResponse response = request.GetResponse();
            using Stream stream = response.GetResponseStream();
            ApplyStream(repository, stream);
        }
        catch (Exception e) when (e is WebException or NotSupportedException or IOException)
        {
            Fail($"[{uri}] gave no configuration.", e);
        }
    }

    private static void ApplyStream(ILoggerRepository repository, Stream? stream)
    {
        if (stream is null)
        {
            Fail("No configuration stream was given.");
            return;
        }
        // A document type is skipped and nothing is fetched from elsewhere.
        XmlDocument document = new() { XmlResolver = null };
        try
        {
            using XmlReader reader = XmlReader.Create(stream, new XmlReaderSettings { DtdProcessing = DtdProcessing.Ignore, XmlResolver = null });
            document.Load(reader);
        }
        catch (Exception e) when (e is XmlException or IOException)
        {
            Fail("The configuration is not readable.", e);
            return;
        }
        switch (document.GetElementsByTagName(SectionName))
        {
            case { Count: 1 } found:
                ApplyElement(repository, (XmlElement)found[0]!);
                break;
            case { Count: > 1 } found:
                Fail($"The configuration has {found.Count} elements [{SectionName}], one is allowed.");
                break;
            default:
                LogLog.Debug(typeof(XmlConfigurator), $"The configuration has no element [{SectionName}], nothing is changed.");
                break;
        }
    }

    private static void ApplyElement(ILoggerRepository repository, XmlElement? element)
    {
        if (element is null)
        {
            Fail("No configuration element was given.");
        }
        else if (repository is IXmlRepositoryConfigurator configurable)
        {
            configurable.Configure(element);
        }
        else
        {
            LogLog.Warn(typeof(XmlConfigurator), $"Repository [{repository.Name}] is not configured by XML.");
        }
    }

    /// <summary>Editors hold a file for a moment while they save it.</summary>
    private static FileStream? Open(string path)
    {
        for (int attempt = 1; ; attempt++)
        {
            try
            {
                return new FileStream(path, FileMode.Open, FileAccess.Read, FileShare.Read);
            }
            catch (Exception e) when (e is IOException or UnauthorizedAccessException)
            {
                if (attempt == OpenAttempts || e is not IOException)
                {
                    Fail($"Configuration file [{path}] does not open.", e);
                    return null;
                }
            }
            Thread.Sleep(OpenPauseMs);
        }
    }

    private static void Fail(string message, Exception? exception = null) => LogLog.Error(typeof(XmlConfigurator), message, exception);
}
