using System.Text.RegularExpressions;
using log4net.Appender;
using log4net.Core;
using log4net.Layout;

namespace Easy.Logger.Extensions.Microsoft.Categories;

/// <summary>Whether appenders ask who has logged.</summary>
internal static class CallerDemand
{
    /// <summary>
    /// log4net's conversions that look at the stack. The longest name that fits is meant: <c>%level</c> is not <c>%l</c>.
    /// </summary>
    private static readonly Regex _conversion = new(
        @"%[-.\d]*(class|type|file|line|location|method|stacktrace|C|F|L|M|l(?!evel|ogger))", RegexOptions.CultureInvariant);

    /// <summary>
    /// Looks at layouts, and at buffers that fix the caller because of the layouts behind them or because they are set to.
    /// </summary>
    public static bool Of(IEnumerable<IAppender> appenders) => appenders.Any(IsIn);

    private static bool IsIn(IAppender appender) => appender switch
    {
        BufferingAppenderSkeleton buffer when (buffer.Fix & FixFlags.LocationInfo) != 0 => true,
        AppenderSkeleton { Layout: PatternLayout { ConversionPattern: { } pattern } } => _conversion.IsMatch(pattern),
        _ => false,
    };
}
