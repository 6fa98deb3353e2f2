using System.Globalization;

namespace log4net.Util.Patterns;

/// <summary>Options that are a count: absent or blank means the default; anything but a positive number is reported and means it too.</summary>
internal static class PositiveOption
{
    internal static int Read(string? option, int fallback, Type converter)
    {
        if (string.IsNullOrWhiteSpace(option))
        {
            return fallback;
        }
        if (int.TryParse(option, NumberStyles.Integer, CultureInfo.InvariantCulture, out int count) && count > 0)
        {
            return count;
        }
        LogLog.Error(converter, $"Option \"{option}\" is not a positive number and is ignored.");
        return fallback;
    }
}
