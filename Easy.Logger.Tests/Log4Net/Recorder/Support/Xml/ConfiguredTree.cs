using System.Globalization;
using System.Reflection;
using System.Text;
using log4net.Appender;
using log4net.Core;
using log4net.Repository.Hierarchy;
using log4net.Util;

namespace Recorder;

/// <summary>What a configuration has made of a repository: loggers and appenders, with every simple property that is not as in a fresh object.</summary>
internal static class ConfiguredTree
{
    public static void Write(Golden golden, Hierarchy repository)
    {
        golden.Line($"tree: configured {repository.Configured}, threshold {repository.Threshold?.Name}, root {repository.Root.Level?.Name}");
        WriteAppenders(golden, "  ", repository.Root.Appenders);
        foreach (Logger logger in repository.GetCurrentLoggers().Cast<Logger>().OrderBy(logger => logger.Name, StringComparer.Ordinal))
        {
            golden.Line($"  logger {logger.Name} level {Golden.Show(logger.Level?.Name)} additive {logger.Additivity}");
            WriteAppenders(golden, "    ", logger.Appenders);
        }
    }

    /// <summary>The type's name and its public properties, sorted; nested objects one level down.</summary>
    public static string Describe(object value) => Describe(value, nested: false);

    private static void WriteAppenders(Golden golden, string indent, AppenderCollection appenders)
    {
        foreach (IAppender appender in appenders)
        {
            golden.Line(indent + "appender " + Describe(appender));
            if (appender is IAppenderAttachable container)
            {
                WriteAppenders(golden, indent + "  ", container.Appenders);
            }
        }
    }

    private static string Describe(object value, bool nested)
    {
        Type type = value.GetType();
        object? fresh = Fresh(type);
        List<string> parts = [];
        foreach (PropertyInfo property in type.GetProperties(BindingFlags.Instance | BindingFlags.Public).OrderBy(p => p.Name, StringComparer.Ordinal))
        {
            if (property.GetIndexParameters().Length > 0 || !property.CanRead || property.Name is "Appenders" or "FilterHead" or "Next" or "ErrorHandler")
            {
                continue;
            }

            string? text = Text(property.GetValue(value), nested);
            if (text is not null && (fresh is null || text != Text(property.GetValue(fresh), nested)))
            {
                parts.Add($"{property.Name}={text}");
            }
        }

        return type.Name + "{" + string.Join(' ', parts) + "}";
    }

    /// <returns><see langword="null"/> where there is no default constructor: everything is told then.</returns>
    private static object? Fresh(Type type)
    {
        try
        {
            return Activator.CreateInstance(type);
        }
        catch (MissingMethodException)
        {
            return null;
        }
    }

    /// <returns><see langword="null"/> for what is not told.</returns>
    private static string? Text(object? value, bool nested) => value switch
    {
        null => null,
        List<string> list => list.Count == 0 ? null : "[" + string.Join(',', list) + "]",
        Encoding encoding => encoding.WebName,
        Type type => type.FullName,
        Level level => level.Name,
        string text => Golden.Quote(text),
        PatternString pattern => "PatternString " + Golden.Quote(pattern.ConversionPattern),
        Nested inner => inner.ToString(),
        IFormattable formattable => formattable.ToString(null, CultureInfo.InvariantCulture),
        bool flag => flag.ToString(),
        _ when !nested => Describe(value, nested: true),
        _ => value.GetType().Name,
    };
}
